/** What became of rows and tasks that an earlier start has begun, whatever a killed process has left in the store. */
import { randomUUID } from 'crypto';
import type { Entry } from '../../../nodes/IflytekAiCall/entry/entry';
import { asFailure } from '../../../nodes/shared/failure';
import {
	findBegunBefore,
	openStore,
	RowIdentities,
} from '../../../nodes/IflytekAiCall/sentBefore/storedRows';
import { contextOf, entriesTo, PLACE_NAMES } from './context';

const KEY = 'key k';
const [FIRST, LAST] = [`${KEY} in task t1`, `${KEY} in task t2`];
const begun = (...identities: string[]) => identities.map((identity) => `begun ${identity}`);
const sent = (...identities: string[]) => identities.map((identity) => `sent ${identity}`);
/** What a process has left that was killed while it asked for these texts. */
const asked = (texts: string[]) => texts.flatMap((text) => [text, `asking ${text}`]);

/**
 * Asks for one entry.
 * @param before what was recorded before this start recorded the entry
 */
async function found(entry: Entry, before: string[], sendInterrupted = false) {
	const identities = new RowIdentities();
	identities.note(entry);
	const recorded = new Set(before);
	const stored = new Set([...before, ...identities.begunTexts(entry)]);
	const { context } = contextOf({ stored, node: { id: randomUUID() } });
	const questions = jest.spyOn(context.helpers, 'checkProcessedAndRecord');
	const store = openStore(context);
	const [one] = await findBegunBefore(
		{
			store,
			identities,
			names: PLACE_NAMES,
			settings: { rememberedKeys: 100, sendInterrupted },
		},
		[entry],
		recorded,
	);
	const askedFor = questions.mock.calls.flatMap(([texts]) => texts);
	await store.finish();
	const { outcome, wasDeleted } = one ?? {};
	if (outcome?.state === 'unknown') expect(outcome.batch).toEqual([entry]);
	const { state, id, byOther } = { ...outcome } as { state?: string; id?: string; byOther?: true };
	const advice = outcome?.state === 'unknown' ? asFailure(outcome.error).details.advice : undefined;
	return {
		askedFor,
		advice,
		state: state ?? (wasDeleted ? 'deleted' : 'to be sent'),
		id,
		byOther,
		stored: [...stored],
	};
}

describe('a row with a key, in a task that the run has created', () => {
	const row = (tasks: string[]) =>
		entriesTo({
			body: (rows) => ({ rows }),
			task: { identities: tasks, ready: async () => await Promise.resolve() },
		})(0, { key: 'k' });
	const OWN_LAST = begun(KEY, FIRST, LAST);
	const OWN_FIRST = begun(KEY, FIRST);
	const OTHER = begun(KEY);

	test.each<[string, string[], string, true | undefined]>([
		['in this task and sent', [...OWN_LAST, ...sent(KEY, FIRST, LAST)], 'sentBefore', undefined],
		['in this task', OWN_LAST, 'unknown', undefined],
		[
			'in this task, and sent to the one before',
			[...OWN_LAST, ...sent(KEY, FIRST)],
			'unknown',
			undefined,
		],
		['in the task that was deleted', OWN_FIRST, 'deleted', undefined],
		[
			'in the task that was deleted, and sent to it',
			[...OWN_FIRST, ...sent(KEY, FIRST)],
			'deleted',
			undefined,
		],
		['of another execution', OTHER, 'unknown', true],
		['of another execution, and sent', [...OTHER, ...sent(KEY)], 'sentBefore', true],
		[
			'of another execution and sent, but recorded by a killed start of this one',
			[...OWN_LAST, ...sent(KEY)],
			'sentBefore',
			true,
		],
		[
			'in this task, if the question for the key was broken off',
			[...OWN_LAST, ...asked(sent(KEY))],
			'unknown',
			undefined,
		],
		[
			'in this task, if the question for the task was broken off',
			[...OWN_LAST, ...sent(KEY), ...asked(sent(FIRST, LAST))],
			'unknown',
			undefined,
		],
		[
			'in the task that was deleted, if the question for it was broken off',
			[...OWN_FIRST, ...sent(KEY), ...asked(sent(FIRST, LAST))],
			'deleted',
			undefined,
		],
		[
			'of another execution, if the question was broken off',
			[...OTHER, ...asked(sent(KEY))],
			'unknown',
			true,
		],
	])('%s', async (_name, before, state, byOther) => {
		const after = await found(row(['t1', 't2']), before);
		expect(after).toMatchObject({ state, id: undefined, byOther });
		// Only what this execution has begun, it can have sent.
		const isOwn = before.includes(`begun ${FIRST}`);
		// A row in doubt is not sent again, whatever the user chooses; of others, the user decides.
		if (state === 'unknown')
			expect(after.advice).toMatch(
				before.includes(`asking sent ${KEY}`)
					? /Send Interrupted Rows does not send this row, because .*, with another key if it has one\.$/
					: /turn on Send Interrupted Rows under Options for one run\.$/,
			);
		expect(after.askedFor.includes(`sent ${FIRST}`)).toBe(isOwn);
		const kept = isOwn ? begun(KEY, FIRST, LAST) : OTHER;
		expect(after.stored.filter((text) => text.startsWith('begun'))).toEqual(kept);
	});

	test('a row in the first task is known by it alone', async () => {
		const [before, texts] = [begun(KEY, FIRST), sent(KEY, FIRST)];
		expect(await found(row(['t1']), [...before, ...texts])).toMatchObject({
			state: 'sentBefore',
			byOther: undefined,
			stored: [...before, ...texts],
		});
	});

	test('a row is known by the first and the present task, and by none if the execution identifies it', () => {
		const entry = row(['t1', 't2', 't3']);
		const textsOf = (identities: RowIdentities) => {
			identities.note(entry);
			return [identities.begunTexts(entry), identities.sentTexts(entry)];
		};
		const known = [KEY, FIRST, `${KEY} in task t3`].map(String);
		expect(textsOf(new RowIdentities())).toEqual([begun(...known), sent(...known)]);
		expect(textsOf(new RowIdentities(() => 'x'))).toEqual([['begun row x'], ['sent row x']]);
	});

	test('a row in doubt is recorded for this task if it is to be sent again', async () => {
		expect(await found(row(['t1', 't2']), OTHER, true)).toMatchObject({
			state: 'to be sent',
			stored: begun(KEY, FIRST, LAST),
		});
		expect(await found(row(['t1', 't2']), [...OTHER, ...sent(KEY)], true)).toMatchObject({
			state: 'sentBefore',
			byOther: true,
		});
		expect((await found(row(['t1', 't2']), OWN_LAST, true)).state).toBe('unknown');
		// Perhaps it was sent for certain.
		const doubtful = [...OTHER, ...asked(sent(KEY))];
		expect((await found(row(['t1', 't2']), doubtful, true)).state).toBe('unknown');
	});
});

