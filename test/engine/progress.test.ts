import type { IExecuteFunctions } from 'n8n-workflow';
import { PROGRESS_SECONDS } from '../../nodes/shared/n8n/run/progress';
import { Iflytek, runIflytek } from '../../nodes/Iflytek/Iflytek.node';
import type { Clock } from '../../nodes/shared/n8n/requests/clock';
import { Bench } from './iflytek';

/** These tests cover the progress of a run: lines in n8n's log, and counts in a hint. */

const bench = new Bench();

/** Runs the node on a clock that advances by `seconds` with each answer. Returns the lines in n8n's log, the messages to the editor and the hints. */
async function runAt(seconds: number, texts: string[], onError?: 'continueRegularOutput') {
	const lines: string[] = [];
	const messages: unknown[] = [];
	let now = 0;
	const clock: Clock = { now: () => now, date: () => Date.now(), sleep: async () => undefined };
	class TimedIflytek extends Iflytek {
		override async execute(this: IExecuteFunctions) {
			const logger = { ...this.logger, info: (line: string) => void lines.push(line) };
			const context = Object.create(this, { logger: { value: logger } }) as IExecuteFunctions;
			const { httpRequestWithAuthentication } = this.helpers;
			context.sendMessageToUI = (line: unknown) => void messages.push(line);
			context.helpers = {
				...this.helpers,
				async httpRequestWithAuthentication(this: IExecuteFunctions, ...request) {
					const answer: unknown = await httpRequestWithAuthentication.call(this, ...request);
					now += seconds * 1000;
					return answer;
				},
			};
			return await runIflytek(context, clock);
		}
	}
	const { error, run, outputs } = await bench.run(
		'text',
		{
			resource: 'text',
			operation: 'segment',
			text: '={{ $json.text }}',
			options: { concurrentRequests: 1 },
		},
		texts.map((text) => ({ json: { text } })),
		{ nodeType: new TimedIflytek(), ...(onError && { settings: { onError } }) },
	);
	const hints = Object.values(run.data.resultData.runData)
		.flat()
		.flatMap((task) => task.hints);
	return { error, outputs, lines, messages, hints: hints.map((hint) => hint?.message) };
}

const texts = (count: number) => Array.from({ length: count }, (_, index) => `你好${index}`);

test('a run of many items logs its progress every ten seconds, and at its end', async () => {
	expect(PROGRESS_SECONDS).toBe(10);
	const { error, lines, messages, hints } = await runAt(4, texts(8));
	expect(error).toBeUndefined();
	expect(lines).toEqual([
		'Node: 3 of 8 texts, 0.3 a second, 0 failed',
		'Node: 6 of 8 texts, 0.3 a second, 0 failed',
		'Node: 8 texts, 0.3 a second, 0 failed',
	]);
	expect(messages).toEqual(lines);
	expect(hints).toEqual(['8 texts, 0.3 a second, 0 failed.']);
});

test('a run of less than ten seconds logs nothing', async () => {
	const { lines, messages, hints } = await runAt(0.1, texts(8));
	expect([lines, messages, hints]).toEqual([[], [], []]);
});

test('if items fail, a hint counts them, even after a short run', async () => {
	const { outputs, lines, hints } = await runAt(
		0.01,
		['你好', '', '再见', ''],
		'continueRegularOutput',
	);
	expect(outputs[0]).toHaveLength(4);
	expect(lines).toEqual([]);
	expect(hints).toEqual(['4 texts, 4 a second, 2 failed.']);
});

test('a run of a single item that fails has no hint', async () => {
	const { hints } = await runAt(0.01, [''], 'continueRegularOutput');
	expect(hints).toEqual([]);
});
