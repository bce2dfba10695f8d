import { CONSOLE } from '../../../iflytekConsole';
import { InputError, PlatformError } from '../../../failure';
import type { HttpResponse } from '../../../httpResponse';
import { platformSays } from '../../../resultCode';
import { kindOfStatus, retryAfterMs } from '../../../retry/failurePolicy';
import { credentialSecrets } from '../../protocol/openPlatformAccount';
import { CLOCK_DIFFERS, clockError, CORRECT_CLOCK } from '../../protocol/clockError';
import { CHECK_WHITELIST, statusEntry } from '../../protocol/openPlatformCodes';
import { descriptionIn, redirectTarget } from '../../protocol/openPlatformEnvelope';
import { hmacAccount, secretsInAddress, signAddress } from '../../protocol/hmacSignature';
import { endpointUrl } from '../../protocol/baseUrls';
import { ENDPOINTS } from '../../protocol/services';

/**
 * What a connection needs: the App ID, the address, the signed address in `url`, and the secrets
 * that no error may show. The signed address must never be shown, either.
 * @param adviceWithoutSecret says what works without an API Secret
 * @throws InputError if the credential cannot be right, or its base URL has a user name or password
 */
export function signHandshake(
	credential: Record<string, unknown>,
	now: number,
	adviceWithoutSecret?: string,
): { appId: string; address: string; url: string; secrets: string[] } {
	const account = hmacAccount(credential, adviceWithoutSecret);
	const address = endpointUrl(ENDPOINTS.streaming, credential[ENDPOINTS.streaming.base]);
	requireNoUserInfo(address);
	const url = signAddress(address, 'GET', account, now);
	const secrets = [...credentialSecrets(credential), ...secretsInAddress(url)];
	return { appId: account.appId, address, url, secrets };
}

/** Without this check, a proxy would refuse the connection, and the error would blame the keys. */
function requireNoUserInfo(address: string): void {
	const { username, password } = new URL(address);
	if (username !== '' || password !== '')
		throw new InputError(
			`The base URL for ${SERVICE} has a user name or password, which cannot be sent over a WebSocket`,
			'Remove them from the base URL in the credential, and let the proxy recognize n8n by something else, such as its IP address.',
		);
}

/**
 * A plain GET to the address of a handshake. Unlike a WebSocket, its response shows why the
 * handshake is refused.
 */
export function plainRequest(url: string): { url: string; maxBytes: number } {
	return { url: url.replace(/^ws/i, 'http'), maxBytes: ENDPOINTS.streaming.responseBytes };
}

const { service: SERVICE } = ENDPOINTS.streaming;

/** How the platform describes refused signatures, with the headline and advice for each. */
const SIGNATURE_PROBLEMS = [
	{
		says: /ip address/i,
		headline: `This machine's IP address is not on the whitelist of ${SERVICE}`,
		advice: CHECK_WHITELIST,
	},
	{
		says: /date header|date is/i,
		headline: CLOCK_DIFFERS,
		advice: CORRECT_CLOCK,
		isAboutClock: true,
	},
	{
		says: /does not match/i,
		headline: `API Key or API Secret is wrong for ${SERVICE}`,
		advice: `Copy APIKey and APISecret again from the same page of ${CONSOLE}, and check that they are not swapped.`,
	},
	{
		says: /cannot be verified/i,
		headline: `API Key is wrong for ${SERVICE}`,
		advice: `Copy the APIKey again from the page of this service in ${CONSOLE}, and check that APIKey and APISecret are not swapped. The key of the older speech service is another one.`,
	},
];

/**
 * Why a handshake is refused, from the response to a plain GET to the same address. Undefined if
 * the signature was accepted: the GET is then refused only because it is no WebSocket handshake.
 * @param now this machine's clock in milliseconds
 * @param url the requested address, of which only host and path are shown
 */
export function handshakeRefusal(
	response: HttpResponse,
	now: number,
	url: string,
): PlatformError | undefined {
	const { status, headers } = response;
	if (status === 404 || (status >= 300 && status < 400)) return wrongAddress(response, url);
	const isAboutSignature = status === 401 || status === 403;
	if (!isAboutSignature && status < 500 && status !== 429) return undefined;
	const said = descriptionIn(response) ?? '';
	const problem = isAboutSignature
		? SIGNATURE_PROBLEMS.find(({ says }) => says.test(said))
		: undefined;
	const clock = problem?.isAboutClock ? clockError(headers.date, now) : undefined;
	const { meaning, advice } = statusEntry(status);
	const cause = clock ?? problem?.headline;
	return new PlatformError(
		cause === undefined
			? `The iFLYTEK platform refused the connection: ${said || meaning} (HTTP ${status})`
			: `${cause} (HTTP ${status}${platformSays(said)})`,
		kindOfStatus(status),
		{ code: String(status), desc: said, advice: problem?.advice ?? advice },
		{ retryAfterMs: retryAfterMs(headers, now) },
	);
}

/** The error if there is no such service at the address, or if the service has moved. */
function wrongAddress(response: HttpResponse, url: string): PlatformError {
	const { status } = response;
	const { host, pathname } = new URL(url);
	const target = redirectTarget(response);
	const said = target === undefined ? '' : `, which redirects to ${target}`;
	return new PlatformError(
		`There is no ${SERVICE} at ${host}${pathname}${said} (HTTP ${status})`,
		'refused',
		{
			code: String(status),
			advice: `Check the base URL of ${SERVICE} in the credential. It has a path only where a proxy needs one.`,
		},
	);
}
