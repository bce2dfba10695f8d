import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { InputError, shownFailure } from '../../shared/failure';
import {
	entered,
	KEY_FIELDS,
	keyFieldOf,
	openPlatformAccount,
} from '../../shared/openPlatform/protocol/openPlatformAccount';
import { readEnvelope } from '../../shared/openPlatform/protocol/openPlatformEnvelope';
import { signHeaders } from '../../shared/openPlatform/protocol/openPlatformRequest';
import {
	CONNECTED,
	failedVerdict,
	judgeProbe,
	judgeStreaming,
	probeFrame,
	UNTESTED,
	type Verdict,
} from './keyVerdicts';
import type { Endpoint, Probe } from '../../shared/openPlatform/protocol/endpoint';
import { TEST_TIMEOUT_MS, testRequest } from '../../shared/n8n/http/transport';
import { exchangeFrames, hasWebSocket } from '../../shared/n8n/http/webSocket';
import {
	handshakeRefusal,
	plainRequest,
	signHandshake,
	readFrame,
} from '../../shared/openPlatform/speech/streamingProtocol';
import { FRAME_CHARACTERS, MAX_FRAMES } from '../../shared/openPlatform/speech/streamingSpeech';
import { TESTED_ENDPOINTS } from '../../shared/openPlatform/protocol/services';
import { sendOnce } from '../transport/openPlatformClient';

/** Tests App ID and each key with one small call to the service that the key belongs to. */
export async function iflytekApiTest(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const verdicts = await Promise.all(
		testedKeys(data).map(async (key) => ({
			label: key.label,
			verdict: await verdictOn(this, key),
		})),
	);
	const { good, message } = testResult(verdicts);
	return { status: good ? 'OK' : 'Error', message };
}

async function verdictOn(context: ICredentialTestFunctions, key: TestedKey): Promise<Verdict> {
	try {
		const endpoint = testedEndpoint(key.service);
		const { probe } = endpoint.test;
		return probe === 'webSocket'
			? await testStreaming(context, key.data)
			: await testChecksum(context, key, endpoint, probe);
	} catch (error) {
		return judgeStreaming(error) ?? failedVerdict(error);
	}
}

async function testChecksum(
	context: ICredentialTestFunctions,
	{ data, advice }: TestedKey,
	endpoint: Endpoint,
	probe: Probe,
): Promise<Verdict> {
	try {
		const account = openPlatformAccount(data, endpoint);
		await sendOnce({ endpoint, ...probe }, data, probe.read ?? readEnvelope, async (request) => {
			const headers = signHeaders(request.headers, account, Date.now());
			return await testRequest(context, { ...request, headers });
		});
		return CONNECTED;
	} catch (error) {
		return judgeProbe(error, endpoint, probe, advice);
	}
}

/**
 * Tests App ID, API Key and API Secret with streaming speech. A plain GET shows whether the
 * signature is accepted, and if not, why. The service checks application and license only when it
 * gets a text.
 * @throws Failure
 */
async function testStreaming(
	context: ICredentialTestFunctions,
	data: Record<string, unknown>,
): Promise<Verdict> {
	const { appId, url, secrets } = signHandshake(data, Date.now());
	try {
		const response = await testRequest(context, { method: 'GET', ...plainRequest(url) });
		const refusal = handshakeRefusal(response, Date.now(), url);
		if (refusal) throw refusal;
		if (!hasWebSocket()) return { good: true, message: UNTESTED };
		await exchangeFrames({
			url,
			frame: probeFrame(appId),
			timeoutMs: TEST_TIMEOUT_MS,
			frameCharacters: FRAME_CHARACTERS,
			maxFrames: MAX_FRAMES,
			// The first frame already shows whether the application may use the service: `readFrame`
			// throws if it may not.
			read: (frame) => {
				readFrame(frame);
				return 'last';
			},
		});
		return CONNECTED;
	} catch (error) {
		throw shownFailure(error, secrets);
	}
}

/** Which keys the test of a credential tries, and how their results are combined. */

/**
 * The endpoint that a value of Service of This Key stands for.
 * @throws InputError for any other value
 */
export function testedEndpoint(value: unknown): Endpoint {
	const endpoint = TESTED_ENDPOINTS.find(({ test }) => test.value === value);
	if (endpoint) return endpoint;
	if (value === undefined || value === '')
		throw new InputError(
			'Service of This Key is empty',
			'Choose the service that the API Key belongs to. It is only used for this test.',
		);
	throw new InputError(
		'Service of This Key names no service that this credential can test',
		'Choose the service under Service of This Key again.',
	);
}

/** A key that the test tries. */
interface TestedKey {
	/** The field with the key. */
	label: string;
	/** The service that is called, as a value of Service of This Key. */
	service: unknown;
	/** The data of the credential, in which this key is the key of that service. */
	data: Record<string, unknown>;
	/** What to do if the service refuses the key. */
	advice: string;
}

/** The address of the page is not repeated: it is in the notice below the result of the test. */
const COPY_AGAIN = 'copy App ID and key again from the page of this service.';

/** The keys that a credential has: the API Key, and those of single services. */
export function testedKeys(data: Record<string, unknown>): TestedKey[] {
	const ownKeys = TESTED_ENDPOINTS.flatMap((endpoint): TestedKey[] => {
		const { name, label } = keyFieldOf(endpoint);
		if (entered(data, name) === '') return [];
		const advice = `Enter each key under its own service, or ${COPY_AGAIN}`;
		return [{ label, service: endpoint.test.value, data, advice }];
	});
	if (ownKeys.length > 0 && entered(data, 'apiKey') === '') return ownKeys;
	// The API Key is tested without the services' own keys.
	const emptyKeys = KEY_FIELDS.map(({ name }) => [name, '']);
	const apiKey: TestedKey = {
		label: 'API Key',
		service: data.testService,
		data: { ...data, ...Object.fromEntries(emptyKeys), separateKeys: false },
		advice: `Choose the service under Service of This Key, or ${COPY_AGAIN}`,
	};
	return [apiKey, ...ownKeys];
}

/** The result of the test: which keys failed, why, and what to do about them. */
export function testResult(verdicts: readonly { label: string; verdict: Verdict }[]): {
	good: boolean;
	message: string;
} {
	const failed = verdicts.filter(({ verdict }) => !verdict.good);
	const notes = verdicts.filter(({ verdict }) => verdict.message !== CONNECTED.message);
	const shown = failed.length > 0 ? failed : notes;
	const texts = shown.map(({ label, verdict }) =>
		verdicts.length === 1 ? verdict.message : `${label}: ${verdict.message}`,
	);
	const countText = failed.length > 1 ? [`${failed.length} of ${verdicts.length} keys failed`] : [];
	const advice = new Set(failed.map(({ verdict }) => verdict.advice ?? ''));
	const sentences = [...countText, ...texts, ...advice].filter((text) => text !== '');
	const message = sentences.map((text) => (text.endsWith('.') ? text : `${text}.`)).join(' ');
	return { good: failed.length === 0, message: message || CONNECTED.message };
}
