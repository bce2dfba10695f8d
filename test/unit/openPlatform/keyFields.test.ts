import { NodeHelpers } from 'n8n-workflow';
import { IflytekApi } from '../../../credentials/IflytekApi.credentials';

/** The fields for keys that the credential shows, and which of them are required. */
function keyFields(separateKeys: boolean) {
	const { properties } = new IflytekApi();
	const defaults = Object.fromEntries(properties.map((field) => [field.name, field.default ?? '']));
	const values = { ...defaults, separateKeys } as Parameters<
		typeof NodeHelpers.displayParameter
	>[0];
	const shown = properties
		.filter((field) => NodeHelpers.displayParameter(values, field, null, null))
		.filter(({ name }) => /Key$/.test(name));
	return {
		names: shown.map(({ name }) => name),
		required: shown.filter(({ required }) => required).map(({ name }) => name),
	};
}

test('the credential shows one required key or, with separate keys, an optional key for each service', () => {
	expect(keyFields(false)).toEqual({ names: ['apiKey'], required: ['apiKey'] });
	const { names, required } = keyFields(true);
	expect([names[0], names.length > 5, required]).toEqual(['apiKey', true, []]);
	expect(new Set(names).size).toBe(names.length);
});
