/** Which keys the test of a credential tries, and how their results are combined. */
import { InputError } from '../../failure';
import { entered, KEY_FIELDS, keyFieldOf } from '../protocol/openPlatformAccount';
import { CONNECTED, type Verdict } from './probes';
import { TESTED_ENDPOINTS } from '../protocol/services';
import type { Endpoint } from '../protocol/endpoint';

/**
 * The endpoint that a value of Test Service stands for.
 * @throws InputError for any other value
 */
export function testedEndpoint(value: unknown): Endpoint {
	const endpoint = TESTED_ENDPOINTS.find(({ test }) => test.value === value);
	if (endpoint) return endpoint;
	if (value === undefined || value === '')
		throw new InputError(
			'Test Service is empty',
			'Choose the service that the API Key belongs to. It is only used for this test.',
		);
	throw new InputError(
		'Test Service names no service that this credential can test',
		'Choose the service under Test Service again.',
	);
}

/** A key that the test tries. */
export interface TestedKey {
	/** The field with the key. */
	label: string;
	/** The service that is called, as a value of Test Service. */
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
		advice: `Choose the service of this key under Test Service, or ${COPY_AGAIN}`,
	};
	return [apiKey, ...ownKeys];
}

/** The verdict on one of the keys. */
export interface KeyVerdict {
	label: string;
	verdict: Verdict;
}

/** The result of the test: which keys failed, why, and what to do about them. */
export function testResult(verdicts: readonly KeyVerdict[]): { good: boolean; message: string } {
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
