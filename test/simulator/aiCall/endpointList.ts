import { join } from 'path';
import { modulesIn } from '../modulesIn';
import type { CallEndpoint } from './endpoint';

/** Every endpoint of document 2, part 4. Each file in endpoints/ defines one. */
export const endpoints: readonly CallEndpoint[] = modulesIn<{ endpoint: CallEndpoint }>(
	join(__dirname, 'endpoints'),
).map(({ module }) => module.endpoint);

/** The name of an endpoint, such as `taskPause`. */
export type Endpoint = string;

export const ENDPOINTS: readonly Endpoint[] = endpoints.map(({ name }) => name);

/** The paths by endpoint name. */
export const PATHS: Readonly<Record<Endpoint, string>> = Object.fromEntries(
	endpoints.map(({ name, path }) => [name, path]),
);

export function isEndpoint(name: string): boolean {
	return ENDPOINTS.includes(name);
}
