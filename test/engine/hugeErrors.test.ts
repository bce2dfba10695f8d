import type { IDataObject } from 'n8n-workflow';
import { provideWebSocket } from '../setup/webSocket';
import { CallBench, customers, LINE, PLACE, SCRIPT } from './aiCall';
import { withAnswers } from './answers';
import { Bench } from './iflytek';
import type { NodeResult } from './harness';

provideWebSocket();

const bench = new Bench();
/** A text of 300 KB. The node still reads a response with three such texts. */
const LONG = 'long '.repeat(60_000);

/** The number of characters of an error in the form that n8n stores. */
const sizeOf = ({ error }: NodeResult) => {
	expect(error).toBeDefined();
	return JSON.stringify([error, error?.message, error?.description, error?.stack]).length;
};

const parameters = {
	resource: 'text',
	operation: 'segment',
	text: '好。',
	simplify: true,
	options: { retries: 0 },
};

test.each<[string, IDataObject]>([
	['a description', { code: '10107', desc: LONG }],
	['a code', { code: LONG, desc: '' }],
	['a session ID', { code: '10107', desc: '', sid: LONG }],
	['each of description, code and session ID', { code: LONG, desc: LONG, sid: LONG }],
])('%s of 300 KB gives an error of less than 40 KB', async (_name, body) => {
	await withAnswers(
		() => ({ body: JSON.stringify(body) }),
		async (url) => {
			const result = await bench.run('text', parameters, [{}], bench.elsewhere(url));
			expect(sizeOf(result)).toBeLessThan(40_000);
			expect(JSON.stringify(result.error)).toMatch(/characters left out/);
		},
	);
});

describe('the call platform', () => {
	const calls = new CallBench();

	/** Calls `run` while a server answers each request with this body, except requests for a token. */
	async function runWithAnswer(body: object, run: () => Promise<NodeResult>): Promise<NodeResult> {
		const tokenAnswer = {
			code: 0,
			message: '',
			result: { token: 't'.repeat(32), time_expire: '7200' },
		};
		return await withAnswers(
			({ path }) => ({ body: JSON.stringify(path.includes('oauth') ? tokenAnswer : body) }),
			async (url) => {
				calls.credential.baseUrl = url;
				return await run();
			},
		);
	}

	test('a response with 80,000 IDs for two rows gives an error of less than 40 KB', async () => {
		const ids = Array.from({ length: 80_000 }, (_, index) => String(index));
		const robots = [
			{
				robot_id: SCRIPT,
				robot_name: 'a',
				status: 4,
				deleted: 0,
				call_column: ['客户手机号码', '姓名', '预约时间'],
			},
		];
		const result = await runWithAnswer(
			{
				code: 0,
				message: '',
				result: { robots, lines: [{ line_num: LINE }], total: 2, task_data_ids: ids },
			},
			async () => await calls.run(PLACE, customers(2)),
		);
		expect(result.error?.message).toMatch(/80000 ids/);
		expect(sizeOf(result)).toBeLessThan(40_000);
	});
});
