/** What a run opens of a node's memory: what identifies its rows, and how much must be kept. */
import { randomUUID } from '../../setup/chance';
import type { IExecuteFunctions } from 'n8n-workflow';
import type { RepeatSettings } from '../../../nodes/IflytekAiCall/entry/delivery';
import { openStore } from '../../../nodes/IflytekAiCall/sentBefore/openStore';
import { begunBefore } from '../../../nodes/IflytekAiCall/sentBefore/begunBefore';
import { entriesFor } from '../../../nodes/IflytekAiCall/sentBefore/capacity';
import { begunText } from '../../../nodes/IflytekAiCall/sentBefore/rowIdentities';
import { clockAt, contextOf, entriesTo, NOON, type Surroundings } from './context';

const DAY = 24 * 3_600_000;
const entry = entriesTo({ body: (rows) => ({ rows }), script: '7' });
const settingsOf = (repeat: RepeatSettings['repeat']): RepeatSettings => ({
	repeat,
	...(repeat === 'oncePerKey' && { rememberedKeys: 100 }),
	sendInterrupted: false,
});

/** Opens the store in a process of its own. */
async function open(
	{
		repeat = 'onceADay',
		...surroundings
	}: Surroundings & { repeat?: RepeatSettings['repeat'] } = {},
	now = NOON,
	zone?: string,
) {
	const { context } = contextOf({
		node: { id: randomUUID() },
		execution: { id: '7', establishedAt: NOON },
		...surroundings,
	});
	return await openStore(context, 'place', settingsOf(repeat), clockAt(now), zone);
}

/** What identifies a row in a run with these settings. */
async function identityIn(...given: Parameters<typeof open>) {
	const opened = await open(...given);
	const row = entry(0);
	opened?.identities.note(row);
	return opened?.identities.of(row);
}

const execution = (id: string, more: object = {}) => ({ id, establishedAt: NOON, ...more });

test('an execution without an ID has only rows with keys: n8n cannot start it again', async () => {
	expect(await open({ execution: undefined })).toBeUndefined();
	expect(await open({ execution: undefined, repeat: 'eachRun' })).toBeUndefined();
	expect(await open({ execution: undefined, repeat: 'oncePerKey' })).toMatchObject({
		marker: 'day 2026-11-23',
		entriesBefore: 0,
	});
});

test('an execution without an ID begins now, whatever n8n tells of it', async () => {
	const { context } = contextOf({
		node: { id: randomUUID() },
		execution: { id: '7', establishedAt: NOON },
	});
	Reflect.set(context, 'getExecutionId', () => undefined);
	const opened = await openStore(context, 'place', settingsOf('oncePerKey'), clockAt(NOON + DAY));
	expect(opened?.marker).toBe('day 2026-11-24');
});

describe('a row is the same', () => {
	test('in all executions that began on one day', async () => {
		const same = await identityIn();
		expect(same).toMatch(/^place [\w-]{43}$/);
		expect(await identityIn({ execution: execution('8') })).toBe(same);
		const tomorrow = execution('8', { establishedAt: NOON + DAY });
		expect(await identityIn({ execution: tomorrow }, NOON + DAY)).not.toBe(same);
		// A retry has the day of the first execution.
		const retry = execution('9', { mode: 'retry' });
		expect(await identityIn({ execution: retry }, NOON + DAY)).toBe(same);
	});

	test('on a day of the zone of its customers', async () => {
		const late = Date.parse('2026-11-23T23:30:00+08:00');
		const row = (zone: string | undefined) => entriesTo({ body: () => ({}), script: '7', zone })(0);
		const identityOn = async (establishedAt: number, zone?: string) => {
			const opened = await open({ execution: execution('7', { establishedAt }) }, establishedAt);
			const one = row(zone);
			opened?.identities.note(one);
			return opened?.identities.of(one);
		};
		expect(await identityOn(late)).toBe(await identityOn(NOON));
		expect(await identityOn(late, 'Asia/Tokyo')).not.toBe(await identityOn(NOON, 'Asia/Tokyo'));
		expect((await open({}, late, 'Asia/Tokyo'))?.marker).toBe('day 2026-11-23');
		const opened = await open(
			{ execution: execution('7', { establishedAt: late }) },
			late,
			'Asia/Tokyo',
		);
		expect(opened?.marker).toBe('day 2026-11-24');
	});

	test('in one run of one execution, if each run sends all rows', async () => {
		const repeat = 'eachRun' as const;
		const same = await identityIn({ repeat });
		expect(await identityIn({ repeat })).toBe(same);
		expect(await identityIn({ repeat, execution: execution('8') })).not.toBe(same);
		expect(await identityIn({ repeat, execution: execution('7', { runIndex: 1 }) })).not.toBe(same);
	});

	test('wherever its key is the same', async () => {
		const opened = await open({ repeat: 'oncePerKey' });
		const row = entry(0, { key: 'k' });
		opened?.identities.note(row);
		expect(opened?.identities.of(row)).toBe('place key k');
	});
});

