import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { runItems, type ItemHandler } from '../../nodes/shared/n8n/run/items';
import { runNode } from './harness';

/** A node that only runs `runItems`, with the settings of the current test. */
class Looping implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Looping',
		name: 'looping',
		group: ['transform'],
		version: 1,
		description: 'The item loop of a test',
		defaults: { name: 'Looping' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	};

	async execute(this: IExecuteFunctions) {
		return [await runItems(this, concurrency, handle)];
	}
}

/** What the node of the current test passes to `runItems`. */
let concurrency = 1;
let handle: ItemHandler = async () => [];

async function runLoop(itemCount: number, settings: { concurrency: number; handle: ItemHandler }) {
	({ concurrency, handle } = settings);
	const { outputs, error } = await runNode({
		nodeType: new Looping(),
		parameters: {},
		items: Array.from({ length: itemCount }, () => ({})),
	});
	return { outputs, error };
}

test.each(['runs normally', 'is set back'])(
	'between items that take long to prepare, other work of n8n can run, even if the clock %s',
	async (clock) => {
		// The other work: it counts how often it could run.
		let turns = 0;
		let counting = true;
		const count = () => {
			turns++;
			if (counting) setImmediate(count);
		};
		setImmediate(count);
		const { outputs } = await runLoop(20, {
			concurrency: 20,
			handle: async (index) => {
				// Keeps the process busy for 3 ms.
				for (const end = performance.now() + 3; performance.now() < end;);
				if (clock === 'is set back') jest.spyOn(Date, 'now').mockReturnValue(0);
				return [{ json: { index, turns } }];
			},
		});
		counting = false;
		jest.restoreAllMocks();
		const turnsAtItems = outputs[0]?.map(({ json }) => Number(json.turns)) ?? [];
		expect(new Set(turnsAtItems).size).toBeGreaterThanOrEqual(15);
	},
);

test('results are in the order of their items, even if a later item ends first, and each is paired with its item', async () => {
	const { outputs } = await runLoop(4, {
		concurrency: 4,
		handle: async (index) => {
			await new Promise((resolve) => setTimeout(resolve, (4 - index) * 10));
			return Array.from({ length: index }, (_, part) => ({ json: { index, part } }));
		},
	});
	expect(outputs).toEqual([
		[
			{ json: { index: 1, part: 0 }, pairedItem: { item: 1 } },
			{ json: { index: 2, part: 0 }, pairedItem: { item: 2 } },
			{ json: { index: 2, part: 1 }, pairedItem: { item: 2 } },
			...[0, 1, 2].map((part) => ({ json: { index: 3, part }, pairedItem: { item: 3 } })),
		],
	]);
});
