import type { IDataObject } from 'n8n-workflow';
import { DocumentBench, withTask } from './bench';
import { ADDRESSES, CALL_ADDRESSES, OPERATIONS as EVERY_OPERATION, type Variant } from '.';
import type { Line, Operation } from './page';
import { asStored, refusedOf, valuesOf, valuesThatShow, wasSent, withValues } from './values';

const bench = new DocumentBench();

/** Each operation and each of its variants: a title, the node, the parameters that choose the operation, and the page. */
const OPERATIONS = EVERY_OPERATION.map((table): [string, string, IDataObject, Variant] => [
	table.title,
	table.node,
	table.selection,
	table,
]);

/** The parameters of `given`, with the id of a task. */
const givenFor = (table: Operation, taskId: string): IDataObject =>
	withTask({ ...table.given } as IDataObject, taskId);

/** Creates a task, and starts it if the samples of the page need that. Returns its id, or "" if no task is needed. */
async function taskFor({ resource }: IDataObject, { samples = [] }: Variant): Promise<string> {
	const started = samples.some(({ task }) => task === 'started');
	return resource === 'task' ? await bench.newTask({ started }) : '';
}

/** The name of the endpoint at a URL. */
const endpointAt = (url: string) =>
	Object.entries({ ...ADDRESSES, ...CALL_ADDRESSES }).find(([, address]) => address === url)?.[0];

test.each(OPERATIONS)(
	'%s: a node with only `given` filled in sends the request of its page',
	async (_name, node, selection, table) => {
		const taskId = await taskFor(selection, table);
		const { error, outputs, sent, unread, failures } = await bench.run(
			node,
			{ ...selection, ...givenFor(table, taskId) },
			table.item,
		);
		expect(error).toBeUndefined();
		expect(outputs).toHaveLength(1);
		const [items = []] = outputs;
		expect(items.length).toBeGreaterThan(0);
		for (const item of items)
			expect(item).toMatchObject({ json: expect.anything(), pairedItem: { item: 0 } });
		expect({ unread, failures }).toEqual({ unread: [], failures: [] });
		const { url } = table.sent;
		const firstRequest = sent.find((request) => request.url === url);
		expect(sent.map((request) => endpointAt(request.url)).sort()).toEqual(
			[...table.endpoints].sort(),
		);
		expect(firstRequest?.fields).toEqual(fieldsFor(table, taskId));
		// A WebSocket has no setting for a time-out.
		const timeouts = sent
			.filter((request) => !request.url.startsWith('ws'))
			.map(({ timeout }) => timeout);
		expect([...new Set(timeouts)]).toEqual(url.startsWith('ws') ? [] : [60_000]);
	},
);

/** The fields of the first request, with the id of a task. Bytes are left unchanged, because JSON cannot hold them. */
const fieldsFor = ({ sent: { fields } }: Operation, taskId: string) =>
	Object.fromEntries(
		Object.entries(fields).map(([name, value]) => [
			name,
			Buffer.isBuffer(value) ? value : withTask(value, taskId),
		]),
	);

test.each(OPERATIONS)(
	'%s: if Simplify or Output cannot be read, the node fails and sends nothing but queries',
	async (_name, node, selection, table) => {
		const unreadable = '={{ $("Nope").first().json.x }}';
		const { error, sent } = await bench.run(
			node,
			{
				...selection,
				...givenFor(table, await taskFor(selection, table)),
				simplify: unreadable,
				output: unreadable,
				options: { simplify: unreadable },
			},
			table.item,
		);
		expect(error?.message).toBe("Referenced node doesn't exist");
		expect(sent.filter(({ url }) => !isQuery(url))).toEqual([]);
	},
);

/** Whether a request only reads something from the platform, such as columns. */
const isQuery = (url: string) => url.endsWith('/query');

describe.each(OPERATIONS)('%s', (_name, node, selection, table) => {
	const triedFields = Object.entries(table.lines).filter(([, line]) => valuesOf(line).length > 0);
	const refusingFields = Object.entries(table.lines).filter(
		([, line]) => refusedOf(line).length > 0,
	);

	/** Runs the operation with this value in the field of a line. */
	async function runWithValue(path: string, line: Line, value: unknown, taskId: string) {
		const parameters = withValues(
			{ ...selection, ...valuesThatShow(line), ...givenFor(table, taskId) },
			{ ...line.needs, [path]: asStored(line, value) },
		);
		return await bench.run(node, parameters, table.item);
	}

	if (triedFields.length > 0) {
		test('each value that can be chosen, and the smallest and largest number, is sent as the page says, and the local platform reads each field', async () => {
			const taskId = await taskFor(selection, table);
			for (const [path, line] of triedFields) {
				const isField = line.api !== undefined && line.api !== 'timeout';
				for (const [index, value] of valuesOf(line).entries()) {
					// What the platform reads of a field is seen once; then it may refuse.
					if (index === 0) bench.refuseNothing();
					else bench.refuseAll();
					const { error, sent, unread } = await runWithValue(path, line, value, taskId);
					const failure = { path, value, details: error?.context?.data };
					expect(failure).not.toMatchObject({ details: { kind: 'invalidInput' } });
					expect({
						path,
						value,
						sent: line.api === undefined ? sent.length > 0 : wasSent(sent, line, value),
						unread: index === 0 && isField ? unread : [],
					}).toEqual({ path, value, sent: true, unread: [] });
				}
			}
		});
	}

	if (refusingFields.length > 0) {
		test('each value that must be refused is refused before anything but queries is sent', async () => {
			bench.refuseAll();
			for (const [path, line] of refusingFields) {
				for (const value of refusedOf(line)) {
					const { error, sent } = await runWithValue(path, line, value, '1');
					const changes = sent.filter(({ url }) => url === table.sent.url || !isQuery(url));
					expect({ path, value, refused: error !== undefined, sent: changes }).toEqual({
						path,
						value,
						refused: true,
						sent: [],
					});
				}
			}
		});
	}
});
