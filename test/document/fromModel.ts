/** What an agent's model fills in, as the editor writes it when a user leaves a parameter to the model. */
import type { NodeParameterValueType } from 'n8n-workflow';

/** @param key what the model calls it */
export function fromModel(
	key: string,
	description: string,
	type: 'string' | 'number' = 'string',
): string {
	return `={{ $fromAI('${key}', \`${description}\`, '${type}') }}`;
}

/** The same for a parameter that is chosen from a list, or given by its ID. */
export function idFromModel(key: string, description: string): NodeParameterValueType {
	return { __rl: true, mode: 'id', value: fromModel(key, description) };
}
