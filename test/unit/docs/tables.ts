/** Makes parts of the documents from the code: tables of operations, labels and codes, and a sentence about pushes. In a document, each part stands between two markers. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { Iflytek } from '../../../nodes/Iflytek/Iflytek.node';
import { IflytekAiCall } from '../../../nodes/IflytekAiCall/IflytekAiCall.node';
import * as calls from '../../../nodes/shared/aiCall/aiCallLabels';
import {
	KNOWN_CODES,
	codeAdvice,
	codeMeaning,
} from '../../../nodes/shared/aiCall/protocol/aiCallCodes';
import { CONSOLE } from '../../../nodes/shared/console';
import { PUSH_KINDS, URL_MODULE } from '../../../nodes/shared/aiCall/pushes/kinds';
import { CODES } from '../../../nodes/shared/openPlatform/protocol/openPlatformCodes';
import { TESTED_ENDPOINTS } from '../../../nodes/shared/openPlatform/protocol/services';
import { KNOWN_VOICES } from '../../../nodes/shared/openPlatform/protocol/voiceSettings';
import * as images from '../../../nodes/shared/openPlatform/image/imageLabels';
import type { LabelTable } from '../../../nodes/shared/openPlatform/labelTable';
import * as labels from '../../../nodes/shared/openPlatform/text/textLabels';
import { TITLES as CALL_TITLES } from '../../document/table/callLabels';
import * as documented from '../../document/table/codes';
import { KEYS, PAGES } from '../../document';
import type { Page } from '../../document/page';
import { PUSHES } from '../../document/pushes';
import { operationTools, toolRows } from './agentTools';
import * as chinese from './chinese';

export const DOCUMENTS = [
	'README.md',
	'docs/README.zh-CN.md',
	'docs/codes.md',
	'docs/console.md',
	'docs/codes.zh-CN.md',
	'docs/reference.md',
	'docs/reference.zh-CN.md',
	'docs/agents.md',
] as const;
export type Document = (typeof DOCUMENTS)[number];

const ROOT = join(__dirname, '../../..');

type Row = (string | number)[];

/** A Markdown table; a vertical bar inside a cell is escaped. */
function table(head: string[], rows: Row[]): string {
	const line = (cells: Row) =>
		`| ${cells.map((cell) => String(cell).replace(/\|/g, '\\|')).join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function isOption(option: unknown): option is INodePropertyOptions {
	return typeof option === 'object' && option !== null && 'value' in option;
}

const optionsOf = (property: INodeProperties | undefined) =>
	(property?.options ?? []).filter(isOption);

/** The operations of a resource. */
const operationsOf = ({ properties }: INodeTypeDescription, resource: INodePropertyOptions) =>
	optionsOf(
		properties.find(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.includes(resource.value),
		),
	);

type LabelValues = LabelTable | calls.Labels;

/** A table of labels: its name in the code, its English title, its values. */
type LabelGroup = readonly [name: string, title: string, values: LabelValues];

const openPlatformLabels: LabelGroup[] = [
	['PARTS_OF_SPEECH', 'Parts of speech (`pos`)', labels.PARTS_OF_SPEECH],
	['DEPENDENCY_RELATIONS', 'Dependency relations (`dp`)', labels.DEPENDENCY_RELATIONS],
	['ENTITY_POSITIONS', 'Entity positions (`ner`)', labels.ENTITY_POSITIONS],
	['ENTITY_TYPES', 'Entity types (`ner`)', labels.ENTITY_TYPES],
	['SEMANTIC_ROLES', 'Semantic roles (`srl`)', labels.SEMANTIC_ROLES],
	[
		'SEMANTIC_RELATION_ROLES',
		'Semantic relations: roles (`sdp`, `sdgp`)',
		labels.SEMANTIC_RELATION_ROLES,
	],
	[
		'DERIVED_ROLE_PREFIXES',
		'Semantic relations: prefixes of derived roles',
		labels.DERIVED_ROLE_PREFIXES,
	],
	['SEMANTIC_RELATIONS', 'Semantic relations: events, markers, root', labels.SEMANTIC_RELATIONS],
	['EXPRESSIONS', 'Facial expressions', images.EXPRESSIONS],
	['SCENES', 'Scenes', images.SCENES],
	['VIOLENCE_CLASSES', 'Violent content', images.VIOLENCE_CLASSES],
];

/** The label tables of document 2, by their names in the code. The functions of the same modules are left out. */
const callTables: Readonly<Record<string, calls.Labels>> = Object.fromEntries(
	Object.entries({ ...calls, URL_MODULE }).flatMap(([name, value]) =>
		typeof value === 'object' ? [[name, value]] : [],
	),
);

const callLabels: LabelGroup[] = Object.entries(CALL_TITLES).map(([name, title]) => [
	name,
	title,
	callTables[name] ?? {},
]);

export const LABEL_GROUPS = [...openPlatformLabels, ...callLabels];

/** The values of a table of labels with their meanings. */
export const pairsOf = (values: LabelValues): [value: string, meaning: string][] =>
	values instanceof Map ? [...values] : Object.entries(values);

/** One line with a title and a table of labels, each as its value and its meaning. This keeps long tables readable. */
function labelLine(
	title: string,
	values: LabelValues,
	meaningOf: (value: string, meaning: string) => string,
): string {
	return `**${title}**: ${pairsOf(values)
		.map(([value, meaning]) => `\`${value}\` ${meaningOf(value, meaning)}`)
		.join(' · ')}`;
}

const inEnglish = (groups: LabelGroup[]) =>
	groups
		.map(([, title, values]) => labelLine(title, values, (_value, meaning) => meaning))
		.join('\n\n');

/** The Chinese meanings, each with the English meaning that the nodes output. */
const inChinese = (groups: LabelGroup[]) =>
	groups
		.map(([name, , values]) => {
			const [title, meanings] = translated(chinese.LABELS, name);
			return labelLine(
				title,
				values,
				(value, meaning) => `${translated(meanings, value, `${name}.${value}`)}（${meaning}）`,
			);
		})
		.join('\n\n');

/** The translation of a key. Throws an error that names `nameInError` if it is missing. */
function translated<T>(entries: Readonly<Record<string, T>>, key: string, nameInError = key): T {
	const entry = entries[key];
	if (entry === undefined)
		throw new Error(`test/unit/docs/chinese.ts has no entry for ${nameInError}`);
	return entry;
}

/** Meaning and advice of a code, in Chinese. */
function chineseOf(codes: Readonly<Record<string, documented.Code>>, code: string) {
	const entry = codes[code];
	if (!entry) throw new Error(`test/document/table/codes.ts has no entry for the code ${code}`);
	return entry.chinese;
}

/** The page of an operation. */
function pageOf(node: string, resource: string, operation: string) {
	const found = PAGES.find(
		(entry) => entry.node === node && entry.resource === resource && entry.operation === operation,
	);
	if (found) return found.page;
	throw new Error(`There is no test/document/pages/${node}/${resource}/${operation}.ts`);
}

/** A text of the product in which the name of the console becomes a link to its guide. */
const linked = (text: string) => text.replaceAll(CONSOLE, '[the iFLYTEK console](console.md)');

/** The name that the console gives to the service of a key. */
function consoleNameOf(key: string): string {
	const page = KEYS.find(({ value }) => value === key);
	if (page === undefined) throw new Error(`test/document/pages has no page with the key ${key}`);
	return page.console;
}

const nodes = () => [new Iflytek().description, new IflytekAiCall().description];

type Language = 'english' | 'chinese';

/** The section of an operation in a reference: what comes out, and what else a reader has to know. What goes in, the panel says. */
function section(title: string, { reference }: Page, language: Language): string {
	return [
		`#### ${title}`,
		`\`\`\`json\n${reference.result}\n\`\`\``,
		(reference.notes ?? []).map((note) => `- ${note[language]}`).join('\n'),
	]
		.filter(Boolean)
		.join('\n\n');
}

