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
/** The number of requests that the bench itself sends: one for a token, and one for a new task. */
const OWN_REQUESTS = 2;
const platform = controlsOf(url);

reportOf(async () => {
	await useIsolatedExpressions();
	const nodes = await builtInNodes();
	const addRows = async (rows: number) => await addWithNode(url, rows);
	const addRowsBuiltIn = async (rows: number) => await addWithBuiltIn(url, nodes, rows);
	await addRows(WARM_UP_ROWS);
	await addRowsBuiltIn(WARM_UP_ROWS);
	const ways: Ways = { node: [], builtIn: [] };
	for (let round = 0; round < ROUNDS; round++) {
		ways.node.push(requireAllRight(await measured(addRows)));
		ways.builtIn.push(await measured(addRowsBuiltIn));
	}
	return ways;
});

/** Ends the bench if a row is missing, or if its ID has lost a digit. */
function requireAllRight(run: WayRun): WayRun {
	if (run.accepted === ROWS && run.rightIds === ROWS) return run;
	throw new Error(
		`Add Rows of ${ROWS} rows: the platform took ${run.accepted}, ${run.rightIds} ids are right`,
	);
}

/** Adds all rows with `add`, and compares the results with the platform's own records. */
async function measured(add: (rows: number) => Promise<RowsRun>): Promise<WayRun> {
	await platform.order('aicall/clearRecords');
	collectGarbage();
	const { ids, seconds, cpuSeconds, peakBytes } = await add(ROWS);
	const rows =
		await platform.read<{ taskDataId: string; values: string[] }[]>('aicall/acceptedRows');
	const requests = await platform.read<{ endpoint: string }[]>('aicall/requests');
	const idByNumber = new Map(rows.map(({ taskDataId, values }) => [values[0], taskDataId]));
	const rightIds = ids.filter((id, index) => id === idByNumber.get(customer(index).客户手机号码));
	const rowRequests = requests.filter(({ endpoint }) => endpoint === 'taskInsert').length;
	return {
		seconds,
		cpuSeconds,
		peakBytes,
		rightIds: rightIds.length,
		accepted: rows.length,
		rowRequests,
		otherRequests: requests.length - rowRequests - OWN_REQUESTS,
	};
}