describe('a retry on another day', () => {
	const filled = (count: number, ...more: string[]) =>
		new Set([...Array.from({ length: count }, (_none, index) => `other ${index}`), ...more]);
	const retry = { execution: execution('9', { mode: 'retry' }) };

	test('is refused if it is not known any more what was sent', async () => {
		await expect(open({ ...retry, stored: filled(7200) }, NOON + DAY)).rejects.toMatchObject({
			message:
				'This retries an execution of an earlier day, and it is not known any more which of its rows were sent',
			details: {
				advice: expect.stringMatching(
					/^Nothing was sent\. Look in .* which rows were called, then start a new execution with the others\.$/,
				) as string,
				facts: { state: 'unknown' },
			},
		});
	});

	test.each<[string, Parameters<typeof open>]>([
		['the store has not been full', [{ ...retry, stored: filled(7199) }, NOON + DAY]],
		['the store has its day', [{ ...retry, stored: filled(7199, 'day 2026-11-23') }, NOON + DAY]],
		['it is still that day', [{ ...retry, stored: filled(7200) }, NOON]],
		['it is no retry', [{ execution: execution('9'), stored: filled(7200) }, NOON + DAY]],
		['rows have keys', [{ ...retry, repeat: 'oncePerKey', stored: filled(7200) }, NOON + DAY]],
		['each run sends all', [{ ...retry, repeat: 'eachRun', stored: filled(7200) }, NOON + DAY]],
	])('goes on if %s', async (_name, given) => {
		expect(await open(...given)).toBeDefined();
	});
});

describe('how many entries n8n keeps', () => {
	test.each([
		[3, 0, 8109],
		[3, 20_000, 20_109],
		[50_000, 0, 158_000],
		[60_000, 0, 158_000],
		[60_000, 20_000, 158_000],
	])('for %d rows beside %d entries of the same day: %d', (rows, others, expected) => {
		expect(entriesFor(rows, others)).toBe(expected);
	});

	test('those that there were before, and four for each remembered key', async () => {
		const limits = async (settings: RepeatSettings, stored: Set<string>) => {
			const { context } = contextOf({
				stored,
				node: { id: randomUUID() },
				execution: execution('7'),
			});
			const asked: unknown[] = [];
			const { helpers } = context;
			const record = helpers.checkProcessedAndRecord;
			helpers.checkProcessedAndRecord = (async (...args: Parameters<typeof record>) => {
				asked.push(args[2].maxEntries);
				return await record(...args);
			}) satisfies IExecuteFunctions['helpers']['checkProcessedAndRecord'];
			const opened = await openStore(context, 'place', settings, clockAt(NOON));
			await opened?.store.add(['a']);
			return asked;
		};
		const many = new Set(Array.from({ length: 20_000 }, (_none, index) => `${index}`));
		expect(await limits(settingsOf('onceADay'), many)).toEqual([20_000]);
		expect(await limits(settingsOf('onceADay'), new Set())).toEqual([8000]);
		const keys = (rememberedKeys: number) => ({ ...settingsOf('oncePerKey'), rememberedKeys });
		expect(await limits(keys(100), new Set())).toEqual([8000]);
		expect(await limits(keys(5000), new Set())).toEqual([20_000]);
	});
});

test('a check asks which rows were begun before, and records nothing', async () => {
	const stored = new Set<string>();
	const [first, second] = [entry(0), entry(1)];
	const begunIn = async (texts: Set<string>) => {
		const opened = await open({ stored: texts });
		return opened && (await begunBefore(opened, [first, second]));
	};
	expect(await begunIn(stored)).toEqual([]);
	stored.add(begunText(String(await identityIn())));
	expect(await begunIn(stored)).toEqual([first]);
	expect(stored.size).toBe(1);
});
