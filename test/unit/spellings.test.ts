/** The node, the Code nodes of call-again and the tables of place-once and add-rows-once read a phone number in the same way. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { DateTime } from 'luxon';
import { comparableNumber } from '../../nodes/shared/aiCall/rows/phone';
import { FULL_SIZE } from '../setup/size';
import { SPELLINGS } from './spellings';

/** A parameter of a node of an example. */
function parameterOf(example: string, node: string, parameter: string): string {
	const { nodes } = JSON.parse(
		readFileSync(join(__dirname, `../../examples/${example}.json`), 'utf8'),
	) as { nodes: { name: string; parameters: Record<string, string> }[] };
	const text = nodes.find(({ name }) => name === node)?.parameters[parameter];
	if (text === undefined) throw new Error(`${example} has no ${node}`);
	return text;
}

const numbers = SPELLINGS.map(([, number]) => number);

test('the node reads each spelling', () => {
	expect(SPELLINGS.map(([written]) => comparableNumber(written) ?? null)).toEqual(numbers);
});

describe('the Code nodes of call-again', () => {
	const RULE = /^function numberOf[\s\S]*?^}$/m;
	const CODE_NODES = ['Who Is Called Again', 'Tasks to Start'];

	test.each(CODE_NODES)('%s reads each spelling', (node) => {
		const [rule = ''] = RULE.exec(parameterOf('call-again', node, 'jsCode')) ?? [];
		const read = new Function('written', `${rule}; return numberOf(written) ?? null;`) as (
			written: string,
		) => string | null;
		expect(SPELLINGS.map(([written]) => read(written))).toEqual(numbers);
	});

	/** The numbers that would be called again, of tries an hour ago that were busy. */
	function calledAgain(phones: string[], doNotCall: object[]): unknown[] {
		const now = DateTime.fromISO('2026-11-25T12:00:00+08:00');
		const items: Record<string, object[]> = {
			Settings: [
				{
					results: '5',
					tries_per_day: 3,
					tries_in_all: 6,
					wait_minutes: 30,
					from_hour: 9,
					to_hour: 18,
				},
			],
			'Do Not Call': doNotCall,
			Tries: phones.map((phone, index) => ({
				event_id: `${index}`,
				phone,
				result: '5',
				at: now.minus({ hours: 1 }).toMillis(),
				row: JSON.stringify({ phone }),
			})),
		};
		const run = new Function(
			'$',
			'DateTime',
			parameterOf('call-again', 'Who Is Called Again', 'jsCode'),
		) as (input: (node: string) => object, time: object) => { json: { phone: string } }[];
		const list = (node: string) => (items[node] ?? []).map((json) => ({ json }));
		return run((node) => ({ all: () => list(node), first: () => list(node)[0] }), {
			now: () => now,
			fromMillis: (at: number) => DateTime.fromMillis(at),
		}).map(({ json }) => json.phone);
	}

	test.each(SPELLINGS.filter(([, number]) => number === '13800000001').map(([written]) => written))(
		'a number that is listed as %j is not called again',
		(phone) => {
			expect(calledAgain(['13800000001', '13800000002'], [{ id: 1, phone }])).toEqual([
				'13800000002',
			]);
		},
	);

	test.each([
		...SPELLINGS.filter(([, number]) => number === null).map(([written]) => written),
		null,
	])('nobody is called again if the list has the entry %j', (phone) => {
		const list = [
			{ id: 1, phone: '13800000002' },
			{ id: 2, phone },
		];
		expect(() => calledAgain(['13800000001'], list)).toThrow(
			`Do not call: "${phone}" is no phone number`,
		);
	});

	test('an empty list lets all be called again', () => {
		expect(calledAgain(['13800000001'], [{}])).toEqual(['13800000001']);
	});
});

// Those of add-rows-once are the same, as `examples.test.ts` says. To start PostgreSQL takes seconds.
(FULL_SIZE ? describe : describe.skip)('the tables of place-once', () => {
	let database: PGlite;
	beforeAll(async () => {
		const { PGlite } = await import('@electric-sql/pglite');
		database = await PGlite.create();
		// As in each run of the workflow: the second time finds all in place.
		for (let run = 0; run < 2; run++)
			await database.exec(parameterOf('place-once', 'Table of Rows', 'query'));
	}, 60_000);
	afterAll(async () => await database.close());

	const listed = async (number: string) =>
		await database.query('INSERT INTO iflytek_never_call (number) VALUES ($1)', [number]);

	/** Begins a row for each number, and returns its number and state. */
	async function begun(phones: string[]): Promise<unknown[]> {
		const rows = phones.map((phone, index) => ({ key: `${index}`.padStart(3, '0'), phone }));
		const [lock = '', ...rest] = parameterOf('place-once', 'Begin New Rows', 'query').split(
			/(?<=\$\$;\n)/,
		);
		await database.exec(lock.slice(lock.indexOf('DO $$')));
		await database.query(rest.join(''), [JSON.stringify(rows), 'key', 'run', 'phone', 1, 1]);
		const result = await database.query<{ state: string }>(
			"SELECT state FROM iflytek_rows WHERE execution = 'run' ORDER BY key",
		);
		return result.rows.map(({ state }) => state);
	}

	beforeEach(async () => await database.exec('TRUNCATE iflytek_rows, iflytek_never_call'));

	test('they read each spelling', async () => {
		const { rows } = await database.query<{ number: string | null }>(
			'SELECT iflytek_number(written) AS number FROM unnest($1::text[]) WITH ORDINALITY AS given (written, place) ORDER BY place',
			[SPELLINGS.map(([written]) => written)],
		);
		expect(rows.map(({ number }) => number)).toEqual(numbers);
	});

	test('they ignore the invisible characters and the white space that the node ignores', async () => {
		const characters = Array.from({ length: 0x110000 - 0x800 }, (_, index) =>
			String.fromCodePoint(index < 0xd800 ? index : index + 0x800),
		).filter((character) => /[\p{Default_Ignorable_Code_Point}\s]/u.test(character));
		const written = characters.map((character) => `1${character}3800000001`);
		const { rows } = await database.query<{ number: string | null }>(
			'SELECT iflytek_number(written) AS number FROM unnest($1::text[]) WITH ORDINALITY AS given (written, place) ORDER BY place',
			[written],
		);
		expect(rows.map(({ number }) => number)).toEqual(
			written.map((text) => comparableNumber(text) ?? null),
		);
	});

	test('a number of the list is not called, however list and row write it', async () => {
		const written = SPELLINGS.flatMap(([text, number]) => (number === '13800000001' ? [text] : []));
		for (const number of written) await listed(number);
		expect(await begun(['138-0000-0001', '13800000002'])).toEqual(['neverCall', 'begun']);
		await database.exec('TRUNCATE iflytek_rows, iflytek_never_call');
		await listed('13800000001');
		expect(new Set(await begun([...written, 'Tom 13800000001', '王13800000001']))).toEqual(
			new Set(['neverCall']),
		);
	});

	test('the list takes no entry that would protect nobody', async () => {
		for (const [written, number] of SPELLINGS) {
			if (number !== null) continue;
			await expect(listed(written)).rejects.toThrow('"a phone number in full"');
		}
	});
});
