import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';
import { isRecord } from '../../nodes/shared/values';
import { random } from '../setup/chance';
import { FULL_SIZE } from '../setup/size';
import {
	ADD_ROWS,
	CallBench,
	chosen,
	customer,
	EXPIRED_LINE,
	LINE,
	PLACE,
	RUN,
	SCRIPT,
} from './aiCall';
import type { InputItem, NodeResult, NodeRun } from './harness';
import { processedData } from './processedData';

/**
 * A check says of each row what the run that follows does with it. Lists are drawn with everything that decides: wrong,
 * missing and repeated numbers, keys, do-not-call numbers, lines, scripts and hours of single items, blank rows, rows that
 * were sent before and rows in doubt, for each way to go on after problems.
 */

const bench = new CallBench({ speed: 0 });

const pick = <Value>(...values: [Value, ...Value[]]): Value =>
	values[Math.floor(random() * values.length)] ?? values[0];
const often = <Value>(usual: Value, ...others: [Value, ...Value[]]): Value =>
	random() < 0.7 ? usual : pick(...others);

const OPERATIONS = ['Place', 'Run Campaign', 'Add Rows'] as const;
type Operation = (typeof OPERATIONS)[number];

const OPEN = '00:00-24:00';
const CLOSED = '01:00-02:00';
const BLANK = { 客户手机号码: '', 姓名: '', 预约时间: '' };

/** A row of a list, with what the expressions in the panel take from it. */
function drawItem(goodTask: string): InputItem {
	const settings = {
		line: often(LINE, EXPIRED_LINE, '999'),
		script: often(SCRIPT, SCRIPT, '404'),
		hours: often(OPEN, CLOSED),
		zone: often('Asia/Shanghai', 'Asia/Tokyo', 'nowhere'),
		task: often(goodTask, '999999'),
		key: often(`k${Math.floor(random() * 6)}`, ''),
	};
	const kind = random();
	if (kind < 0.08) return { json: BLANK };
	const index = Math.floor(random() * 7);
	const number = often(customer(index).客户手机号码, '123', '+86 13800000002');
	const row = { ...customer(index), 客户手机号码: number, ...settings };
	if (kind > 0.92)
		return { json: { ...row, error: 'The answer was lost', details: { state: 'unknown' } } };
	return { json: row };
}

interface Drawn {
	operation: Operation;
	parameters: IDataObject;
	settings: NodeRun['settings'];
	items: InputItem[];
	/** Rows that are sent before, of which the first batch may be in doubt. */
	earlier: InputItem[];
	isEarlierLost: boolean;
}

async function draw(): Promise<Drawn> {
	const operation = pick(...OPERATIONS);
	const task = operation === 'Add Rows' ? await bench.newTask() : '';
	const drawItems = (most: number) =>
		Array.from({ length: 1 + Math.floor(random() * most) }, () => drawItem(task));
	const items = drawItems(9);
	const own = {
		Place: {
			...PLACE,
			robotId: chosen('={{ $json.script }}', 'id'),
			lineNum: chosen('={{ $json.line }}', 'id'),
		},
		'Run Campaign': { ...RUN, lineNum: chosen('={{ $json.line }}', 'id') },
		'Add Rows': { ...ADD_ROWS, taskId: chosen('={{ $json.task }}', 'id') },
	}[operation];
	const skip = pick('calledToday', 'sameValues', 'sentKey', 'none');
	const options = {
		concurrentRequests: 1,
		...(operation === 'Place' && {
			callingTimes: { times: { hours: '={{ $json.hours }}', zone: '={{ $json.zone }}' } },
		}),
		...(random() < 0.4 && { neverCall: customer(3).客户手机号码 }),
		...(random() < 0.3 && { allowDuplicates: true }),
		...pick<object>({}, { ifProblems: 'sendNothing' }, { ifProblems: 'sendOthers' }),
		...(operation === 'Add Rows' && { robotId: chosen(SCRIPT) }),
	};
	return {
		operation,
		parameters: {
			...own,
			// In Add Rows, the choice of keys is left from another operation.
			skipCustomers: skip,
			...(skip === 'sentKey' && { rowKey: 'key' }),
			options,
		} as IDataObject,
		settings: pick<NodeRun['settings']>(
			{},
			{ onError: 'continueRegularOutput' },
			{ onError: 'continueErrorOutput' },
		),
		items,
		earlier: random() < 0.6 ? items.filter(() => random() < 0.4) : [],
		isEarlierLost: random() < 0.4,
	};
}

interface Told {
	state: string;
	reason?: string;
}