/** The title of an operation's section in a reference. Links lead to it. */
export const sectionTitle = (
	resource: INodePropertyOptions,
	operation: INodePropertyOptions,
	chineseName?: string,
) => `${resource.name}: ${operation.name}${chineseName === undefined ? '' : `（${chineseName}）`}`;

/** The sections of a resource's operations. */
function sections(
	node: INodeTypeDescription,
	resource: INodePropertyOptions,
	language: Language,
): string {
	return operationsOf(node, resource)
		.map((operation) => {
			const page = pageOf(node.name, String(resource.value), String(operation.value));
			const chineseName = language === 'chinese' ? page.chinese.name : undefined;
			return section(sectionTitle(resource, operation, chineseName), page, language);
		})
		.join('\n\n');
}

const PUSH_HEADS = {
	english: ['Push', 'Module', '`event`', 'Added fields'],
	chinese: ['推送', '模块', '`event`', '添加的字段'],
};

/** The fields that the call trigger adds to each kind of push. */
function pushes(language: Language): string {
	const pages = new Map(PUSHES.map((page) => [page.kind, page]));
	return table(
		PUSH_HEADS[language],
		PUSH_KINDS.map(({ kind, module, name }): Row => {
			const page = pages.get(kind);
			if (!page) throw new Error(`There is no test/document/pushes/${kind}.ts`);
			const push = language === 'english' ? name : page.chinese;
			return [push, `\`${module}\``, `\`${kind}\``, page.added[language]];
		}),
	);
}

