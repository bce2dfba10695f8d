/** What the panel says about each parameter: what it does, its unit and its limits. */
import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import { IflytekAiCallTrigger } from '../../nodes/IflytekAiCallTrigger/IflytekAiCallTrigger.node';
import { CHOICES } from '../document/table/choices';
import { choicesOf, CREDENTIALS, NODES, within } from './described';

const PARAMETERS = [...NODES.map(({ description }) => description), ...CREDENTIALS].flatMap(
	(holder) =>
		holder.properties.flatMap(within).map((property) => ({
			place: `${holder.displayName} › ${property.displayName}`,
			field: `${holder.displayName}: ${property.name}`,
			property,
		})),
);

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

test("the description of AI Call Trigger begins with that of AI Call, because n8n shows both as one entry with the trigger's description", () => {
	const [node, trigger] = [new IflytekAiCall(), new IflytekAiCallTrigger()];
	expect(`${trigger.description.name}`).toBe(`${node.description.name}Trigger`);
	expect(trigger.description.description.startsWith(`${node.description.description}. `)).toBe(
		true,
	);
});

/** The entries of collections and their groups. */
const COLLECTIONS = PARAMETERS.filter(({ property: { type } }) => type === 'collection');

test.each(COLLECTIONS)(
	'$place: the entries are in the order of their titles, and each says what it does',
	({ property: { options = [] } }) => {
		const titles = options.map((option) => ('displayName' in option ? option.displayName : ''));
		expect(titles).toEqual([...titles].sort((a, b) => a.localeCompare(b, 'en')));
		const silent = options.filter(
			(option) => (('description' in option && option.description) || '').split(' ').length < 4,
		);
		expect(silent.map(({ name }) => name)).toEqual([]);
	},
);

test('the call trigger has one notice, with the URL for tests and each module', () => {
	const notices = new IflytekAiCallTrigger().description.properties.filter(
		({ type }) => type === 'notice',
	);
	expect(notices.map(({ displayOptions }) => displayOptions)).toEqual([undefined]);
	for (const text of [
		'Production URL',
		'Test URL',
		'receiveCallRecord',
		'receiveVoice',
		'receiveDialog',
	])
		expect(notices[0]?.displayName).toContain(text);
});

test('no text of a node has an address in it, other than behind a link', () => {
	const texts = PARAMETERS.flatMap(({ property: { displayName, description = '', hint = '' } }) => [
		displayName,
		description,
		hint,
	]);
	expect(texts.filter((text) => /https?:\/\/\S{30}/.test(text.replace(/<a [^>]*>/g, '')))).toEqual(
		[],
	);
});

/** The choices of a field that have a text beside them. Operations of different resources may have the same value. */
const described = PARAMETERS.flatMap(({ field, property }) => {
	const { name, displayOptions } = property;
	const [resource = ''] = name === 'operation' ? (displayOptions?.show?.resource ?? []) : [];
	const withText = choicesOf(property).filter(({ description = '' }) => description !== '');
	const whole = resource === '' ? field : `${field} of ${String(resource)}`;
	return withText.map(({ value, description = '' }) => ({
		field: whole,
		value: String(value),
		description,
	}));
});

test('each choice has the text of its value beside it, and no text belongs to two values', () => {
	const wrong = described.flatMap(({ field, value, description }) => {
		const fitting = Object.entries(CHOICES[field] ?? {}).filter(([, words]) =>
			words.test(description),
		);
		const values = fitting.map(([other]) => other).join();
		return values === value ? [] : [`${field}, ${value}: ${description}`];
	});
	expect(wrong).toEqual([]);
	const known = Object.entries(CHOICES).flatMap(([field, values]) =>
		Object.keys(values).map((value) => `${field}, ${value}`),
	);
	const shown = new Set(described.map(({ field, value }) => `${field}, ${value}`));
	expect(known.filter((choice) => !shown.has(choice))).toEqual([]);
});
