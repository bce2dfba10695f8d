import type { AiCallOperation } from '../../../nodes/IflytekAiCall/operation';
import type { AiCallClient } from '../../../nodes/shared/n8n/aiCall/aiCallClient';
import type { Clock } from '../../../nodes/shared/n8n/retry/clock';
import type { JsonRecord } from '../../../nodes/shared/values';
import { contextOf, type Surroundings } from '../delivery/context';

/** Noon in China, a Monday. */
export const NOW = Date.parse('2026-11-23T12:00:00+08:00');

/** IDs as the platform has them. */
export const [SCRIPT, LINE, VOICE] = ['5201', '055168204601', '65580'];

/** A query of tasks begins with this page. */
export const PAGE = { page_index: 1, page_size: 50 };

/** What the platform has unless a test says otherwise. */
export const CONFIGURATION = {
	robots: [
		{ robot_id: SCRIPT, robot_name: 'After-sales', status: 4, call_column: ['tel', 'name'] },
	],
	lines: [{ line_num: LINE, status: 0, concurrents: 3 }],
	voices: [{ voice_code: VOICE }],
};

/** What the platform answers: a result or an error; undefined stands for the configuration. */
export type Answer = (method: string, body: JsonRecord) => JsonRecord | Error | undefined;

/** A client that answers with `answer` and the code of a success, and the list of what it was asked. */
export function fakeClient(answer: Answer = () => undefined, code = '0') {
	const asked: [string, JsonRecord, object?][] = [];
	const client: AiCallClient = async (method, body, options) => {
		asked.push(options ? [method, body, options] : [method, body]);
		const result = answer(method, body) ?? CONFIGURATION;
		if (result instanceof Error) throw result;
		return await Promise.resolve({
			code,
			message: 'ok',
			result,
			sent: { code: 0, message: 'ok', result },
		});
	};
	return { client, asked };
}

const clock: Clock = {
	now: () => 0,
	date: () => NOW,
	sleep: async () => await Promise.resolve(),
};

/** What an operation returns or throws for each item, what it asks the platform, and its hints. */
export async function operationRun(
	operation: AiCallOperation,
	surroundings: Surroundings,
	answer?: Answer,
	code?: string,
) {
	const { client, asked } = fakeClient(answer, code);
	const { context, hints } = contextOf({ timeZone: 'Asia/Shanghai', ...surroundings });
	const count = context.getInputData().length;
	const handle = await operation.begin(context, client, clock);
	const results = await Promise.all(
		Array.from(
			{ length: count },
			async (_none, index) => (await handle(index).catch((error: Error) => error)) as unknown,
		),
	);
	return { results, asked, hints };
}
