import { PlatformFailure } from './failure';
import type { Settings } from './settings';

const FORM = /^application\/x-www-form-urlencoded\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?;?\s*$/i;

/**
 * The URL-decoded value of a field in a form body (document 1, part 4: `Content-Type:
 * application/x-www-form-urlencoded; charset=utf-8`). Undefined if the body does not have the
 * field. A value without URL-encoding is also accepted.
 * @throws PlatformFailure 10106 for another content type, a broken escape, or bytes that are not UTF-8
 */
export function formField(
	contentType: string | undefined,
	body: Buffer,
	name: string,
): string | undefined {
	if (!FORM.test(contentType ?? '')) throw new PlatformFailure('10106', 'invalid Content-Type');
	for (const pair of decodeUtf8(body, name).split('&')) {
		const equals = pair.indexOf('=');
		if (equals < 0 || pair.slice(0, equals).trim() !== name) continue;
		return urlDecode(pair.slice(equals + 1), name);
	}
	return undefined;
}

/**
 * The bytes of a Base64 field. Line breaks are ignored. A space counts as a `+`, because a client
 * that does not escape a `+` sends a space. Clients of the live services send line breaks and spaces.
 * @returns the bytes, and the size of the field after Base64 and URL-encoding
 * @throws PlatformFailure 10106 `invalid <name>` if the field is empty or not Base64
 */
export function base64Field(value: string, name: string): { bytes: Buffer; encodedSize: number } {
	const base64 = value
		.replace(/[\r\n]+/g, '')
		.trim()
		.replaceAll(' ', '+');
	if (base64 === '' || base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) {
		throw new PlatformFailure('10106', `invalid ${name}`);
	}
	// URL-encoding makes three characters of each of these, such as `%2B` of `+`.
	const escapedCharacters = base64.match(/[+/=]/g)?.length ?? 0;
	const encodedSize = base64.length + 2 * escapedCharacters;
	return { bytes: Buffer.from(base64, 'base64'), encodedSize };
}

function urlDecode(value: string, name: string): string {
	try {
		return decodeURIComponent(value.replaceAll('+', ' '));
	} catch {
		throw new PlatformFailure('10106', `invalid ${name}`);
	}
}

function decodeUtf8(body: Buffer, name: string): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(body);
	} catch {
		throw new PlatformFailure('10106', `invalid ${name}`);
	}
}

/** The bytes of a text as its limit counts them. */
export function textBytes(text: string, settings: Settings): number {
	switch (settings.textBytes) {
		case 'utf8':
			return Buffer.byteLength(text);
		case 'gbk':
			// Every character that is not ASCII counts as one with two bytes.
			return [...text].reduce((bytes, character) => bytes + (character < '\x80' ? 1 : 2), 0);
		case 'encoded':
			return encodeURIComponent(text).length;
	}
}
