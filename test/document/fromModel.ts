/** The expressions that the editor writes when a user leaves a parameter to an agent's model. */
import type { NodeParameterValueType } from 'n8n-workflow';

/** @param key the name of the parameter for the model */
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
