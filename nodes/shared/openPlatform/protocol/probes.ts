import { errorText, InputError, PlatformError } from '../../failure';
import type { HttpResponse } from '../../httpResponse';
import { clockError, CORRECT_CLOCK } from './clockError';
import { isSignatureRejection, isWhitelistRejection } from './openPlatformCodes';
import { readEnvelope } from './openPlatformEnvelope';
import { ENDPOINTS, type Endpoint, type Probe } from './services';

/** The services that can be tested, one endpoint for each key, in the order of their names. */
export const TESTED_ENDPOINTS: readonly Endpoint[] = [
	...new Map(
		Object.values<Endpoint>(ENDPOINTS)
			.reverse()
			.map((endpoint) => [endpoint.test.value, endpoint]),
	).values(),
].sort((a, b) => (a.test.name < b.test.name ? -1 : 1));

/** The service that a new credential tests. */
export const DEFAULT_TEST = ENDPOINTS.cws.test.value;

/**
 * The endpoint that a value of Test Service stands for.
 * @throws InputError for any other value
 */
export function testedEndpoint(value: unknown = DEFAULT_TEST): Endpoint {
	const endpoint = TESTED_ENDPOINTS.find(({ test }) => test.value === value);
	if (endpoint) return endpoint;
	throw new InputError(
		'Test Service names no service that this credential can test',
		'Choose the service under Test Service again.',
	);
}

const CHECK_KEY =
	"Choose the service of this key under Test Service, or copy App ID and API Key again from its page in the iFLYTEK console. If both are correct, check this machine's clock and the IP whitelist of the service.";

/** Codes that follow after the key was accepted: they concern the blank input. */
const KEY_IS_GOOD = ['10107', '10109', '10114', '10700'];

/** The result of a credential test. */
export interface Verdict {
	good: boolean;
	message: string;
}

export const CONNECTED: Verdict = { good: true, message: 'Connection successful' };

/**
 * Judges App ID and key by the response to a probe (document 1, part 5). `now` is the clock of this
 * machine in milliseconds.
 */
export function judgeProbe(
	endpoint: Endpoint,
	probe: Probe,
	response: HttpResponse,
	now: number,
): Verdict {
	try {
		(probe.read ?? readEnvelope)(response, endpoint);
		return CONNECTED;
	} catch (error) {
		const clock = clockError(response.headers.date, now);
		if (clock) return { good: false, message: `${clock}. ${CORRECT_CLOCK}` };
		return error instanceof PlatformError
			? judgeFailure(error, endpoint, probe)
			: { good: false, message: errorText(error) };
	}
}

function judgeFailure(
	error: PlatformError,
	{ service }: Endpoint,
	{ keyAccepted = {}, keyRefused }: Probe,
): Verdict {
	const { code = '', desc = '', advice = '' } = error.details;
	const bad = (message: string): Verdict => ({ good: false, message: `${message} ${advice}` });
	if (isSignatureRejection(code, desc) && !isWhitelistRejection(code, desc)) {
		const advice = keyRefused === undefined ? CHECK_KEY : `${CHECK_KEY} ${keyRefused}`;
		return { good: false, message: `${error.message}. ${advice}` };
	}
	const accepted = keyAccepted[code];
	if (accepted !== undefined) return { good: true, message: accepted };
	if (code === '10110' || code === '11200')
		return bad(`The key is valid, but ${service} is not enabled for the application.`);
	if (code === '11201')
		return {
			good: true,
			message: `The key is valid, but the quota of ${service} for today is used up.`,
		};
	return KEY_IS_GOOD.includes(code) ? CONNECTED : { good: false, message: errorText(error) };
}