/** What is told of each item: in its result, or else in the error of the run. */
function told({ outputs, error }: NodeResult, count: number): Told[] {
	const data = error?.context?.data as IDataObject | undefined;
	const found: Told[] = [];
	for (const { json, pairedItem } of outputs.flat()) {
		const details = isRecord(json.details) ? json.details : json;
		const item = typeof pairedItem === 'object' && 'item' in pairedItem ? pairedItem.item : NaN;
		found[item] = { state: String(details.state), reason: String(details.reason) };
	}
	if (error)
		for (const [state, rows] of Object.entries(data ?? {}))
			if (Array.isArray(rows))
				for (const { item } of rows as IDataObject[]) found[Number(item)] = { state };
	// The error of a run that leaves out everything.
	if (data?.state === 'sentBefore')
		return Array.from({ length: count }, () => ({ state: 'sentBefore' }));
	return found;
}

const hintsOf = ({ run }: NodeResult): string[] =>
	Object.values(run.data.resultData.runData)
		.flat()
		.flatMap(({ hints }) => (hints ?? []) as NodeExecutionHint[])
		.map(({ message }) => message);

/** What the first hint counts, besides the rows that are ready or accepted: `2 blank`. */
const countsIn = (hints: readonly string[]): string[] =>
	(hints.find((hint) => / accepted| ready to be /.test(hint)) ?? '')
		.split(' · ')
		.slice(1)
		.map((part) => part.replace(/\. .*/, ''))
		.filter((part) => !part.includes('not sent'));

const acceptedNumbers = () => bench.platform.acceptedRows.map(({ values }) => String(values[0]));

/** So many lists make one test; in full there are 1,000. */
const COUNT = FULL_SIZE ? 50 : 60;
const BLOCKS = Array.from({ length: FULL_SIZE ? 20 : 1 }, (_, index) => index + 1);

test.each(BLOCKS)(
	`${COUNT} random lists (%d): a run does with each row what a check has said`,
	async () => {
		for (let list = 0; list < COUNT; list++) {
			processedData.reset();
			const drawn = await draw();
			const { items, parameters, settings, earlier } = drawn;
			const about = JSON.stringify({ list, ...drawn });
			if (earlier.length > 0) {
				const endpoint = drawn.operation === 'Place' ? 'callout' : 'taskInsert';
				if (drawn.isEarlierLost) bench.platform.failNext(endpoint, { kind: 'drop', when: 'after' });
				const withOthers = { ...(parameters.options as object), ifProblems: 'sendOthers' };
				await bench.run({ ...parameters, options: withOthers }, earlier);
				bench.platform.clearFaults();
			}
			const before = acceptedNumbers().length;
			const checked = await bench.run({ ...parameters, runMode: 'check' }, items, {
				settings,
				audited: true,
			});
			expect({ about, error: checked.error?.message, accepted: acceptedNumbers().length }).toEqual({
				about,
				error: undefined,
				accepted: before,
			});
			const ran = await bench.run(parameters, items, { settings, audited: true });
			const said = told(checked, items.length);
			const done = told(ran, items.length);
			const isSending = done.some(({ state }) => state === 'accepted');
			const expected = said.map(({ state, reason }, index) => {
				const after = done[index];
				if (state === 'ready') return { state: isSending ? 'accepted' : 'notSent' };
				return { state, ...(after?.reason !== undefined && { reason }) };
			});
			const seen = done.map(({ state, reason }, index) => ({
				state,
				...(said[index]?.state !== 'ready' && reason !== undefined && { reason }),
			}));
			expect({ about, rows: seen }).toEqual({ about, rows: expected });
			if (!ran.error)
				expect({ about, counts: countsIn(hintsOf(ran)) }).toEqual({
					about,
					counts: countsIn(hintsOf(checked)),
				});
			// What the platform has is what the rows say, and each number is sent once unless it may be repeated.
			const sent = acceptedNumbers().slice(before);
			const accepted = items.flatMap(({ json }, index) =>
				done[index]?.state === 'accepted' ? [String(json?.客户手机号码).replace('+86 ', '')] : [],
			);
			expect({ about, sent: sent.sort() }).toEqual({ about, sent: accepted.sort() });
			const isRepeated = (parameters.options as IDataObject).allowDuplicates === true;
			if (!isRepeated)
				expect({ about, twice: new Set(sent).size }).toEqual({ about, twice: sent.length });
			// A run that could send something does, unless others keep it from sending.
			if (said.some(({ state }) => state === 'ready') && !isSending)
				expect({
					about,
					keeps: said.some(({ state }) => ['problem', 'outsideHours', 'notSent'].includes(state)),
				}).toEqual({ about, keeps: true });
		}
	},
);
