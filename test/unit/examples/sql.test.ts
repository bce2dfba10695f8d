/** The queries of the examples run in PostgreSQL, with rows that are new, repeated, ended, days old, and empty. */
import type { PGlite } from '@electric-sql/pglite';
import type { INode } from 'n8n-workflow';
import { VARIANTS } from './samples';
import { NAMES, readExample, Run } from './workflow';

const queriesOf = (name: string): INode[] =>
	readExample(name).nodes.filter(({ type }) => type === 'n8n-nodes-base.postgres');
const queryOf = ({ parameters }: INode) => String(parameters.query);
const WITH_SQL = NAMES.filter((name) => queriesOf(name).length > 0);
const isMaker = (node: INode) => /\bCREATE (?:TABLE|FUNCTION)\b/.test(queryOf(node));

test('examples have queries, and each table is made by one', () => {
	expect(WITH_SQL.length).toBeGreaterThan(2);
	expect(WITH_SQL.filter((name) => queriesOf(name).some(isMaker)).length).toBeGreaterThan(1);
});

describe('in PostgreSQL', () => {
	let database: PGlite;
	beforeAll(async () => {
		const { PGlite } = await import('@electric-sql/pglite');
		database = await PGlite.create();
		// As in each run of the workflows: the second time finds all in place.
		for (const maker of [...WITH_SQL, ...WITH_SQL].flatMap(queriesOf).filter(isMaker))
			await database.exec(queryOf(maker));
	});
	afterAll(async () => await database.close());
	beforeEach(async () => {
		await database.exec('TRUNCATE iflytek_rows, iflytek_never_call, iflytek_events');
	});

	/** Runs a node's query as n8n does. A block before the query is a statement of its own. */
	async function run(node: INode, values: unknown[]): Promise<Record<string, unknown>[]> {
		const statements = queryOf(node).split(/(?<=\$\$;\n)/);
		const last = statements.pop() ?? '';
		for (const statement of statements) await database.exec(statement);
		return (await database.query<Record<string, unknown>>(last, values)).rows;
	}

	const nodeOf = (example: string, name: string): INode => {
		const node = queriesOf(example).find((one) => one.name === name);
		if (!node) throw new Error(`${example} has no ${name}`);
		return node;
	};

	test.each(WITH_SQL.flatMap((name) => VARIANTS.map((variant) => [name, variant] as const)))(
		'the queries of %s take what its expressions give with items: %s',
		async (name, variant) => {
			const items = new Run(readExample(name), variant);
			for (const node of queriesOf(name).filter((one) => !isMaker(one))) {
				const { options } = node.parameters as { options?: { queryReplacement?: string } };
				const values = items.valueOf(node, options?.queryReplacement ?? '');
				await run(node, Array.isArray(values) ? values : []);
			}
		},
	);

	test('each-push-once: an event is new once', async () => {
		const remember = nodeOf('each-push-once', 'Remember the Event');
		expect(await run(remember, ['e1'])).toHaveLength(1);
		expect(await run(remember, ['e1'])).toHaveLength(0);
		await database.exec("UPDATE iflytek_events SET seen_at = now() - interval '31 days'");
		await run(nodeOf('each-push-once', 'Forget Old Events'), []);
		expect(await run(remember, ['e1'])).toHaveLength(1);
	});

	test('place-once-settle: only what was begun more than a day ago is listed and freed, and a push ends it', async () => {
		await database.exec(
			`INSERT INTO iflytek_rows (key, execution, number, begun_at) VALUES
				('old', '1', '1', now() - interval '25 hours'),
				('pushed', '1', '2', now() - interval '25 hours'),
				('young', '2', '3', now() - interval '23 hours')`,
		);
		const keysOf = async (name: string, values: unknown[] = []) =>
			(await run(nodeOf('place-once-settle', name), values)).map(({ key }) => key);
		expect(await keysOf('Accepted, Says the Push', ['pushed', 't'])).toEqual(['pushed']);
		expect(await keysOf('Begun and Not Ended')).toEqual(['old']);
		expect(await keysOf('Free Them')).toEqual(['old']);
		const { rows } = await database.query('SELECT key, state FROM iflytek_rows ORDER BY key');
		expect(rows).toEqual([
			{ key: 'old', state: 'free' },
			{ key: 'pushed', state: 'accepted' },
			{ key: 'young', state: 'begun' },
		]);
	});

	describe.each(
		WITH_SQL.filter((name) => queriesOf(name).some((node) => node.name === 'Begin New Rows')),
	)('%s', (name) => {
		const row = (key: string, phone: string) => ({ key, phone });
		/** Begins rows, of which a number is called once in a day, and returns the keys that begin. */
		async function begun(execution: string, ...rows: object[]): Promise<unknown[]> {
			const values = [JSON.stringify(rows), 'key', execution, 'phone', 1, 1];
			const [result] = await run(nodeOf(name, 'Begin New Rows'), values);
			return (result?.rows as { key: string }[]).map(({ key }) => key).sort();
		}
		const ended = async (execution: string, outcomes: object[], rows: object[]) =>
			await run(nodeOf(name, 'Write the Outcomes'), [
				JSON.stringify(outcomes),
				'key',
				execution,
				JSON.stringify(rows),
			]);

		test('a row begins once, also if it is repeated in the list, and not while it is begun', async () => {
			const rows = [row('a', '15400010001'), row('a', '15400010001'), row('b', '15400010002')];
			expect(await begun('1', ...rows)).toEqual(['a', 'b']);
			expect(await begun('2', ...rows)).toEqual([]);
		});

		test('a row that was accepted never begins again, and one that was not sent does', async () => {
			const rows = [row('a', '15400010001'), row('b', '15400010002')];
			await begun('1', ...rows);
			await ended(
				'1',
				[
					{ task_data_id: 't', row: rows[0] },
					{ state: 'notSent', row: rows[1] },
				],
				rows,
			);
			expect(await begun('2', ...rows)).toEqual(['b']);
		});

		test('a number is called once in a day, and again days later', async () => {
			expect(await begun('1', row('a', '154 0001 0001'))).toEqual(['a']);
			expect(await begun('2', row('b', '+86 15400010001'))).toEqual([]);
			await database.exec("UPDATE iflytek_rows SET begun_at = now() - interval '3 days'");
			expect(await begun('3', row('b', '+86 15400010001'))).toEqual(['b']);
		});

		test('the numbers of rows that ended days ago are forgotten, and those of begun rows are kept', async () => {
			const rows = [row('a', '15400010001'), row('b', '15400010002')];
			await begun('1', ...rows);
			await ended('1', [{ task_data_id: 't', row: rows[0] }], rows);
			await database.exec("UPDATE iflytek_rows SET begun_at = now() - interval '3 days'");
			await run(nodeOf(name, 'Forget Old Numbers'), [1]);
			const { rows: kept } = await database.query<{ key: string; known: boolean }>(
				'SELECT key, number IS NOT NULL AS known FROM iflytek_rows ORDER BY key',
			);
			expect(kept).toEqual([
				{ key: 'a', known: false },
				{ key: 'b', known: true },
			]);
		});

		test('a number that is never called does not begin, and the result counts what was accepted', async () => {
			await database.exec("INSERT INTO iflytek_never_call VALUES ('+86 154 0001 0001')");
			const rows = [row('a', '15400010001'), row('b', '15400010002')];
			expect(await begun('1', ...rows)).toEqual(['b']);
			await ended('1', [{ task_data_id: 't', row: rows[1] }], rows);
			expect(await run(nodeOf(name, 'Result'), ['1'])).toEqual([
				{ accepted: 1, others: [expect.objectContaining({ key: 'a', state: 'neverCall' })] },
			]);
			expect(await run(nodeOf(name, 'Result'), ['2'])).toEqual([{ accepted: 0, others: [] }]);
		});

		test('no row and rows without values are no error', async () => {
			expect(await begun('1')).toEqual([]);
			expect(await begun('2', row('a', ''))).toEqual(['a']);
		});
	});
});