/** The modules whose URL must be entered in the console, each with its kind of push. */
function pushModules(language: Language): string {
	if (language === 'chinese')
		return PUSHES.map(({ module, chinese: kind }) => `\`${module}\`（${kind}）`).join('、');
	return PUSHES.map(({ module, noun }) => `\`${module}\` (${noun.replace(/^an? /, '')})`).join(
		', ',
	);
}

/** The anchor that GitHub makes of a heading. */
export const anchorOf = (heading: string) =>
	heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N}_ -]/gu, '')
		.replace(/ /g, '-');

/** What an operation does, in a line: the beginning of its description. */
const purposeOf = ({ description = '' }: INodePropertyOptions) =>
	description.split(/ \(API: |\. |: |, such as /)[0]?.replace(/\.$/, '') ?? '';

const OPERATIONS_HEAD = { english: 'Operations', chinese: '操作' };

/** The operations of each resource, a line each, with links to their sections in a reference. */
function operations(language: Language): string {
	const line = (node: string, resource: INodePropertyOptions, operation: INodePropertyOptions) => {
		const page = pageOf(node, String(resource.value), String(operation.value));
		if (language === 'chinese') {
			const anchor = anchorOf(sectionTitle(resource, operation, page.chinese.name));
			return `[${operation.name}](reference.zh-CN.md#${anchor})：${page.chinese.does}`;
		}
		const anchor = anchorOf(sectionTitle(resource, operation));
		return `[${operation.name}](docs/reference.md#${anchor}): ${purposeOf(operation)}`;
	};
	const ofNodes = nodes().map((node) => {
		const resources = optionsOf(node.properties.find(({ name }) => name === 'resource'));
		const rows = resources.map((resource) => {
			const lines = operationsOf(node, resource).map((operation) =>
				line(node.name, resource, operation),
			);
			return [resource.name, lines.join('<br>')];
		});
		return table([node.displayName, OPERATIONS_HEAD[language]], rows);
	});
	return ofNodes.join('\n\n');
}

/** The sections of operations and the table of pushes, by the name of their marker. */
function referenceTables(language: Language): Record<string, string> {
	const ofNodes = nodes().flatMap((node) =>
		optionsOf(node.properties.find(({ name }) => name === 'resource')).map(
			(resource) => [String(resource.value), sections(node, resource, language)] as const,
		),
	);
	return { ...Object.fromEntries(ofNodes), pushes: pushes(language) };
}

/** The tables of a document, by the name of their marker. */
const TABLES: Record<Document, () => Record<string, string>> = {
	'README.md': () => ({
		operations: operations('english'),
		pushes: pushModules('english'),
	}),
	'docs/README.zh-CN.md': () => ({
		operations: operations('chinese'),
		pushes: pushModules('chinese'),
	}),
	'docs/reference.md': () => referenceTables('english'),
	'docs/reference.zh-CN.md': () => referenceTables('chinese'),
	'docs/codes.md': () => ({
		labels: inEnglish(openPlatformLabels),
		callLabels: inEnglish(callLabels),
		codes: table(
			['Code', 'Meaning', 'What to do'],
			Object.entries(CODES).map(([code, { meaning, advice }]) => [code, meaning, linked(advice)]),
		),
		callCodes: table(
			['Code', 'Meaning', 'What to do'],
			[...KNOWN_CODES].map((code) => [code, codeMeaning(code), linked(codeAdvice(code))]),
		),
	}),
	'docs/console.md': () => ({
		services: table(
			['Service', 'In the console', 'Service of This Key', 'Keys'],
			[
				...TESTED_ENDPOINTS.map(({ service, base, test }) => [
					service,
					consoleNameOf(test.value),
					test.name,
					base === 'streamingBaseUrl' ? 'APPID, APIKey, APISecret' : 'APPID, APIKey',
				]),
				[
					'AI call platform',
					chinese.AI_CALL_SERVICE,
					'(a credential of its own)',
					'App Key, App Secret',
				],
			],
		),
		voices: table(
			['In the node', 'In the console', 'In the API'],
			KNOWN_VOICES.map(({ speaker, value }) => [
				speaker,
				translated(chinese.VOICES, value),
				`\`${value}\``,
			]),
		),
	}),
	'docs/codes.zh-CN.md': () => ({
		labels: inChinese(openPlatformLabels),
		callLabels: inChinese(callLabels),
		codes: table(
			['代码', '含义', '处理办法'],
			Object.keys(CODES).map((code) => [code, ...chineseOf(documented.CODES, code)]),
		),
		callCodes: table(
			['代码', '含义', '处理办法'],
			[...KNOWN_CODES].map((code) => [code, ...chineseOf(documented.CALL_CODES, code)]),
		),
	}),
	'docs/agents.md': () => ({
		tools: table(
			['Tools', 'Parameters that a model may fill in'],
			toolRows(operationTools().map(({ tool }) => tool)),
		),
		schema: jsonBlock(
			operationTools().find(({ key }) => key.endsWith(' call place'))?.tool.parameters,
		),
	}),
};

const jsonBlock = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

/** A document with its tables made anew from the code. */
export function rendered(document: Document): string {
	return Object.entries(TABLES[document]()).reduce((text, [name, content]) => {
		const isInline = text.includes(`<!-- text: ${name} -->`);
		const begin = `<!-- ${isInline ? 'text' : 'table'}: ${name} -->`;
		const [from, to] = [text.indexOf(begin), text.indexOf(`<!-- end: ${name} -->`)];
		if (from < 0 || to < from) throw new Error(`${document} has no place for the table ${name}`);
		const space = isInline ? '' : '\n\n';
		return `${text.slice(0, from + begin.length)}${space}${content}${space}${text.slice(to)}`;
	}, current(document));
}

export function current(document: Document): string {
	return readFileSync(join(ROOT, document), 'utf8');
}

export function write(document: Document): void {
	writeFileSync(join(ROOT, document), rendered(document));
}
