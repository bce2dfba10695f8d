import type { Service } from './endpoint';

/** Where a credential has the key of a service, and how errors say it. */

type KeyOfService = Pick<Service, 'test'>;

/** The title of the field for the key of a service. */
export const keyLabel = ({ test }: KeyOfService) => `Key for ${test.name}`;

/** The field in advice that is written before the service is known. */
const ANY_FIELD = 'the name of the service';

/** What to do if the credential has the key of another service. */
export const OTHER_KEY = `If the API Key is that of another service, keep it, turn on Separate Keys per Service and enter this one under ${ANY_FIELD}.`;

/** Advice with the field for the key of this service in it. */
export function namingField(advice: string, service: KeyOfService | undefined): string {
	return service === undefined ? advice : advice.replaceAll(ANY_FIELD, keyLabel(service));
}
