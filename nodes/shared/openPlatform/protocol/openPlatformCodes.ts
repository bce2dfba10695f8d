/** The result codes of the open platform (document 1, part 7) and of the live services, with what to do about each. */
import { CONSOLE } from '../../console';
import {
	platformSays,
	RATE_CODES,
	TOO_MANY_REQUESTS_ADVICE,
	type ResultCode,
} from '../../resultCodes';
import { statusMeaning } from '../../httpResponse';
import { ipaddr } from '../../bundled';
import type { Service } from './endpoint';
import { namingField, OTHER_KEY } from './keyFields';

/** The code of a success (document 1, 2.1), as text. */
export const OPEN_PLATFORM_SUCCESS = '0';

interface CodeEntry extends ResultCode {
	/** True if App ID, key or clock may be the cause. */
	signature?: true;
}

const COPY_KEYS = `Copy App ID and API Key again from the page of this service in ${CONSOLE}. ${OTHER_KEY}`;

export const CHECK_WHITELIST = `Add this machine's public IP address to the whitelist of this service in ${CONSOLE}, or turn the whitelist off. A whitelist holds at most five addresses, and a change takes effect after about five minutes.`;

const CHECK_ACCESS = `${COPY_KEYS} If they are correct, check the IP whitelist of the service.`;

const NOT_ENABLED = `Add the service to the application in ${CONSOLE}, or renew its license.`;

const CHECK_PARAMETERS =
	'A value is missing, out of range or not allowed for this service. Check the parameters of the node.';

const TRY_LATER =
	'The platform has an internal problem. Try again later. If it keeps happening, report the sid to iFLYTEK.';

const FRAME_REFUSED: CodeEntry = {
	meaning: 'invalid parameter or request format',
	advice: `${CHECK_PARAMETERS} If they are correct, check for a proxy that changes requests.`,
};

/** What is known of each code, by the code as text. */
export const CODES: Readonly<Record<string, CodeEntry>> = {
	'10005': {
		meaning: 'no license for the application',
		advice: NOT_ENABLED,
		headline: 'The service is not enabled for the application',
	},
	'10006': { meaning: 'invalid parameter', advice: CHECK_PARAMETERS },
	'10007': { meaning: 'invalid parameter', advice: CHECK_PARAMETERS },
	'10019': { meaning: 'time out', advice: TRY_LATER, kind: 'unavailable' },
	'10043': {
		meaning: 'the audio could not be encoded',
		advice:
			'Try again, then with another Format or Sample Rate in the node. If it keeps happening, report the sid to iFLYTEK.',
	},
	'10105': { meaning: 'illegal access', advice: CHECK_ACCESS, signature: true },
	'10106': {
		meaning: 'invalid parameter',
		advice:
			'Correct the parameter that the description names. If none is named, check the App ID in the credential and the values under Options.',
	},
	'10107': {
		meaning: 'illegal parameter value',
		advice:
			'A value is out of range or not allowed for this service, or an image is too large or of a wrong format. Check the parameters of the node.',
	},
	'10109': {
		meaning: 'illegal text or audio length',
		advice:
			'The text is empty or too long for this service. Shorten it. The node splits a text to analyze unless Long Text under Options says otherwise, and a text to speak always.',
	},
	'10110': {
		meaning: 'no license',
		advice: NOT_ENABLED,
		headline: 'The service is not enabled for the application',
	},
	'10114': {
		meaning: 'time out',
		advice: 'The service did not finish in time. Try again later.',
		signature: true,
		kind: 'unavailable',
	},
	'10160': FRAME_REFUSED,
	'10161': FRAME_REFUSED,
	'10162': FRAME_REFUSED,
	'10163': FRAME_REFUSED,
	'10200': { meaning: 'nothing was sent in time', advice: TRY_LATER, kind: 'unavailable' },
	'10222': {
		meaning: 'network failure inside the platform',
		advice: TRY_LATER,
		kind: 'unavailable',
	},
	'10223': {
		meaning: 'network failure inside the platform',
		advice: TRY_LATER,
		kind: 'unavailable',
	},
	'10313': {
		meaning: 'the App ID does not belong to the API Key',
		headline: 'The App ID does not belong to the API Key',
		advice: `Copy APPID, APIKey and APISecret of the same application from ${CONSOLE} into the credential.`,
	},
	'10317': {
		meaning: 'the version of the service is not accepted',
		advice:
			'Check the base URL of this service in the credential, and whether a proxy changes requests. If both are correct, report the sid to iFLYTEK.',
	},
	'10700': {
		meaning: 'engine error',
		advice:
			'The recognition or synthesis engine failed. Try again later. If it keeps happening with this input, report the sid to iFLYTEK.',
		kind: 'unavailable',
	},
	'11200': {
		meaning: 'voice or feature not authorized',
		advice: `The application is not authorized to use this voice or feature. Choose another voice, or add it in ${CONSOLE}.`,
	},
	'11201': {
		meaning: 'daily call limit exceeded',
		advice: `The application has used up its quota for today. Wait until tomorrow or buy more in ${CONSOLE}.`,
	},
	...RATE_CODES,
	'11501': { meaning: 'server failure', advice: TRY_LATER, kind: 'unavailable' },
	'11502': { meaning: 'server failure', advice: TRY_LATER, kind: 'unavailable' },
	'11503': { meaning: 'server failure', advice: TRY_LATER, kind: 'unavailable' },
	'40202': { meaning: 'client address forbidden', advice: CHECK_WHITELIST },
};

