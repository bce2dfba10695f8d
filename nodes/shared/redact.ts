/** Removes secrets from texts of the platform, because the platform may repeat what it was sent. */

const MASK = '***';

/**
 * Shorter secrets are not searched for. No key is that short, and a short text occurs in many
 * words.
 */
const LEAST_CHARACTERS = 6;

/**
 * A value that is secret because of its name. The push secret may contain & or #, so it ends where
 * the address does.
 */
const NAMED = [
	/((?<![\w-])(?:authorization|signature|token)=)[^&#\s"'<>]*/gi,
	/([?&]secret=)[^\s"']*/g,
];

/** User name and password in an address. */
const USER_INFO = /(?<=:\\?\/\\?\/)[^\s/?#"'<>\\]*@/g;

/**
 * Removes secrets from a text: the given ones, as they are or encoded (URL, JSON, HTML, Base64 also
 * within a longer text), and the user name, password, token, push secret and signature of any
 * address.
 */
export function redact(text: string, secrets: readonly string[]): string {
	const writings = [...new Set(secrets.flatMap(writingsOf))].filter(isLong);
	// The longest first: a shorter one may be part of it.
	writings.sort((a, b) => b.length - a.length);
	const patterns = writings.map((writing) => writing.replace(/[$()*+./?[\\\]^{|}-]/g, '\\$&'));
	const hidden =
		patterns.length === 0 ? text : text.replace(new RegExp(patterns.join('|'), 'gi'), MASK);
	const named = NAMED.reduce((rest, pattern) => rest.replace(pattern, `$1${MASK}`), hidden);
	return named.replace(USER_INFO, `${MASK}@`);
}

/** A secret as it is, and each way in which it may be written. */
function writingsOf(secret: string): string[] {
	if (!isLong(secret)) return [];
	return [secret, ...base64Of(secret)].flatMap((writing) => [writing, ...escaped(writing)]);
}

function isLong({ length }: string): boolean {
	return length >= LEAST_CHARACTERS;
}

/**
 * The Base64 of a text in both alphabets, for each of the three offsets at which the text may begin
 * in the encoded data. Characters that it shares with its neighbors are left out.
 */
function base64Of(text: string): string[] {
	return [0, 1, 2].flatMap((before) => {
		const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
		const own = (encoded: string) =>
			encoded.slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
		return [own(bytes.toString('base64')), own(bytes.toString('base64url'))];
	});
}

function escaped(text: string): string[] {
	// Half of a surrogate pair has no encoding.
	const inUrl = encodeURIComponent(Buffer.from(text).toString());
	const inJson = JSON.stringify(text).slice(1, -1);
	const inHtml = text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
	return [
		inUrl,
		encodeURIComponent(inUrl),
		inJson,
		inJson.replaceAll('/', '\\/'),
		inHtml,
		inHtml.replaceAll('&#38;', '&amp;').replaceAll('&#34;', '&quot;'),
	];
}

/** User names and passwords of the addresses in a text or list, as secrets. */
export function userInfoIn(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(userInfoIn);
	const [info] = typeof value === 'string' ? (value.match(USER_INFO) ?? []) : [];
	if (info === undefined) return [];
	const whole = info.slice(0, -1);
	return [whole, whole.replace(/^[^:]*:?/, '')];
}
