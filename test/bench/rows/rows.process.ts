import { builtInNodes } from '../builtInNodes';
import { useIsolatedExpressions } from '../engine';
import { collectGarbage } from '../measure';
import { reportOf } from '../ownProcess';
import { controlsOf } from '../platform';
import { ROUNDS, ROWS, WARM_UP_ROWS, type Ways, type WayRun } from '.';
import { addWithBuiltIn } from './builtIn';
import { customer } from './client';
import { addWithNode, type RowsRun } from './node';

const [url = ''] = process.argv.slice(2);
/** The number of requests of the bench itself: for a token, and for a new task. */
const OWN_REQUESTS = 2;
const platform = controlsOf(url);

reportOf(async () => {
	await useIsolatedExpressions();
	const nodes = await builtInNodes();
	const node = async (rows: number) => await addWithNode(url, rows);
	const builtIn = async (rows: number) => await addWithBuiltIn(url, nodes, rows);
	await node(WARM_UP_ROWS);
	await builtIn(WARM_UP_ROWS);
	const ways: Ways = { node: [], builtIn: [] };
	for (let round = 0; round < ROUNDS; round++) {
		ways.node.push(allRight(await checked(node)));
		ways.builtIn.push(await checked(builtIn));
	}
	return ways;
});

/** Ends the bench if a row is missing, or if its ID has lost a digit. */
function allRight(run: WayRun): WayRun {
	if (run.accepted === ROWS && run.right === ROWS) return run;
	throw new Error(
		`Add Rows of ${ROWS} rows: the platform took ${run.accepted}, ${run.right} ids are right`,
	);
}

/** Adds all rows with `add`, and compares the results with the platform's own records. */
async function checked(add: (rows: number) => Promise<RowsRun>): Promise<WayRun> {
	await platform.order('aicall/clearRecords');
	collectGarbage();
	const { ids, seconds, cpuSeconds, peakBytes } = await add(ROWS);
	const rows =
		await platform.read<{ taskDataId: string; values: string[] }[]>('aicall/acceptedRows');
	const requests = await platform.read<{ endpoint: string }[]>('aicall/requests');
	const given = new Map(rows.map(({ taskDataId, values }) => [values[0], taskDataId]));
	const right = ids.filter((id, index) => id === given.get(customer(index).客户手机号码));
	const inserts = requests.filter(({ endpoint }) => endpoint === 'taskInsert').length;
	return {
		seconds,
		cpuSeconds,
		peakBytes,
		right: right.length,
		accepted: rows.length,
		inserts,
		others: requests.length - inserts - OWN_REQUESTS,
	};
}
