import { IflytekApi } from '../../../credentials/IflytekApi.credentials';
// The path needs its extension, because Iflytek.node.json is in the same folder and would be found first.
import { Iflytek } from '../../../nodes/Iflytek/Iflytek.node.js';
import { runChain, type ChainRun } from '../engine';
import { credentialAt } from './account';
import type { Measured } from './operations';

const type = new IflytekApi();
const node = new Iflytek();

/**
 * Runs an operation of the iFLYTEK node in n8n's engine.
 * @throws Error if a result is missing or wrong
 */
export async function runIflytek(
	url: string,
	{ parameters, items, isRight, name }: Omit<Measured, 'request' | 'floor'>,
	count: number,
	concurrency: number,
): Promise<ChainRun> {
	const options = { concurrentRequests: concurrency, timeout: 600 };
	const run = await runChain(
		items(count),
		[{ type: node, parameters: { ...parameters, options } }],
		[{ type, data: credentialAt(url) }],
	);
	const wrong = run.items.filter(({ json }) => !isRight(json));
	if (run.items.length !== count || wrong.length > 0)
		throw new Error(
			`${name} gave ${run.items.length} items for ${count}, ${wrong.length} of them wrong: ${JSON.stringify(wrong[0]?.json)}`,
		);
	return run;
}
