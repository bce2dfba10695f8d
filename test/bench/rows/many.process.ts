import { monitorEventLoopDelay } from 'node:perf_hooks';
import { useIsolatedExpressions } from '../engine';
import { collectGarbage } from '../measure';
import { reportOf } from '../ownProcess';
import { controlsOf } from '../platform';
import { MANY_ROWS, WARM_UP_ROWS, type ManyRun } from '.';
import { addWithNode, runCampaign } from './node';

const [url = '', operation = ''] = process.argv.slice(2);
const send = operation === 'run' ? runCampaign : addWithNode;
const EVERY_MS = 10;

reportOf(async (): Promise<ManyRun> => {
	await useIsolatedExpressions();
	await send(url, WARM_UP_ROWS);
	await controlsOf(url).order('aicall/clearRecords');
	collectGarbage();
	const idleBytes = process.memoryUsage.rss();
	const delays = monitorEventLoopDelay({ resolution: EVERY_MS });
	delays.enable();
	const { ids, ...cost } = await send(url, MANY_ROWS);
	delays.disable();
	const right = new Set(ids.filter((id) => /^\d+$/.test(id))).size;
	if (right !== MANY_ROWS)
		throw new Error(`${operation}: ${right} of ${MANY_ROWS} rows have an ID`);
	return { ...cost, idleBytes, longestStallMs: delays.max / 1e6 - EVERY_MS };
});
