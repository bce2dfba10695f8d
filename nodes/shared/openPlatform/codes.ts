/** The result codes of document 1 (part 7) and of the live services, with what to do about each. */

/** An X-CheckSum holds for five minutes either side (document 1, part 5). In seconds. */
export const CHECKSUM_VALIDITY_SECONDS = 300;

export const SUCCESS = '0';

export interface CodeEntry {
	meaning: string;
	advice: string;
	/** True where the same request may succeed a little later; every operation here only reads. */
	temporary?: true;
}

const CHECK_CREDENTIAL =
	'Check in the iFLYTEK console that the App ID and the API key of the credential are not swapped, that the key is the one of this very service (each service has its own), and that this machine\'s clock is right to within five minutes.';

const CHECK_WHITELIST =
	'In the iFLYTEK console, add this machine\'s public IP address to the whitelist of this service, or switch the whitelist off. It is kept per application and per service, holds at most five public addresses, and takes effect about five minutes after saving.';

export const CODES: Readonly<Record<string, CodeEntry>> = {
	'10105': { meaning: 'illegal access', advice: `${CHECK_CREDENTIAL} If all of that is right, look at the whitelist. ${CHECK_WHITELIST}` },
	'10106': { meaning: 'invalid parameter', advice: 'Correct the parameter that the description names. If none is named, check the App ID in the credential and the values under Options.' },
	'10107': { meaning: 'illegal parameter value', advice: 'A value is out of range or not allowed for this service. Check the parameters of the node.' },
	'10109': { meaning: 'illegal text or audio length', advice: 'The text is empty or too long for this service. Shorten it, or let the node cut it into pieces.' },
	'10110': { meaning: 'no licence', advice: 'The key is accepted, but this service is not enabled for the application. Add the service to the application in the iFLYTEK console, or renew its licence.' },
	'10114': { meaning: 'time out', advice: 'The service did not finish in time. Try again later. If it keeps happening, check that this machine\'s clock is right to within five minutes.', temporary: true },
	'10700': { meaning: 'engine error', advice: 'The recognition or synthesis engine failed. Try again later; if it keeps happening with this input, report the sid to iFLYTEK.', temporary: true },
	'11200': { meaning: 'voice or feature not authorised', advice: 'The application may not use this voice or feature. Choose another voice, or add it in the iFLYTEK console.' },
	'11201': { meaning: 'daily call limit exceeded', advice: 'The application has used up its calls for today. Wait until tomorrow or buy more in the iFLYTEK console.' },
	'40202': { meaning: 'client address forbidden', advice: CHECK_WHITELIST },
};

const UNKNOWN_ADVICE = 'This code is not in the list of known codes. Look it up in the iFLYTEK documentation, or report the sid to iFLYTEK.';

/** The address that `illegal client_ip` names after a colon, where the platform says it. */
function rejectedAddress(desc: string): string | undefined {
	return /client_ip:\s*([0-9a-f.:]*[0-9a-f])/i.exec(desc)?.[1];
}

/** True where the description says that the caller's address is not on the whitelist. */
export function isWhitelistRejection(code: string, desc: string): boolean {
	return code === '40202' || /client_ip/i.test(desc);
}

/** What to do about a code, looking at the description too (document 1, part 7); `entry` is what is known of it. */
export function adviceFor(code: string, desc: string, entry: CodeEntry | undefined = CODES[code]): string {
	if (isWhitelistRejection(code, desc)) {
		const address = rejectedAddress(desc);
		return address ? `The platform saw the address ${address}. ${CHECK_WHITELIST}` : CHECK_WHITELIST;
	}
	if (/X-Appid/i.test(desc)) return CHECK_CREDENTIAL;
	return entry?.advice ?? UNKNOWN_ADVICE;
}

/** What to do about an HTTP status that comes without a code, and whether to try again. */
export function statusEntry(status: number): CodeEntry {
	if (status === 401) return { meaning: 'not authorised', advice: CHECK_CREDENTIAL };
	if (status === 403) return { meaning: 'forbidden', advice: `${CHECK_WHITELIST} A proxy between n8n and the platform can also answer so.` };
	if (status === 404) return { meaning: 'not found', advice: 'Check the base address of this service in the credential.' };
	if (status === 429) return { meaning: 'too many requests', advice: 'Lower Concurrent Requests under Options, or wait a while between runs.' };
	if (status >= 500) return { meaning: 'the service failed', advice: 'The platform or a proxy before it has a problem. Try again later.', temporary: true };
	return { meaning: 'unexpected answer', advice: 'Check the base address of this service in the credential, and whether a proxy stands between n8n and the platform.' };
}
