import type { IDataObject } from 'n8n-workflow';
import { PAGES } from '../document';
import { provideWebSocket } from '../setup/webSocket';
import { Bench } from './iflytek';

/** The results of document 1 in a sheet: Include Input Fields and Flat Output. */

provideWebSocket();

const bench = new Bench();
const COLUMNS = ['text', 'words', 'tags', 'people', 'places', 'organizations', 'warnings', 'sids'];
/** With at most so many columns a sheet is still read. */
const MOST_COLUMNS = 12;

const SENTENCE = '汤姆在上海叫他，汤姆是北京大学的学生。';
const TEXTS = Array.from({ length: 20 }, (_none, index) => `${SENTENCE}${'好。'.repeat(index)}`);
const FUNCTIONS = ['pos', 'ner', 'dp', 'srl', 'sdp', 'sdgp'];

const runFlat = async (parameters: IDataObject, items = TEXTS) => {
	const { outputs, error } = await bench.run(
		'text',
		{ resource: 'text', text: '={{ $json.sentence }}', ...parameters },
		items.map((sentence, index) => ({ json: { sentence, number: index } })),
		{ credentials: [{ ...bench.signer(), data: bench.credential('text', '5a1c0de1') }] },
	);
	if (error) throw error;
	return (outputs[0] ?? []).map(({ json }) => json);
};

const columnsOf = (rows: IDataObject[]) => [...new Set(rows.flatMap(Object.keys))];

describe.each(['analyze', 'recognizeEntities'])('%s', (operation) => {
	const parameters = { operation, ...(operation === 'analyze' && { functions: FUNCTIONS }) };
	const columns = COLUMNS.filter((name) => name !== 'tags' || operation === 'analyze');

	test('20 texts are 20 rows of texts, with the same few columns whatever is found', async () => {
		const rows = await runFlat({ ...parameters, options: { flatOutput: true } });
		expect(rows).toHaveLength(20);
		for (const row of rows) {
			expect(Object.keys(row)).toEqual(columns);
			expect(Object.values(row).filter((value) => typeof value !== 'string')).toEqual([]);
		}
		expect(columnsOf(rows).length).toBeLessThanOrEqual(MOST_COLUMNS);
		expect(rows[0]).toMatchObject({
			people: '汤姆',
			places: '上海',
			organizations: '北京大学',
			warnings: '',
		});
		expect(String(rows[0]?.words).split(' ')).toContain('上海');
		expect(String(rows[0]?.words).replaceAll(' ', '')).toBe(SENTENCE);
	});

	test('with the fields of the input there are still at most twelve', async () => {
		const rows = await runFlat({
			...parameters,
			options: { flatOutput: true, includeInputFields: true },
		});
		expect(columnsOf(rows)).toEqual(['sentence', 'number', ...columns]);
		expect(rows.map(({ number }) => number)).toEqual(TEXTS.map((_text, index) => index));
	});

	test('only what the columns need is requested, and the raw response is never flat', async () => {
		await runFlat({ ...parameters, options: { flatOutput: true } }, [SENTENCE]);
		const asked = bench.simulator.log.map(({ endpoint }) => endpoint).sort();
		expect(asked).toEqual(operation === 'analyze' ? ['cws', 'ner', 'pos'] : ['cws', 'ner']);
		const [raw] = await runFlat({ ...parameters, simplify: false, options: { flatOutput: true } }, [
			SENTENCE,
		]);
		expect(raw).not.toHaveProperty('people');
	});
});

test('each operation of document 1 can include the fields of its input', async () => {
	const pages = PAGES.filter(({ node }) => node === 'iflytek');
	expect(pages.length).toBeGreaterThan(10);
	for (const { resource, operation, page } of pages) {
		const item = { ...page.item, json: { ...page.item?.json, order: 'A-7' } };
		const { outputs, error } = await bench.run(
			'text',
			{ resource, operation, ...page.given, options: { includeInputFields: true } } as IDataObject,
			[item],
			{ credentials: [{ ...bench.signer(), data: bench.separateKeys() }] },
		);
		const [output] = outputs[0] ?? [];
		expect([operation, error, output?.json.order]).toEqual([operation, undefined, 'A-7']);
		expect(Object.keys(output?.json ?? {}).length).toBeGreaterThan(1);
	}
});

test('an empty text among many stops them, and the error names Continue', async () => {
	const texts = TEXTS.map((text, index) => (index === 7 ? ' ' : text));
	await expect(runFlat({ operation: 'segment' }, texts)).rejects.toMatchObject({
		message: 'Text is empty',
		description: expect.stringContaining(
			'To go on with the other texts, set On Error under Settings to Continue.',
		) as string,
		context: { itemIndex: 7 },
	});
});

test('an option that is left over from another operation changes nothing', async () => {
	const parameters = { operation: 'tagPartsOfSpeech', options: { flatOutput: true } };
	const [row] = await runFlat(parameters, [SENTENCE]);
	expect(row).not.toHaveProperty('people');
});
