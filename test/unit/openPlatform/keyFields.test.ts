import { NodeHelpers } from 'n8n-workflow';
import { IflytekApi } from '../../../credentials/IflytekApi.credentials';

/** The fields for keys that the credential shows, and which of them are required. */
function keyFields(separateKeys: boolean) {
	const { properties } = new IflytekApi();
	const defaults = Object.fromEntries(properties.map((field) => [field.name, field.default ?? '']));
	const values = { ...defaults, separateKeys } as Parameters<
		typeof NodeHelpers.displayParameter
	>[0];
	const shown = properties.filter((field) =>
		NodeHelpers.displayParameter(values, field, null, null),
	);
	const keys = shown.filter(({ name }) => /Key$/.test(name));
	return {
		names: keys.map(({ name }) => name),
		required: shown.filter(({ required }) => required).map(({ name }) => name),
		groups: shown
			.filter(({ name }) => /(Key|Notice)$/.test(name) && !/^(apiKey|keyNotice)$/.test(name))
			.map(({ name, displayName, placeholder }) =>
				name.endsWith('Notice') ? displayName.split(':')[0] : [displayName, placeholder],
			),
	};
}

test('the credential shows one required key or, with separate keys, an optional key for each service', () => {
	expect(keyFields(false)).toEqual({
		names: ['apiKey'],
		required: ['appId', 'apiKey', 'testService'],
		groups: [],
	});
	const { names, required } = keyFields(true);
	expect([names[0], names.length > 5, required]).toEqual(['apiKey', true, ['appId']]);
	expect(new Set(names).size).toBe(names.length);
});

test('the fields for keys stand in groups, and an empty one says which key is used', () => {
	let group = '';
	const groups = new Set<string>();
	for (const entry of keyFields(true).groups)
		if (typeof entry === 'string') {
			group = entry;
			groups.add(group);
		} else
			expect(entry).toEqual([
				expect.stringMatching(new RegExp(`^Key for ${group}(:|$)`)),
				'If empty, the API Key above is used',
			]);
	expect([...groups]).toEqual(['Handwriting', 'Image', 'Speech', 'Text']);
});
