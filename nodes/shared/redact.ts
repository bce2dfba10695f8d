/** Removes secrets from texts of the platform, because the platform may repeat what it was sent. */
import { withTexts } from './values';

const MASK = '***';

/**
 * Shorter secrets are not searched for. No key is that short, and a short text occurs in many
 * words.
 */
const LEAST_CHARACTERS = 6;

/**
 * Values that are secret because of the name before them. The push secret may contain & or #, so
 * everything from its name to the end of the address counts as secret.
 */
const NAMED = [
	/((?<![\w-])(?:authorization|signature|token)=)[^&#\s"'<>]*/gi,
	/([?&]secret=)[^\s"']*/gi,
];

/** User name and password in an address. */
const USER_INFO = /(?<=:\\?\/\\?\/)[^\s/?#"'<>\\]*@/g;

/**
 * Removes the given secrets from a text, as they are or encoded (in a URL, JSON, HTML, or Base64,
 * also as part of a longer Base64 text). Also removes the user name, password, token, push secret
 * and signature from any address.
 */
export function redact(text: string, secrets: readonly string[]): string {
	return redactor(secrets)(text);
}

/** Makes a function that does what `redact` does with these secrets, for several texts. */
export function redactor(secrets: readonly string[]): (text: string) => string {
	const withoutGiven = secretRemover(secrets);
	return (text) =>
		NAMED.reduce((rest, pattern) => rest.replace(pattern, `$1${MASK}`), withoutGiven(text));
}

/**
 * Makes a function that removes from a text the given secrets, in the forms that `redact` knows,
 * and the user name and password from any address. Other parts of addresses stay as they are.
 */
export function secretRemover(secrets: readonly string[]): (text: string) => string {
	const forms = [...new Set(secrets.filter(isLongEnough).flatMap(formsOf))];
	// The longest first, because a shorter form may be part of a longer one.
	forms.sort((a, b) => b.length - a.length);
	const patterns = forms.map((form) => form.replace(/[$()*+./?[\\\]^{|}-]/g, '\\$&'));
	const given = patterns.length === 0 ? undefined : new RegExp(patterns.join('|'), 'gi');
	return (text) =>
		(given === undefined ? text : text.replace(given, MASK)).replace(USER_INFO, `${MASK}@`);
}

/**
 * A text that is one address, without the secrets in it. A push secret is removed whole, even if it
 * contains spaces or quotation marks.
 */
export function redactAddress(address: string): string {
	return redact(address.replace(/([?&]secret=).*/is, `$1${MASK}`), []);
}

/** The same JSON value with `redactAddress` applied to each text and each name. */
export function redactAddresses(value: unknown): unknown {
	return withTexts(value, redactAddress);
}

/** A secret as it is, and in each encoding. */
function formsOf(secret: string): string[] {
	return [secret, ...base64Of(secret)].flatMap((form) => [form, ...escaped(form)]);
}

function isLongEnough({ length }: string): boolean {
	return length >= LEAST_CHARACTERS;
}

/**
 * The Base64 of a text in both alphabets, for each of the three offsets at which the text may begin
 * in the encoded data. A character that also encodes bits of a neighboring text is left out.
 */
function base64Of(text: string): string[] {
	return [0, 1, 2].flatMap((before) => {
		const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
		const ownCharacters = (encoded: string) =>
			encoded.slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
		return [ownCharacters(bytes.toString('base64')), ownCharacters(bytes.toString('base64url'))];
	});
}

function escaped(text: string): string[] {
	// The Buffer replaces half of a surrogate pair, for which encodeURIComponent throws an error.
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

/** Scheme, user name and password at the beginning of an address, as `URL` reads them. */
const ADDRESS_BEGINNING = /^(\s*[a-z]+:[/\\]+)([^/?#\\]*)@/i;

/** An address without its user name and password. */
export function withoutUserInfo(address: string): string {
	return address.replace(ADDRESS_BEGINNING, '$1');
}

/**
 * The secrets in an address: the user name together with the password, and the password without the
 * user name. For a list, the secrets in all addresses of the list.
 */
export function userInfoIn(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(userInfoIn);
	const whole = typeof value === 'string' ? ADDRESS_BEGINNING.exec(value)?.[2] : undefined;
	return whole === undefined ? [] : [whole, whole.slice(whole.indexOf(':') + 1)];
}
