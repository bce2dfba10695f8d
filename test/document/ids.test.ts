import { EVERY_EVENT, PUSHES } from './pushes';
import { TriggerServer } from '../engine/webhookHarness';
import { DocumentBench } from './bench';
import { chosen, LINE, ROW_PARAMETERS, ROW_ITEM, SCRIPT } from './table/calls';
import {
	CALL_RECORD_IDS,
	CONFIGURATION_IDS,
	CONTEXT_IDS,
	DIALOG_ENTRY_IDS,
	DIALOG_IDS,
	HIT_IDS,
	RECORDING_IDS,
	TASK_IDS,
} from './table/ids';

const bench = new DocumentBench();

/**
 * The numbers after which the ids of each length begin. JavaScript numbers can hold the short ids, but not the long ones.
 * Both must become text.
 */
const STARTS = { 'of 19 digits': 8_462_526_151_238_696_701n, 'of 5 digits': 65_581n };

/** The ids of the running test. */
const newIds = new Set<string>();
let lastId = 0n;
/** The number of trigger servers so far. Each server has its own node id. */
let servers = 0;

beforeEach(() => newIds.clear());

/** Makes an id. All ids are odd, because JavaScript numbers of 19 digits are even. */
function newId(): string {
	lastId += 2n;
	const id = String(lastId);
	newIds.add(id);
	return id;
}

/** A new id for each of these fields. */
const idsFor = (fields: readonly string[]): Record<string, string> =>
	Object.fromEntries(fields.map((field) => [field, newId()]));

/** A value as JSON, in which each id of `newId` is a number without quotes. */
const withBareIds = (value: object) =>
	JSON.stringify(value).replace(/"(\d+)"/g, (text, id: string) => (newIds.has(id) ? id : text));

test('the long ids in these tests would lose digits as JavaScript numbers', () => {
	lastId = STARTS['of 19 digits'];
	const id = newId();
	expect(String(JSON.parse(id))).not.toBe(id);
	expect(withBareIds({ id })).toBe(`{"id":${id}}`);
});

