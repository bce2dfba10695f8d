/** The expressions that the editor writes if a user lets an agent's model fill in a parameter. */
import type { NodeParameterValueType } from 'n8n-workflow';

/** @param key the name of the parameter for the model */
export function fromModel(
	key: string,
	description: string,
	type: 'string' | 'number' = 'string',
): string {
	return `={{ $fromAI('${key}', \`${description}\`, '${type}') }}`;
}

/** The value of a parameter with a list to choose from. The model does not use the list. It fills in the ID. */
export function idFromModel(key: string, description: string): NodeParameterValueType {
	return { __rl: true, mode: 'id', value: fromModel(key, description) };
}
