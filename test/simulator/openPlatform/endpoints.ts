import { join } from 'path';
import { modulesIn } from '../modulesIn';
import type { Endpoint } from './endpoint';

/** Every endpoint over HTTP. The files in endpoints/ define them. */
export const endpoints: readonly Endpoint[] = modulesIn<{ endpoints: readonly Endpoint[] }>(
	join(__dirname, 'endpoints'),
).flatMap(({ module }) => module.endpoints);

export const endpointNames: readonly string[] = endpoints.map(({ name }) => name);
