import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { runItems, type ItemHandler } from '../../nodes/shared/n8n/run/items';
import { runNode } from './harness';

/** A node that only runs `runItems`. */
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

let concurrency = 1;
let handle: ItemHandler = async () => [];

async function loop(items: number, settings: { concurrency: number; handle: ItemHandler }) {
	({ concurrency, handle } = settings);
	const { outputs, error } = await runNode({
		nodeType: new Looping(),
		parameters: {},
		items: Array.from({ length: items }, () => ({})),
	});
	return { outputs, error };
}

test.each(['goes on', 'was set back'])(
	'items that take long to prepare let other work run between them, even if the clock %s',
	async (clock) => {
		let turns = 0;
		let counting = true;
		const count = () => {
			turns++;
			if (counting) setImmediate(count);
		};
		setImmediate(count);
		await loop(20, {
			concurrency: 20,
			handle: async (index) => {
				for (const end = performance.now() + 3; performance.now() < end;);
				if (clock === 'was set back') jest.spyOn(Date, 'now').mockReturnValue(0);
				return [{ json: { index, turns } }];
			},
		}).then(({ outputs }) => {
			counting = false;
			jest.restoreAllMocks();
			const seen = outputs[0]?.map(({ json }) => Number(json.turns)) ?? [];
			expect(new Set(seen).size).toBeGreaterThanOrEqual(15);
		});
	},
);

test('results are in the order of the input, whichever ends first, and each is paired with its item', async () => {
	const { outputs } = await loop(4, {
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
