/** Image URLs and IDs, as users and expressions write them. */
import { enteredName } from '../../entered';
import { InputError, PlatformError } from '../../failure';
import { secretRemover, userInfoIn, withoutUserInfo } from '../../redact';
import { withoutEnd, withTexts, type JsonRecord } from '../../values';
import { excerpt } from '../../errorTexts';
import { isWebAddress, withoutSecrets } from '../protocol/addresses';

/** Splits a text into URLs, one per line. Commas and spaces at the end of a line are ignored. */
export const urlsIn = (text: string) =>
	text.split(/[\r\n]+/).map((line) => withoutEnd(line, /[\s,]/));

/** Where a second URL may begin: after white space or one of these separators. */
const ANOTHER_URL = /[\s,;，；、]https?:\/\//i;

/**
 * Checks one entry of a list of URLs, and returns it as it is sent. An entry with two URLs is an
 * error, because it is not clear which of them is meant.
 * @param label the field with the list
 * @param place the position of the entry in the list, from 0
 * @throws InputError
 */
export function checkUrl(text: string, label: string, place: number): string {
	const url = completeUrl(text, label);
	if (!ANOTHER_URL.test(url)) return asSent(url);
	throw new InputError(
		`Entry ${place + 1} of ${label} contains two URLs`,
		'Put each URL on its own line. If a URL contains another URL, encode its :// as %3A%2F%2F.',
	);
}

/**
 * Checks the URL of a single image, and returns it as it is sent.
 * @throws InputError unless it is one complete http or https URL
 */
export function checkImageUrl(text: string, label: string): string {
	const url = completeUrl(text, label);
	if (/\shttps?:\/\//i.test(url))
		throw new InputError(
			`${label} contains more than one URL`,
			'The service accepts one image per request. Create one item per URL, for example with the Split Out node.',
		);
	return asSent(url);
}

/** A URL as it is sent: scheme in lower case, spaces encoded, everything else unchanged. */
function asSent(url: string): string {
	return url
		.replace(/^https?:/i, (scheme) => scheme.toLowerCase())
		.replace(/\s/g, encodeURIComponent);
}

/**
 * The text without surrounding spaces.
 * @throws InputError unless it is a full URL on one line
 */
function completeUrl(text: string, label: string): string {
	const url = enteredName(text);
	if (!isWebAddress(url)) {
		throw new InputError(
			`${label} must be a full URL starting with http:// or https://, but is ${withoutSecrets(url)}`,
			'Enter the whole URL, without spaces in the host name.',
		);
	}
	if (/[\r\n]/.test(url))
		throw new InputError(
			`${label} has a line break within a URL: ${withoutSecrets(excerpt(url))}`,
			'Enter each URL on one line.',
		);
	return url;
}

/**
 * An envelope without the user names and passwords of the URLs that were sent. The platform repeats
 * the URL of an image as its name.
 */
export function withoutPasswords(envelope: JsonRecord, urls: readonly string[]): JsonRecord {
	const secrets = userInfoIn(urls);
	if (secrets.length === 0) return envelope;
	const remove = secretRemover(secrets);
	return withTexts(envelope, (text) => remove(withoutUserInfo(text)));
}

/**
 * What the platform's description contains if it could not fetch a URL. With the code
 * `NOT_FETCHED_CODE`, the description may also be empty.
 */
const NOT_FETCHED = /fetch|download/i;
const NOT_FETCHED_CODE = '10107';

/**
 * Reads the response to a request with URLs. If the platform could not fetch one of them, the error
 * says so.
 * @param urlCount how many URLs the request had; if it had none, errors stay unchanged
 */
export function explainingFetch<Result>(read: () => Result, urlCount: number): Result {
	try {
		return read();
	} catch (error) {
		throw explainFetch(error, urlCount);
	}
}

function explainFetch(error: unknown, urlCount: number): unknown {
	if (urlCount === 0 || !(error instanceof PlatformError)) return error;
	const { code, desc = '' } = error.details;
	const isUnexplained = code === NOT_FETCHED_CODE && desc.trim() === '';
	if (!isUnexplained && !NOT_FETCHED.test(desc)) return error;
	const problem =
		urlCount === 1
			? 'iFLYTEK could not fetch this URL. It must be public.'
			: 'iFLYTEK could not fetch one of these URLs. Each must be public.';
	const advice =
		'Open the URL in a private window of a browser: it must lead to the image itself, without signing in, and the image must not be too large. iFLYTEK cannot reach addresses of your own network. Or send the image as a file.';
	return new PlatformError(
		`${problem} (code ${code ?? ''})`,
		error.kind,
		{ ...error.details, advice },
		error.hints,
	);
}

/** The file name at the end of a URL's path; may be empty. */
export function nameInUrl(url: string): string {
	const last = String(new URL(url).pathname.split('/').at(-1));
	try {
		return decodeURIComponent(last);
	} catch {
		return last;
	}
}
