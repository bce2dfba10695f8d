/** Each section says the same in both languages: the same code, variables of n8n, numbers, and units beside them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');
const read = (document: string) => readFileSync(join(ROOT, document), 'utf8');

const PAIRS: [english: string, chinese: string][] = [
	['README.md', 'docs/README.zh-CN.md'],
	['docs/reference.md', 'docs/reference.zh-CN.md'],
	['docs/scaling.md', 'docs/scaling.zh-CN.md'],
	['docs/codes.md', 'docs/codes.zh-CN.md'],
];

const sections = (document: string) => read(document).split(/\n##+ /);

/** What a pattern finds in each section of a document: each once, sorted. */
const inSections = (document: string, find: (section: string) => string[]) =>
	sections(document).map((section) => [...new Set(find(section))].sort());

/** The text with its numbers as digits alone: `10 万` is 100,000 and `两万` 20,000. */
const withDigits = (text: string) =>
	text
		.replace(/`\d+ ?年`/g, '')
		.replace(/(\d+|两) ?万/g, (_text, count: string) => `${count.replace('两', '2')}0000`)
		.replace(/(\d),(?=\d{3})/g, '$1');

/** The numbers of two digits or more. Most of those in README and scaling are measured, so the code does not have them. */
const numbers = (section: string) => withDigits(section).match(/\d[\d.:]*\d/g) ?? [];

const UNITS: Readonly<Record<string, string>> = {
	ms: 'ms|milliseconds?|毫秒',
	s: 's|seconds?|秒',
	min: 'minutes?|分钟',
	h: 'hours?|小时',
	days: 'days?|天',
	bytes: 'bytes?|字节',
	k: 'k',
	kB: '[kK]B',
	M: 'M',
	MB: 'MB',
	GB: 'GB',
	Hz: 'Hz',
	'%': '%',
	pixels: 'pixels?|像素',
	frames: 'frames?|帧',
};
const UNIT = new RegExp(
	`(\\d+(?:\\.\\d+)?) ?(?:${Object.values(UNITS)
		.map((words) => `(${words})`)
		.join('|')})(?![A-Za-z])`,
	'g',
);

/** The numbers that have a unit, such as `5 ms`. */
const withUnits = (section: string) =>
	[...withDigits(section).matchAll(UNIT)].map(([, figure = '', ...units]) => {
		const unit = Object.keys(UNITS)[units.findIndex((found) => found !== undefined)];
		return `${figure} ${unit}`;
	});

const code = (section: string) =>
	[...section.replace(/^[ \t]*```.*?^[ \t]*```$/gms, '').matchAll(/`([^`\n]+)`/g)].map(
		([, text = '']) => text,
	);

const variables = (text: string) => text.match(/\bN8N_[A-Z_]*[A-Z]/g) ?? [];

describe.each(PAIRS)('%s and %s', (english, chinese) => {
	test.each([
		['numbers', numbers],
		['numbers with units', withUnits],
		['code', code],
		['variables of n8n', variables],
	] as const)('each section has the same %s', (_what, find) => {
		expect(inSections(chinese, find)).toEqual(inSections(english, find));
	});
});

test('the documents have code, variables and numbers with units', () => {
	const text = read('docs/scaling.md') + read('docs/reference.md');
	for (const find of [numbers, withUnits, code, variables])
		expect(find(text).length).toBeGreaterThan(5);
	expect(withUnits('1,000 ms, 2.5秒, 10 万 字节, 3 more')).toEqual([
		'1000 ms',
		'2.5 s',
		'100000 bytes',
	]);
});

/** Variables of n8n 3, which the n8n of the tests does not have. */
const OF_N8N_3 = ['N8N_UNVERIFIED_PACKAGES_ENABLED'];

test('each variable of n8n in the documents is one that n8n reads', () => {
	const folder = join(ROOT, 'node_modules/@n8n/config/dist');
	const known = new Set(
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.js'))
			.flatMap((file) => variables(readFileSync(join(folder, file), 'utf8'))),
	);
	expect(known.size).toBeGreaterThan(100);
	const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'compose.yaml'].concat(
		['docs', 'docs/decisions', 'examples'].flatMap((folderName) =>
			readdirSync(join(ROOT, folderName))
				.filter((file) => /\.(md|json)$/.test(file))
				.map((file) => `${folderName}/${file}`),
		),
	);
	const named = new Set(documents.flatMap((file) => variables(read(file))));
	expect(named.size).toBeGreaterThan(10);
	// `N8N_SSRF_…` stands for all that begin so.
	const isKnown = (name: string) =>
		known.has(name) || [...known].some((one) => one.startsWith(`${name}_`));
	expect([...named].filter((name) => !isKnown(name))).toEqual(OF_N8N_3);
});
