import { builtInNodes } from '../builtInNodes';
import { useIsolatedExpressions } from '../engine';
import { collectGarbage } from '../measure';
import { reportOf } from '../ownProcess';
import { runBuiltIn } from './builtIn';
import { CONCURRENCY, ITEMS, ROUNDS, WARM_UP_ITEMS, type Compared } from './comparison';
import { runIflytek } from './node';
import { segment } from './operations';

const [url = '', engine] = process.argv.slice(2);

reportOf(async () => {
	if (engine === 'vm') await useIsolatedExpressions();
	const nodes = await builtInNodes();
	const measureOurs = async (items: number) =>
		await costOf(runIflytek(url, segment, items, CONCURRENCY));
	const measureBuiltIn = async (items: number) =>
		await costOf(runBuiltIn(url, segment, nodes, items));
	await measureOurs(WARM_UP_ITEMS);
	await measureBuiltIn(WARM_UP_ITEMS);
	const compared: Compared = { ours: [], builtIn: [] };
	for (let round = 0; round < ROUNDS; round++) {
		compared.ours.push(await measureOurs(ITEMS));
		compared.builtIn.push(await measureBuiltIn(ITEMS));
	}
	return compared;
});

/** The cost of a run. Also collects the garbage of the run, so that the next run does not have to. */
async function costOf(run: ReturnType<typeof runIflytek>) {
	const { seconds, cpuSeconds, peakBytes } = await run;
	collectGarbage();
	return { seconds, cpuSeconds, peakBytes };
}