test.each([
	[sent(KEY), 'sentBefore', 'sentBefore'],
	[[], 'unknown', 'to be sent'],
	[asked(sent(KEY)), 'unknown', 'unknown'],
])('a row without such a task, with %j in the store', async (texts, state, ifInterrupted) => {
	const row = entriesTo({ body: (rows) => ({ rows }) })(0, { key: 'k' });
	const before = [...begun(KEY), ...texts];
	expect(await found(row, before)).toMatchObject({ state, byOther: undefined });
	expect((await found(row, before, true)).state).toBe(ifInterrupted);
});

describe('a task', () => {
	const idOf = (id: string, identity = '') => `id ${id} ${identity}`;
	/** Asks for a task. The platform has these tasks like it, and others if it is not certain that it was created. */
	const taskFound = async (ids: string[], others: string[], texts: string[]) => {
		const questions: boolean[] = [];
		const findSent = async (wasCreated: boolean) => {
			questions.push(wasCreated);
			return await Promise.resolve(wasCreated ? ids : others);
		};
		const task = entriesTo({ body: () => ({}), findSent })(0, { key: 'k' });
		const { askedFor, ...one } = await found(task, [...begun(KEY), ...texts]);
		// The second record of an ID is only asked for if the first is in doubt.
		const asksAgain = askedFor.some((text) => String(text).endsWith('again'));
		return { ...one, questions, asksAgain };
	};
	const UNKNOWN = ['unknown', undefined];
	const NEW = ['to be sent', undefined];

	test.each<[string, string[], string[], (string | undefined)[]]>([
		[
			'the one that is recorded',
			['6', '7'],
			[idOf('7', KEY), idOf('7'), idOf('6')],
			['sentBefore', '7'],
		],
		['none, if none is recorded', ['6', '7'], [], UNKNOWN],
		['none, if two are', ['6', '7'], [idOf('6', KEY), idOf('7', KEY)], UNKNOWN],
		['none, if the platform has none', [], [idOf('7', KEY)], UNKNOWN],
		['none, if a killed process has asked for it', ['7'], asked([idOf('7', KEY)]), UNKNOWN],
		[
			'the one of which a killed process has asked, and that is recorded a second time',
			['6', '7'],
			[...asked([idOf('6', KEY), idOf('7', KEY)]), `${idOf('7', KEY)} again`],
			['sentBefore', '7'],
		],
	])('that was created is %s', async (_name, ids, texts, [state, id]) => {
		expect(await taskFound(ids, ['9'], [...sent(KEY), ...texts])).toMatchObject({
			state,
			id,
			questions: [true],
			asksAgain: texts.some((text) => text.startsWith('asking')),
		});
	});

	test.each<[string, string[], string[], (string | undefined)[]]>([
		['to be created', [], [], NEW],
		['to be created, if that one is another one', ['6'], [idOf('6')], NEW],
		['the one that is recorded for none', ['6', '7'], [idOf('6')], ['sentBefore', '7']],
		['none of two', ['6', '7'], [], UNKNOWN],
		['none of which a killed process has asked', ['7'], asked([idOf('7')]), UNKNOWN],
	])('of which no answer is recorded is %s', async (_name, others, texts, [state, id]) => {
		const after = await taskFound(['9'], others, texts);
		expect(after).toMatchObject({ state, id, questions: [false] });
		const records = [...sent(KEY), idOf('7'), idOf('7', KEY), `${idOf('7', KEY)} again`];
		if (id === '7') expect(after.stored).toEqual(expect.arrayContaining(records));
	});

	test.each<[string, string[], string[], string[], (string | undefined)[]]>([
		['the one that is recorded', ['6', '7'], ['8'], [idOf('7', KEY)], ['sentBefore', '7']],
		['none of two that are', ['6', '7'], ['8'], [idOf('6', KEY), idOf('7', KEY)], UNKNOWN],
		['none, if that was broken off, too', ['7'], ['8'], asked([idOf('7', KEY)]), UNKNOWN],
		['none, if none is recorded', ['6'], ['8'], [], UNKNOWN],
	])(
		'of which a killed process has asked whether it was created is %s',
		async (_name, ids, others, texts, [state, id]) => {
			expect(await taskFound(ids, others, [...asked(sent(KEY)), ...texts])).toMatchObject({
				state,
				id,
			});
		},
	);
});
