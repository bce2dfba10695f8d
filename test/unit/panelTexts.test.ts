/** What the panel says about each parameter: what it does, its unit and its limits. */
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { IflytekAiCallApi } from '../../credentials/IflytekAiCallApi.credentials';
import { IflytekApi } from '../../credentials/IflytekApi.credentials';
import { Iflytek } from '../../nodes/Iflytek/Iflytek.node';
import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import { IflytekAiCallContextTrigger } from '../../nodes/IflytekAiCallContextTrigger/IflytekAiCallContextTrigger.node';
import { IflytekAiCallTaskTrigger } from '../../nodes/IflytekAiCallTaskTrigger/IflytekAiCallTaskTrigger.node';
import { IflytekAiCallTrigger } from '../../nodes/IflytekAiCallTrigger/IflytekAiCallTrigger.node';

/** A parameter, and all parameters inside it. */
function withInnerParameters(property: INodeProperties): INodeProperties[] {
	const inner = (property.options ?? []).flatMap(
		(option: INodePropertyOptions | INodeProperties | INodePropertyCollection) =>
			// A group of a fixed collection has `values`, a parameter has a `type`, and a choice has neither.
			'values' in option ? option.values : 'type' in option ? [option] : [],
	);
	return [property, ...inner.flatMap(withInnerParameters)];
}

const NODES = [
	new Iflytek(),
	new IflytekAiCall(),
	new IflytekAiCallTrigger(),
	new IflytekAiCallContextTrigger(),
	new IflytekAiCallTaskTrigger(),
];
const CREDENTIALS = [new IflytekApi(), new IflytekAiCallApi()];

const PARAMETERS = [...NODES.map(({ description }) => description), ...CREDENTIALS].flatMap(
	(holder) =>
		holder.properties
			.flatMap(withInnerParameters)
			.map((property) => ({ place: `${holder.displayName} › ${property.displayName}`, property })),
);

/** Parameters whose name says everything. */
const SPEAK_FOR_THEMSELVES = ['resource', 'operation'];

test('each parameter says what it does', () => {
	const silent = PARAMETERS.filter(({ property: { type, name, description } }) => {
		const needsWords =
			!['notice', 'hidden', 'collection', 'fixedCollection'].includes(type) &&
			!SPEAK_FOR_THEMSELVES.includes(name);
		return needsWords && (description ?? '').trim() === '';
	});
	expect(silent.map(({ place }) => place)).toEqual([]);
});

test('a number with a unit has the unit in its name', () => {
	const UNITS = {
		Seconds: /\bseconds? to\b/i,
		Milliseconds: /\bmilliseconds? to\b/i,
		Minutes: /\bminutes? (to|between)\b/i,
		Hours: /\bhours? to\b/i,
	};
	const missing = PARAMETERS.filter(({ property: { type, displayName, description = '' } }) =>
		Object.entries(UNITS).some(
			([unit, words]) =>
				type === 'number' && words.test(description) && !displayName.endsWith(`(${unit})`),
		),
	);
	expect(missing.map(({ place }) => place)).toEqual([]);
	// There are such numbers.
	expect(
		PARAMETERS.filter(
			({ property: { type, displayName } }) =>
				type === 'number' && /\((Milliseconds|Seconds)\)$/.test(displayName),
		).length,
	).toBeGreaterThanOrEqual(3);
});

test('the description of a number between two limits names both', () => {
	const missing = PARAMETERS.filter(
		({ property: { typeOptions: { minValue, maxValue } = {}, description = '' } }) => {
			if (minValue === undefined || maxValue === undefined) return false;
			return !description.includes(
				`from ${minValue.toLocaleString('en')} to ${maxValue.toLocaleString('en')}`,
			);
		},
	);
	expect(missing.map(({ place }) => place)).toEqual([]);
});

const MAX_WORDS = 30;

test(`a description has at most ${MAX_WORDS} words: the reference has the rest`, () => {
	const choices = PARAMETERS.flatMap(({ place, property: { options = [] } }) =>
		options
			.filter((option) => 'value' in option)
			.map((option) => ({ place: `${place} › ${option.name}`, property: option })),
	);
	const texts = [...PARAMETERS, ...choices].flatMap(({ place, property }) =>
		Object.entries(property)
			.filter(([name]) => ['description', 'hint'].includes(name))
			.map(([, text]) => ({ place, words: String(text).split(/\s+/).length })),
	);
	expect(texts.length).toBeGreaterThan(200);
	expect(texts.filter(({ words }) => words > MAX_WORDS)).toEqual([]);
});

test('the notice of the operation Place is short', () => {
	const [notice] = new IflytekAiCall().description.properties.filter(
		({ type, displayOptions }) =>
			type === 'notice' && displayOptions?.show?.operation?.includes('place'),
	);
	const text = notice?.displayName ?? '';
	expect(text).toMatch(/Real calls people/);
	expect(text.split(/\s+/).length).toBeLessThanOrEqual(30);
	expect(text).not.toMatch(/[<>]/);
});

test("the description of AI Call Trigger begins with that of AI Call, because n8n shows both as one entry with the trigger's description", () => {
	const [node, trigger] = [new IflytekAiCall(), new IflytekAiCallTrigger()];
	expect(`${trigger.description.name}`).toBe(`${node.description.name}Trigger`);
	expect(trigger.description.description.startsWith(`${node.description.description}. `)).toBe(
		true,
	);
});

test('the credential begins with the notice on one key per service, and its addresses are under one heading', () => {
	const { properties } = new IflytekApi();
	const [first] = properties;
	expect([first?.type, first?.displayName]).toEqual([
		'notice',
		expect.stringMatching(/own API Key.*console.*guide.*Separate Keys per Service/),
	]);
	const heading = properties.findIndex(
		({ type, displayName }) => type === 'notice' && displayName.startsWith('Base URLs: '),
	);
	const addressFields = properties
		.map(({ name }, index) => ({ name, index }))
		.filter(({ name }) => name.endsWith('BaseUrl'));
	expect(addressFields.map(({ index }) => index)).toEqual(
		[1, 2, 3, 4, 5].map((offset) => heading + offset),
	);
	expect(
		properties
			.filter(({ name }) => name.endsWith('BaseUrl'))
			.map(({ default: address }) => String(address).split(':')[0]),
	).toEqual(['https', 'https', 'http', 'https', 'wss']);
});
