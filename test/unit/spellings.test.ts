/** The node and the tables of place-once and add-rows-once read a phone number in the same way. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { comparableNumber, readPhone } from '../../nodes/shared/aiCall/rows/phone';
import { numbersIn } from '../../nodes/shared/aiCall/rows/phoneLists';
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
	expect(SPELLINGS.map(([written]) => readPhone(written).number ?? null)).toEqual(numbers);
});

test.each([
	['as it is', ''],
	['with a name behind it', '（王）'],
])('rows and the do-not-call list compare each spelling %s alike', (_name, name) => {
	const certain = SPELLINGS.flatMap(([written, number]) => (number === null ? [] : [written]));
	const texts = certain.map((written) => `${written}${name}`);
	const expected = numbers.filter((number) => number !== null);
	expect(texts.map(comparableNumber)).toEqual(expected);
	expect(texts.map(numbersIn)).toEqual(expected.map((number) => [number]));
});

test('a zero that is dialed before a mobile number makes no other number', () => {
	const written = ['013800000001', '0138-0000-0001', '013800000001（王）'];
	expect(written.map(comparableNumber)).toEqual(written.map(() => '13800000001'));
	expect(written.map(numbersIn)).toEqual(written.map(() => ['13800000001']));
});

test('a circled digit is no digit of a number for rows and list', () => {
	expect(comparableNumber('0551-6820460①')).not.toBe(comparableNumber('0551-68204601'));
	expect(numbersIn('0551-6820460①')).not.toContain('055168204601');
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
	});
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
			written.map((text) => readPhone(text).number ?? null),
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
