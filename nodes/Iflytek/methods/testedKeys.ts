import { InputError } from '../../shared/failure';
import {
	entered,
	KEY_FIELDS,
	keyFieldOf,
} from '../../shared/openPlatform/protocol/openPlatformAccount';
import type { Endpoint } from '../../shared/openPlatform/protocol/endpoint';
import { TESTED_ENDPOINTS } from '../../shared/openPlatform/protocol/services';

/** Which keys the test of a credential tries. */

/**
 * The endpoint that a value of Service of This Key stands for.
 * @throws InputError for any other value
 */
export function testedEndpoint(value: unknown): Endpoint {
	const endpoint = TESTED_ENDPOINTS.find(({ test }) => test.value === value);
	if (endpoint) return endpoint;
	if (value === undefined || value === '')
		throw new InputError(
			'Service of This Key is empty: first choose the service that the API Key belongs to',
			'It is only used for this test.',
		);
	throw new InputError(
		'Service of This Key names no service that this credential can test',
		'Choose the service under Service of This Key again.',
	);
}

/** A key that the test tries. */
export interface TestedKey {
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
