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
	const ours = async (items: number) =>
		await measured(runIflytek(url, segment, items, CONCURRENCY));
	const builtIn = async (items: number) => await measured(runBuiltIn(url, segment, nodes, items));
	await ours(WARM_UP_ITEMS);
	await builtIn(WARM_UP_ITEMS);
	const compared: Compared = { ours: [], builtIn: [] };
	for (let round = 0; round < ROUNDS; round++) {
		compared.ours.push(await ours(ITEMS));
		compared.builtIn.push(await builtIn(ITEMS));
	}
	return compared;
});

async function measured(run: ReturnType<typeof runIflytek>) {
	const { seconds, cpuSeconds, peakBytes } = await run;
	collectGarbage();
	return { seconds, cpuSeconds, peakBytes };
}
