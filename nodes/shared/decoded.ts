/** Bytes that should be text in UTF-8. */

/** What is shown of a text whose bytes are not UTF-8, as JSON must be. */
export interface EncodingMark {
	notUtf8?: true;
}

/** Characters that a text has in place of bytes that are not UTF-8. */
const REPLACED = /\uFFFD/g;
const CHINESE = /\p{Script=Han}/gu;

/**
 * The text in bytes. What is not UTF-8 is read as GBK, which programs in China write, where the
 * bytes are GBK; otherwise it has U+FFFD in place of what cannot be read. A UTF-8 text in which a few
 * characters are damaged stays UTF-8: as GBK, all its Chinese would be wrong.
 */
export function decoded(bytes: string | Buffer): EncodingMark & { text: string } {
	const text = bytes.toString();
	if (typeof bytes === 'string' || Buffer.from(text).equals(bytes)) return { text };
	const isDamagedUtf8 = count(text, CHINESE) > count(text, REPLACED);
	return { text: (isDamagedUtf8 ? undefined : asGbk(bytes)) ?? text, notUtf8: true };
}

function count(text: string, pattern: RegExp): number {
	return text.match(pattern)?.length ?? 0;
}

/** Characters that a decoder gives for bytes that GBK does not have. */
const NOT_GBK = /[\p{Co}\p{Cn}\u0080-\u009F]/u;

/** Undefined if the bytes are not GBK, or if this Node.js does not know GBK. */
function asGbk(bytes: Buffer): string | undefined {
	try {
		const text = new TextDecoder('gbk', { fatal: true }).decode(bytes);
		return NOT_GBK.test(text) ? undefined : text;
	} catch {
		return undefined;
	}
}

const CJK = /^[\p{Script=Han}\u3000-\u303F\uFF00-\uFFEF]{2,}\uFFFD*$/u;
const [FIRST_BYTE, LAST_BYTE, FIRST_TRAIL] = [0x81, 0xfe, 0x80];

/** The two bytes of characters of GBK whose second byte is no ASCII, as no byte of Chinese UTF-8 is. */
let gbkBytes: ReadonlyMap<string, readonly [number, number]> | undefined;

function bytesOfGbk(): ReadonlyMap<string, readonly [number, number]> {
	const decoder = new TextDecoder('gbk');
	const known = new Map<string, readonly [number, number]>();
	for (let first = FIRST_BYTE; first <= LAST_BYTE; first++)
		for (let second = FIRST_TRAIL; second <= LAST_BYTE; second++)
			known.set(decoder.decode(Uint8Array.of(first, second)), [first, second]);
	return known;
}

/** The most characters of a text that are looked at. */
const LOOKED_AT = 40;

/** Whether a text is Chinese in UTF-8 that was read as GBK: `\u942C\u51EA\u59AD` for two characters. */
export function isUtf8ReadAsGbk(text: string): boolean {
	const characters = text.slice(0, LOOKED_AT).replace(/\p{ASCII}/gu, '');
	// Most texts without Chinese end here.
	if (characters === '') return false;
	gbkBytes ??= bytesOfGbk();
	const bytes: number[] = [];
	for (const character of characters) {
		const pair = gbkBytes.get(character);
		if (!pair) break;
		bytes.push(...pair);
	}
	return CJK.test(Buffer.from(bytes).toString());
}
