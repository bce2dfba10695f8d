import type { IDataObject } from 'n8n-workflow';
import { hastyClock } from '../setup/quickClock';
import { DocumentBench } from './bench';
import { chosen } from './table/calls';
import { CALL_CODES, CODES } from './table/codes';

const bench = new DocumentBench(hastyClock);

/** Runs a node that fails, and returns the parts of its error. */
async function readError(node: string, parameters: IDataObject) {
	const { error } = await bench.run(node, { ...parameters, options: { retries: 0 } });
	return {
		message: error?.message,
		description: error?.description,
		httpCode: error?.httpCode,
		details: error?.context?.data,
	};
}

/** The numbers in an advice, as digits or in words. The table must have each: docs/codes.md is written from the code. */
const numbersIn = (advice: unknown) =>
	String(advice).match(
		/(?<!\w)\d[\d,.:]*|\b(?:two|three|four|five|six|seven|eight|nine|ten|twenty|fifty|hundred)\b/gi,
	) ?? [];

test.each(Object.entries(CODES))(
	'code %s of document 1 gives the error that test/document/table/codes.ts describes (texts: openPlatformCodes.ts)',
	async (code, { meaning, headline, kind = 'refused', advice }) => {
		const desc = 'no|错了';
		bench.simulator.openPlatform.faults.add({ kind: 'code', code, desc, times: 'always' });
		const { message, description, httpCode, details } = await readError('iflytek', {
			resource: 'text',
			operation: 'segment',
			text: '好。',
		});
		const sid = bench.simulator.log.at(-1)?.sid;
		expect(message).toContain(
			headline === undefined
				? `${meaning}: no: 错了 (code ${code})`
				: `${headline} (code ${code}, the platform says: no: 错了)`,
		);
		expect(details).toEqual({ kind, code, desc, sid, advice: expect.stringMatching(advice) });
		expect(
			numbersIn((details as { advice: string }).advice).filter(
				(number) => !advice.source.includes(number),
			),
		).toEqual([]);
		expect(description).toBe(
			`${(details as { advice: string }).advice} Session ID (sid) for iFLYTEK support: ${sid}`,
		);
		expect(httpCode).toBe(code);
	},
);

test.each(Object.entries(CALL_CODES))(
	'code %s of document 2 gives the error that test/document/table/codes.ts describes (texts: aiCallCodes.ts)',
	async (code, { meaning, headline, kind = 'refused', advice }) => {
		// Code 10001 is about the token. The node repeats the request with new tokens, so several answers must have this code.
		bench.simulator.aiCall.failNext(
			'taskPause',
			{ kind: 'code', code: Number(code), message: '错了' },
			code === '10001' ? 6 : 1,
		);
		const { message, description, httpCode, details } = await readError('iflytekAiCall', {
			resource: 'task',
			operation: 'pause',
			taskId: chosen('88101'),
		});
		expect(message).toBe(
			headline === undefined
				? `The AI call platform refused to pause a task: ${meaning} (code ${code}, the platform says: 错了)`
				: `${headline} (code ${code}, the platform says: 错了)`,
		);
		expect(details).toEqual({ kind, code, desc: '错了', advice: expect.stringMatching(advice) });
		expect(
			numbersIn((details as { advice: string }).advice).filter(
				(number) => !advice.source.includes(number),
			),
		).toEqual([]);
		expect(description).toBe((details as { advice: string }).advice);
		expect(httpCode).toBe(code);
	},
);