/** What is known of a code; undefined for an unknown code. */
export function openPlatformCodeEntry(code: string): CodeEntry | undefined {
	return Object.hasOwn(CODES, code) ? CODES[code] : undefined;
}

const UNKNOWN: CodeEntry = {
	meaning: 'unknown code',
	advice:
		'This code is not in the list of known codes. Look it up in the iFLYTEK documentation, or report the sid to iFLYTEK.',
};

/**
 * A description that names a header of the signature. Whatever the code, App ID, key or clock is
 * then the problem.
 */
const NAMES_SIGNATURE = /X-(Appid|CheckSum|CurTime)/i;

/** Advice for a success whose content cannot be read. */
export const SEE_RAW =
	'Turn off Simplify to see the raw response. If it keeps happening with this input, report the sid to iFLYTEK.';

/** The IP address after `illegal client_ip:` in a description; undefined if there is none. */
function rejectedAddress(desc: string): string | undefined {
	const found = /client_ip:\s*([0-9a-f.:]*[0-9a-f])(?![\p{L}\p{N}])/iu.exec(desc);
	const address = String(found?.[1]);
	return ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)
		? address
		: undefined;
}

/** True if the description says that the IP address of the caller is not on the whitelist. */
export function isWhitelistRejection(code: string, desc: string): boolean {
	return code === '40202' || /client_ip/i.test(desc);
}

/** True if the platform rejected the clock of this machine. */
function isClockRejection(desc: string): boolean {
	return /X-CurTime/i.test(desc);
}

/** True if the platform rejected the App ID, key or clock (document 1, part 7). */
export function isSignatureRejection(code: string, desc: string): boolean {
	return code === '10105' || NAMES_SIGNATURE.test(desc);
}

/**
 * True if the platform rejected the App ID, key, license or IP address. These are separate for each
 * service, so another service may accept the request.
 */
export function isAccessRefused(code: string, desc: string): boolean {
	return (
		isWhitelistRejection(code, desc) ||
		isSignatureRejection(code, desc) ||
		openPlatformCodeEntry(code)?.headline !== undefined
	);
}

/** What is known of a refusal in addition to code and description. */
interface CodeContext {
	/** What is known of the code, or of the HTTP status. */
	entry?: CodeEntry;
	/** The endpoint that was requested. */
	endpoint?: Pick<Service, 'service' | 'test'>;
	/** What `clockError` says if the clock of this machine is wrong. */
	clock?: string;
}

/**
 * What is wrong and what to do (document 1, part 7). The message is the first line that a user
 * sees: it names the cause, if the platform says enough to know it, or else the meaning of the
 * code. Both have the platform's own description.
 */
export function explain(
	code: string,
	desc: string,
	context: CodeContext = {},
): { message: string; advice: string } {
	const { entry, endpoint } = context;
	const cause = causeOf(code, desc, context);
	const { advice } = cause ?? entry ?? UNKNOWN;
	return {
		message:
			cause === undefined
				? `${refusalHeadline(desc, entry)} (code ${code})`
				: `${cause.headline} (code ${code}${platformSays(readableDescription(desc))})`,
		advice: namingField(advice, endpoint),
	};
}

/**
 * The cause of a refusal, and the one thing to do about it; undefined if the platform does not say
 * enough. The platform looks at the App ID first, then at the clock, then at the key.
 */
