/** The pictures of the documents: they are taken from the product, stand in the documents, and are not older than it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { madeFrom, outdated } from '../browser/lib/madeFrom';
import type { INodeProperties } from 'n8n-workflow';
import { builtProduct, linesOf, panelOf, type Product } from '../browser/lib/origin';
import { loadPackage } from './built';

const ROOT = join(__dirname, '../..');

/** The texts that the first group of a pattern matches, sorted and each only once. */
const matchesIn = (text: string, pattern: RegExp) =>
	[...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].sort();

const read = (document: string) => readFileSync(join(ROOT, document), 'utf8');

const browserTests = join(ROOT, 'test/browser');
const pictureNames = matchesIn(
	readdirSync(browserTests)
		.filter((file) => file.endsWith('.browser.ts'))
		.map((file) => readFileSync(join(browserTests, file), 'utf8'))
		.join('\n'),
	/\bpicture\('([^']+)'/g,
);

test('the pictures in docs/images are those that the browser test takes', () => {
	expect(readdirSync(join(ROOT, 'docs/images')).sort()).toEqual(
		pictureNames.map((name) => `${name}.png`),
	);
});

test.each([
	['README.md', 'docs/reference.md'],
	['docs/README.zh-CN.md', 'docs/reference.zh-CN.md'],
])('%s and %s show each picture and say what it shows', (readme, reference) => {
	const text = (read(readme) + read(reference)).replaceAll('](images/', '](docs/images/');
	expect(matchesIn(text, /!\[[^\]]+\]\(docs\/images\/([\w-]+)\.png\)/g)).toEqual(pictureNames);
	// They neither show nor link any other picture.
	expect(matchesIn(text, /images\/([\w-]+)\.png/g)).toEqual(pictureNames);
});

test('each picture carries what it was made from', () => {
	const made = madeFrom();
	expect(Object.keys(made).sort()).toEqual(pictureNames);
	for (const [name, { lines, origin }] of Object.entries(made))
		expect([name, lines.length > 3, Object.keys(origin).length > 0]).toEqual([name, true, true]);
});

test('no picture is older than the product (if one is: npm run test:browser -- --pictures)', async () => {
	// Builds the package, if it is stale.
	await loadPackage();
	expect(outdated(await builtProduct())).toEqual([]);
});

describe('what the product shows', () => {
	/** A node with these parameters, as n8n loads it. */
	const productWith = (...properties: INodeProperties[]): Product => ({
		credentials: new Map(),
		nodes: new Map([
			[
				'n',
				{
					displayName: 'Node',
					name: 'n',
					group: [],
					version: [1, 2],
					description: '',
					defaults: {},
					inputs: [],
					outputs: [],
					properties,
				},
			],
		]),
	});
	const mode: INodeProperties = {
		displayName: 'Mode',
		name: 'mode',
		type: 'options',
		options: [
			{ name: 'Check Only', value: 'check' },
			{ name: 'Call', value: 'real' },
		],
		default: 'check',
	};
	const times: INodeProperties = {
		displayName: 'Times',
		name: 'times',
		type: 'number',
		default: 3,
		hint: 'Each day',
		displayOptions: { show: { mode: ['real'], '@version': [2] } },
	};
	const options: INodeProperties = {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{ displayName: 'Wait', name: 'wait', type: 'number', default: 1 },
			{ displayName: 'Limit', name: 'limit', type: 'number', default: 1 },
		],
	};
	const given = { mode: 'real', times: 3, options: { wait: 2 } };
	const product = productWith(mode, times, options);
	const origin = panelOf(product, 'n', given);
	const shown = ['Node', 'Mode: "Call"', 'Times: 3 · Each day', 'Options: Add option', 'Wait: 2'];

	test('a panel has its shown parameters from top to bottom, with their values and texts', () => {
		expect(linesOf(product, origin)).toEqual(shown);
		expect(linesOf(product, { node: { type: 'n', parameters: {} } })).toEqual([
			'Node',
			'Mode: "Check Only"',
			'Options: Add option',
		]);
	});

	test.each<[string, Product]>([
		['a new name', productWith({ ...mode, displayName: 'Run Mode' }, times, options)],
		['a new default', productWith(mode, { ...times, default: 4 }, options)],
		['another hint', productWith(mode, { ...times, hint: 'Each week' }, options)],
		['a field that is gone', productWith(mode, options)],
		[
			'a new field',
			productWith(mode, times, { ...times, name: 'more', displayName: 'More' }, options),
		],
		[
			'a choice with another name',
			productWith({ ...mode, options: [{ name: 'All', value: 'real' }] }, times, options),
		],
	])('%s is another panel', (_what, changed) => {
		expect(linesOf(changed, origin)).not.toEqual(shown);
	});
});
