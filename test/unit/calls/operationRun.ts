import type { AiCallOperation } from '../../../nodes/IflytekAiCall/entry/operation';
import type { AiCallClient } from '../../../nodes/shared/aiCall/transport/aiCallClient';
import type { Clock } from '../../../nodes/shared/n8n/requests/clock';
import { handlerOf } from '../../../nodes/shared/n8n/run/operations';
import type { JsonRecord } from '../../../nodes/shared/values';
import { inPanel } from '../../setup/panel';
import { contextOf, type Surroundings } from '../delivery/context';
import { randomUUID } from '../../setup/chance';

/** Noon in China, a Monday. */
export const NOW = Date.parse('2026-11-23T12:00:00+08:00');

/** The IDs of the script, the line and the voice that the platform has. */
export const [SCRIPT, LINE, VOICE] = ['5201', '055168204601', '65580'];

/** The first page of a query of tasks. */
export const PAGE = { page_index: 1, page_size: 50 };

/** The configuration that the platform has unless a test says otherwise. */
export const CONFIGURATION = {
	robots: [
		{ robot_id: SCRIPT, robot_name: 'After-sales', status: 4, call_column: ['tel', 'name'] },
	],
	lines: [{ line_num: LINE, status: 0, concurrents: 3 }],
	urls: ['receiveCallRecord', 'receiveVoice', 'receiveDialog'].map((url_module) => ({
		url: 'https://n8n.example/webhook',
		url_module,
	})),
	voices: [{ voice_code: VOICE }],
};

/** The platform's answer: a result or an error. If it is undefined, the platform answers with `CONFIGURATION`. */
export type Answer = (method: string, body: JsonRecord) => JsonRecord | Error | undefined;

/** A client that answers with `answer` and the result code `code`, and the list of its requests. */
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

/** The texts of the problems that a check shows of a row: a single one is its reason. */
export function problemsIn(json: object): string[] {
	const { state, problems, reason, advice } = { ...json } as Record<string, unknown>;
	if (Array.isArray(problems)) return problems.map(String);
	return state === 'problem' ? [[reason, advice].filter(Boolean).join('. ')] : [];
}

/** The texts of the warnings that a check shows of the first row: its own, and those of the run. */
export function warningsIn(json: object): string[] {
	const { warnings = [], runWarnings = [] } = { ...json } as Record<string, string[] | undefined>;
	return [...warnings, ...runWarnings];
}

/** Runs an operation. Returns the result or the error of each item, the requests to the platform, the hints and the log. */
export async function operationRun(
	operation: AiCallOperation,
	surroundings: Surroundings,
	answer?: Answer,
	code?: string,
) {
	const { client, asked } = fakeClient(answer, code);
	const { context, hints, lines } = contextOf({
		timeZone: 'Asia/Shanghai',
		...surroundings,
		parameters: inPanel({ operation: operation.option.value, ...surroundings.parameters }),
	});
	const count = context.getInputData().length;
	const handle = await handlerOf(operation, context, client, clock);
	const results = await Promise.all(
		Array.from(
			{ length: count },
			async (_none, index) => (await handle(index).catch((error: Error) => error)) as unknown,
		),
	);
	return { results, asked, hints, lines };
}

/** The starts of one execution: the first one, and its retries. Each has what n8n's database has of the ones before. */
export function starts(stored = new Set<string>()) {
	const resumeUrl = `https://n8n.example/webhook-waiting/1?signature=${randomUUID()}`;
	return (mode: 'trigger' | 'retry' = 'retry'): Partial<Surroundings> => ({
		stored,
		execution: { id: randomUUID(), mode, resumeUrl },
	});
}