function causeOf(
	code: string,
	desc: string,
	{ entry, endpoint, clock }: CodeContext,
): { headline: string; advice: string } | undefined {
	if (isWhitelistRejection(code, desc)) {
		const address = rejectedAddress(desc);
		return {
			headline: `This machine's IP address${address === undefined ? '' : ` ${address}`} is not on the whitelist${endpoint === undefined ? '' : ` of ${endpoint.service}`}`,
			advice: CHECK_WHITELIST,
		};
	}
	const ofService = endpoint === undefined ? '' : ` for ${endpoint.service}`;
	if (/X-Appid/i.test(desc)) return { headline: `App ID is wrong${ofService}`, advice: COPY_KEYS };
	const isSignature = isSignatureRejection(code, desc);
	const isMeasured = clock !== undefined && (isSignature || entry?.signature === true);
	if (isClockRejection(desc) || isMeasured)
		return { headline: clock ?? CLOCK_DIFFERS, advice: CORRECT_CLOCK };
	if (isSignature) {
		const wrong = `App ID or API Key is wrong${ofService}`;
		return /X-CheckSum/i.test(desc)
			? { headline: wrong, advice: COPY_KEYS }
			: {
					headline: `${wrong}, or this machine's IP address is not on the whitelist`,
					advice: CHECK_ACCESS,
				};
	}
	return entry?.headline === undefined
		? undefined
		: { headline: entry.headline, advice: entry.advice };
}

/** The meaning of the code, unless the description begins with it, and the description. */
function refusalHeadline(desc: string, entry: CodeEntry | undefined): string {
	const description = readableDescription(desc);
	const meaning =
		entry === undefined || description.toLowerCase().startsWith(entry.meaning.toLowerCase())
			? ''
			: entry.meaning;
	return `The iFLYTEK platform refused the request: ${[meaning, description].filter((part) => part !== '').join(': ') || 'no description'}`;
}

/** A description of the form `category|detail` as `category: detail`. */
function readableDescription(desc: string): string {
	return desc
		.split('|')
		.map((part) => part.trim())
		.filter((part) => part !== '')
		.join(': ');
}

const STATUSES: Readonly<Record<number, Omit<CodeEntry, 'meaning'>>> = {
	401: { advice: COPY_KEYS, signature: true },
	403: {
		advice: `${CHECK_ACCESS} A proxy between n8n and the platform can also return this.`,
		signature: true,
	},
	404: { advice: 'Check the base URL of this service in the credential.' },
	413: {
		advice:
			'Send a smaller file, or fewer at once. A proxy between n8n and the platform can also set this limit.',
	},
	414: {
		advice:
			'Check the base URL of this service in the credential, and whether there is a proxy between n8n and the platform.',
	},
	429: { advice: TOO_MANY_REQUESTS_ADVICE },
	431: { advice: 'URLs, IDs and names are sent in a header. Send fewer or shorter ones per item.' },
};

/** Meaning and advice for an HTTP status without a code. */
export function statusEntry(status: number): CodeEntry {
	const known = STATUSES[status];
	const meaning = statusMeaning(status);
	if (known) return { meaning, ...known };
	if (status >= 500)
		return {
			meaning,
			advice: 'The platform or a proxy has a problem. Try again later.',
		};
	const aboutRedirects =
		status < 400 ? 'Redirects are not followed, because requests are signed. ' : '';
	return {
		meaning,
		advice: `${aboutRedirects}Check the base URL of this service in the credential, and whether there is a proxy between n8n and the platform.`,
	};
}

/** What to do about a wrong clock. */
export const CORRECT_CLOCK = 'Correct the clock (NTP), then try again.';

/** The cause, if the platform rejects the clock and does not show its own. */
export const CLOCK_DIFFERS = "This machine's clock differs too much from the platform's";

/** An X-CheckSum is valid if the clock is at most five minutes wrong (document 1, part 5). */
const CHECKSUM_VALIDITY_SECONDS = 300;

/**
 * A sentence that says by how much the clock of this machine differs from that of the platform;
 * undefined if a checksum is still valid with that difference.
 * @param date the Date header of the platform's response
 * @param now this machine's clock in milliseconds
 */
export function clockError(date: unknown, now: number): string | undefined {
	const seconds = Math.round((now - Date.parse(String(date))) / 1000);
	if (Number.isNaN(seconds) || Math.abs(seconds) <= CHECKSUM_VALIDITY_SECONDS) return undefined;
	return `This machine's clock is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} the platform's; at most ${CHECKSUM_VALIDITY_SECONDS} are allowed`;
}
