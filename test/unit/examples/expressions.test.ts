/** The expressions and the code of each example run with rows of this hour, of days ago, repeated, and without values. */
import type { IDataObject, INode } from 'n8n-workflow';
import { VARIANTS, type Variant } from './samples';
import { expressionsIn, isNote, NAMES, readExample, Run } from './workflow';

/** What no person should read, and no node should get. */
const BROKEN = /undefined|NaN|\[object |Invalid Date/;

/** Values that an agent's model fills in. */
const OF_A_MODEL = /\$fromAI\(|\$tool\b/;

/** What is wrong with a value; undefined if nothing is. Where there is data, there must be a value. */
function complaint(value: () => unknown, hasData: boolean): string | undefined {
	try {
		const found = value();
		if (found === undefined || found === null) return hasData ? 'no value' : undefined;
		const text = JSON.stringify(found);
		return BROKEN.test(text) ? text : undefined;
	} catch (error) {
		const { message } = error as Error;
		// A code may stop the workflow, and then says what that means.
		return /nobody is called$/.test(message) ? undefined : message;
	}
}

describe.each(NAMES)('%s', (name) => {
	const example = readExample(name);
	const nodes = example.nodes.filter((node) => !isNote(node));

	test.each(VARIANTS)('its expressions and code give values with items: %s', (variant) => {
		const run = new Run(example, variant);
		const hasData = variant !== 'empty' && variant !== 'none';
		const wrong = nodes.flatMap((node) => {
			const values = expressionsIn(node.parameters)
				.filter(([, expression]) => !OF_A_MODEL.test(expression))
				.map(
					([path, expression]) =>
						[path, (from?: INode[]) => run.valueOf(node, expression, 0, from)] as const,
				);
			const code =
				node.type === 'n8n-nodes-base.code' ? [['jsCode', () => run.runCode(node)] as const] : [];
			// A node without items does not run. Of several nodes before it, one gives what it reads.
			const sources = run.sourcesOf(node.name);
			const inputs = sources.length === 0 ? [undefined] : sources.map((source) => [source]);
			const given = inputs.filter((input) => run.inputOf(node.name, input).length > 0);
			return [...values, ...code].flatMap(([path, value]) => {
				const found = given.map((input) => complaint(() => value(input), hasData));
				return found.length > 0 && found.every((one) => one !== undefined)
					? [`${node.name}, ${path}: ${found.join(' or ')}`]
					: [];
			});
		});
		expect(wrong).toEqual([]);
	});
});

test.each<[Variant, number, string]>([
	['whole', 2, '15400019999'],
	['whole', 1, '15400010001'],
	['repeated', 1, '15400019999'],
	['old', 0, '15400019999'],
	['empty', 0, '15400019999'],
])(
	'call-again, with items %s: %i numbers are called again, if nobody calls %s',
	(variant, numbers, neverCalled) => {
		const example = readExample('call-again');
		const code = example.nodes.find(({ type }) => type === 'n8n-nodes-base.code');
		if (!code) throw new Error('call-again has no code');
		// The person asks for the task of these calls, of which each was tried once.
		const run = new Run(example, variant, (node, json) =>
			node === 'Never Call'
				? { phone: neverCalled }
				: {
						...json,
						...('Task' in json ? { Task: 't' } : {}),
						...('task_id' in json ? { task_id: 't', tries: 1 } : {}),
					},
		);
		expect(run.runCode(code)).toHaveLength(numbers);
	},
);

/** What the code of a node returns with whole items, if samples are changed. */
function codeOf(name: string, node: string, change?: (node: string, json: IDataObject) => object) {
	const example = readExample(name);
	const code = example.nodes.find((one) => one.name === node);
	if (!code) throw new Error(`${name} has no ${node}`);
	return new Run(example, 'whole', change as never).runCode(code).map(({ json }) => json);
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

test.each([
	['half an hour after the last call', 29, 1, 0],
	['later', 31, 1, 2],
	['with two tries today, asked for', 0, 2, 2],
	['with three tries today, asked for', 0, 3, 0],
	['with five tries in the week', 2 * DAY_MINUTES, 5, 2],
	['with six tries in the week', 2 * DAY_MINUTES, 6, 0],
	['with calls of the week before', 8 * DAY_MINUTES, 1, 0],
])('call-again, %s: %d minutes ago with %d tries', (when, minutes, tries, numbers) => {
	const at = new Date(Date.now() - minutes * MINUTE_MS).toISOString();
	const again = codeOf('call-again', 'Who Is Called Again', (node, json) => {
		// A person who asks does not wait.
		if (node === 'Ask on a Page') return when.endsWith('asked for') ? { Task: 't' } : {};
		if (node === 'Never Call') return { phone: '15400019999' };
		return 'tries' in json ? { ...json, at, tries, task_id: 't' } : json;
	});
	expect(again).toHaveLength(numbers);
});

test('campaign: only ready rows are sent, and only if the person has approved', () => {
	const sent = (decision: string, state: string) => {
		let checked = 0;
		return codeOf('campaign', 'Their Rows', (node, json) => {
			if (node === 'Approve') return { ...json, Decision: decision };
			if (node === 'Check') return { ...json, state: checked++ === 0 ? state : 'ready' };
			return json;
		}).length;
	};
	expect(sent('Call them', 'ready') - sent('Call them', 'problem')).toBe(1);
	expect(sent('Call them', 'ready')).toBeGreaterThan(0);
	expect(sent('Call nobody', 'ready')).toBe(0);
});

test('campaign-holidays: each holiday of the calendar, and each weekend that is worked', () => {
	const [dates] = codeOf('campaign-holidays', 'Holidays') as Record<string, string[]>[];
	expect(dates?.holidays).toHaveLength(33);
	expect(dates?.holidays?.slice(0, 4)).toEqual([
		'2026-01-01',
		'2026-01-02',
		'2026-01-03',
		'2026-02-15',
	]);
	expect(dates?.workdays).toEqual([
		'2026-01-04',
		'2026-02-14',
		'2026-02-28',
		'2026-05-09',
		'2026-09-20',
		'2026-10-10',
	]);
});
