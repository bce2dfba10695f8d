/** What the references say about operations and triggers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { PAGES } from '../../document';
import { strict, type Schema } from '../../engine/schemas/infer';
import { literalsOf, SOURCES } from '../sources';

const ROOT = join(__dirname, '../../..');
const REFERENCES = ['docs/reference.md', 'docs/reference.zh-CN.md'];
const FOLDERS: Readonly<Record<string, string>> = {
	iflytek: 'Iflytek',
	iflytekAiCall: 'IflytekAiCall',
};

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const schemaOf = (node: string, file: string) =>
	JSON.parse(read(`nodes/${node}/__schema__/v1.0.0/${file}.json`)) as Schema;

const samples = PAGES.map(({ node, resource, operation, page }) => ({
	name: `${resource}/${operation}`,
	sample: JSON.parse(page.reference.result) as object,
	schema: schemaOf(FOLDERS[node] ?? '', `${resource}/${operation}`),
}));

const ajv = new Ajv({ allowUnionTypes: true });

test.each(samples)(
	'the sample result of $name has only fields of its output schema',
	({ sample, schema }) => {
		const validate = ajv.compile(strict(schema));
		validate(sample);
		expect(validate.errors ?? []).toEqual([]);
	},
);

/** iFLYTEK's hosts in the code, without those of pages for people. */
const hosts = SOURCES.flatMap(literalsOf)
	.flatMap((text) => [...text.matchAll(/\b(?:https?|wss?):\/\/([\w.-]+\.xfyun\.cn)\b/g)])
	.map(([, host = '']) => host)
	.filter((host) => !/^(?:console|www|passport)\./.test(host));

describe.each(REFERENCES)('%s', (document) => {
	const text = read(document);

	test('names each host to which data goes, and no other', () => {
		const [paragraph = ''] = text.match(/^.*`tupapi\.xfyun\.cn`.*$/m) ?? [];
		const named = [...paragraph.matchAll(/`([\w.-]+\.xfyun\.cn)`/g)].map(([, host]) => host);
		expect(named.sort()).toEqual([...new Set(hosts)].sort());
	});

	test.each([
		...samples.map(({ name, schema }) => [name, schema] as const),
		...['IflytekAiCallContextTrigger', 'IflytekAiCallTaskTrigger'].map(
			(node) => [node, schemaOf(node, 'output')] as const,
		),
	])('names each field of the results of %s', (_name, schema) => {
		const fields = Object.keys(schema.properties ?? {});
		const isNamed = (field: string) =>
			text.includes(`"${field}":`) ||
			text.includes(`\`${field}\``) ||
			text.includes(`\`${field}: `);
		expect(fields.length).toBeGreaterThan(0);
		expect(fields.filter((field) => !isNamed(field))).toEqual([]);
	});
});