describe.each(Object.entries(STARTS))('ids %s', (_name, start) => {
	beforeEach(() => {
		lastId = start;
	});

	describe('pushes', () => {
		/** Pushes a body to a trigger, and returns the item that the trigger makes of the body. */
		async function received(node: string, body: object, options: object = {}): Promise<unknown> {
			const nodeType = bench.built.nodes[node];
			if (!nodeType) throw new Error(`The package has no ${node}`);
			const server = await new TriggerServer({
				nodeType,
				parameters: node === 'iflytekAiCallTrigger' ? { events: EVERY_EVENT, options } : {},
				nodeId: `ids-${++servers}`,
			}).start();
			try {
				expect(await server.post(withBareIds(body))).toMatchObject({ status: 200 });
				return server.executions[0]?.[0]?.json;
			} finally {
				await server.stop();
			}
		}

		test('each id of a call record is text, and so are the ids in the fields that the trigger adds', async () => {
			const ids = idsFor(CALL_RECORD_IDS);
			const body = { ...ids, direction: 2, task_row_index: 1 };
			const eventId = `${ids.call_uuid}:callRecord:outbound:0`;
			expect(await received('iflytekAiCallTrigger', body, { simplify: false })).toMatchObject({
				...ids,
				eventId,
			});
			const { caller: callingNumber, callee: customerNumber, ...others } = ids;
			expect(await received('iflytekAiCallTrigger', body)).toMatchObject({
				...others,
				callingNumber,
				customerNumber,
				eventId,
			});
		});

		test('each id of a recording is text', async () => {
			const ids = idsFor(RECORDING_IDS);
			expect(await received('iflytekAiCallTrigger', { ...ids, url: 'a.wav' })).toMatchObject({
				...ids,
				eventId: `${ids.call_uuid}:recording`,
			});
		});

		test('each id of a dialog is text, and so are the ids of its entries and hits', async () => {
			const [ids, hit] = [idsFor(DIALOG_IDS), idsFor(HIT_IDS)];
			const dialog = [
				{
					seq: '1',
					role: 'customer',
					...idsFor(DIALOG_ENTRY_IDS),
					hits: [{ ...hit, hit: '肯定', pick: true }],
				},
			];
			expect(
				await received('iflytekAiCallTrigger', { ...ids, dialog }, { simplify: false }),
			).toMatchObject({ ...ids, dialog });
		});

		test.each(PUSHES.map(({ kind, examples }) => [kind, examples] as const))(
			'whatever its page calls an id is text: %s',
			async (_kind, [example]) => {
				const sent = { ...example?.sent };
				const ids = idsFor(Object.keys(sent).filter((name) => /_(?:id|uuid)$/.test(name)));
				expect(
					await received('iflytekAiCallTrigger', { ...sent, ...ids }, { simplify: false }),
				).toMatchObject(ids);
			},
		);

		test('each id of a request for dynamic data is text', async () => {
			const ids = idsFor(CONTEXT_IDS);
			expect(await received('iflytekAiCallContextTrigger', ids)).toMatchObject(ids);
		});
	});

	describe('responses', () => {
		const answer = (result: object) => withBareIds({ code: 0, message: 'ok', result });

		/** Runs the node without an error, and returns the JSON of its items. */
		async function resultsOf(parameters: object, item = {}): Promise<unknown[]> {
			const { error, outputs } = await bench.run('iflytekAiCall', { ...parameters }, item);
			expect(error).toBeUndefined();
			return (outputs[0] ?? []).map(({ json }) => json);
		}

		test.each([true, false])(
			'each id of the configuration is text (Simplify %s)',
			async (simplify) => {
				const lists = Object.fromEntries(
					Object.entries(CONFIGURATION_IDS).map(([list, field]) => [list, [idsFor([field])]]),
				);
				bench.simulator.aiCall.failNext('configQuery', { kind: 'body', text: answer(lists) });
				const [result] = await resultsOf({
					resource: 'configuration',
					operation: 'get',
					kind: 'all',
					options: { simplify },
				});
				expect(result).toMatchObject(simplify ? lists : { result: lists });
			},
		);

		test.each(['fields', 'raw'])('each id of a task is text (Output %s)', async (output) => {
			const ids = idsFor(TASK_IDS);
			bench.simulator.aiCall.failNext('taskQuery', {
				kind: 'body',
				text: answer({ total_rows: 1, rows: [ids] }),
			});
			const [result] = await resultsOf({
				resource: 'task',
				operation: 'get',
				taskId: chosen(ids.task_id ?? ''),
				output,
				fields: TASK_IDS,
			});
			expect(result).toMatchObject(output === 'fields' ? ids : { result: { rows: [ids] } });
		});

		test('the id of a created task is text', async () => {
			const ids = idsFor(['task_id']);
			bench.simulator.aiCall.failNext('taskCreate', { kind: 'body', text: answer(ids) });
			expect(
				await resultsOf({
					resource: 'task',
					operation: 'create',
					runMode: 'real',
					taskName: 'Renewals',
					robotId: chosen(SCRIPT),
					lineNum: chosen(LINE),
				}),
			).toMatchObject([ids]);
		});

		test.each(['place', 'addRows'])('%s: the id of each sent row is text', async (operation) => {
			const ids = [newId()];
			const isPlace = operation === 'place';
			const parameters = isPlace
				? { resource: 'call', operation, robotId: chosen(SCRIPT), lineNum: chosen(LINE) }
				: { resource: 'task', operation, taskId: chosen(await bench.newTask()) };
			bench.simulator.aiCall.failNext(isPlace ? 'callout' : 'taskInsert', {
				kind: 'body',
				text: answer({ total: 1, task_data_ids: ids }),
			});
			expect(
				await resultsOf({ ...parameters, runMode: 'real', ...ROW_PARAMETERS }, ROW_ITEM),
			).toMatchObject([{ task_data_id: ids[0] }]);
		});

		test('`image_id` of document 1 is text', async () => {
			const image = { image_id: newId(), type: 0, confidence: 1, categories: [] };
			bench.simulator.openPlatform.faults.add({
				kind: 'body',
				body: 'text',
				text: withBareIds({ code: '0', data: image, desc: 'success', sid: 's' }),
			});
			const { outputs } = await bench.run('iflytek', {
				resource: 'image',
				operation: 'detectViolence',
				inputType: 'ids',
				imageIds: 'id-1',
			});
			expect(outputs[0]?.[0]?.json).toMatchObject({ image_id: image.image_id });
		});
	});
});
