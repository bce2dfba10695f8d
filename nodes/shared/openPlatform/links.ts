/** Links to images, as users and expressions write them. */
import { InputError } from '../failure';
import { excerpt, withoutEnd } from '../values';
import { isWebAddress, withoutSecrets } from './services';

/** The ids of a text: they stand in lines of their own, or with blanks or commas between them. */
export const idsIn = (text: string) => text.split(/[\s,]+/);

/**
 * The links of a text. Blanks and commas may belong to a link: a blank parts two only where the next begins behind it.
 * Where lines do not part them, so does a comma with a blank behind it, and one that the next link follows at once,
 * unless it stands in a query: that may be an address within an address, and is left for `oneLink`.
 */
export function linksIn(text: string): string[] {
	const lines = text.trim().split(/[\r\n]+/);
	const links = lines.length > 1 ? lines.flatMap((line) => line.split(BEHIND_BLANK)) : (lines[0] ?? '').split(/,\s+/).flatMap((part) => part.split(BEHIND_BLANK_OR_COMMA)).flatMap(atCommas);
	return links.map((link) => withoutEnd(link, /[\s,]/));
}

/** Where a link begins behind a blank; the blanks themselves go with the end of the link before. */
const BEHIND_BLANK = /(?<=\s)(?=https?:\/\/)/i;
const BEHIND_BLANK_OR_COMMA = /(?<=\s,?)(?=https?:\/\/)/i;

/** The links of a part whose query, if it has one, stays whole. */
function atCommas(part: string): string[] {
	const query = part.indexOf('?');
	const end = query === -1 ? part.length : query;
	const links = part.slice(0, end).split(/,(?=https?:\/\/)/i);
	return [...links.slice(0, -1), `${links.at(-1) ?? ''}${part.slice(end)}`];
}

/** Where a second link may begin: behind white space or one of these marks. */
const ANOTHER_LINK = /[\s,;，；、]https?:\/\//i;

/**
 * A link that holds no other behind a mark: which of the two is meant is not guessed, the other would not be looked at.
 * @param place of the link among those of `label`, from 0
 * @throws InputError
 */
export function oneLink(text: string, label: string, place: number): string {
	const url = webAddress(text, label);
	if (!ANOTHER_LINK.test(url)) return asSent(url);
	throw new InputError(`${label} has two links in one, in place ${place + 1}`, 'Put each URL on its own line. If a URL contains another URL, encode its :// as %3A%2F%2F.');
}

/**
 * The link of one image.
 * @throws InputError unless it is a http or https address, and for several
 */
export function imageLink(text: string, label: string): string {
	const url = webAddress(text, label);
	if (/\shttps?:\/\//i.test(url)) throw new InputError(`${label} has more than one link`, 'The service accepts one image per request. Create one item per URL, for example with the Split Out node.');
	return asSent(url);
}

/** A URL as it is sent: scheme in lower case, blanks encoded, everything else as written. */
function asSent(url: string): string {
	return url.replace(/^https?:/i, (scheme) => scheme.toLowerCase()).replace(/\s/g, encodeURIComponent);
}

function webAddress(text: string, label: string): string {
	const url = text.trim();
	if (!isWebAddress(url)) {
		throw new InputError(`${label} is not a URL: ${withoutSecrets(url)}`, 'Enter a full URL starting with http:// or https://, without blanks in the host name.');
	}
	if (/[\r\n]/.test(url)) throw new InputError(`${label} has a line break within a URL: ${withoutSecrets(excerpt(url))}`, 'Write each URL on one line.');
	return url;
}

/** The name of the file that a link leads to; may be empty. */
export function nameInUrl(url: string): string {
	const last = new URL(url).pathname.split('/').at(-1) ?? '';
	try {
		return decodeURIComponent(last);
	} catch {
		return last;
	}
}
