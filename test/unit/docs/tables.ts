/** The tables of the READMEs, made from the code: operations, labels, codes, between their markers. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { Iflytek } from '../../../nodes/Iflytek/Iflytek.node';
import { IflytekAiCall } from '../../../nodes/IflytekAiCall/IflytekAiCall.node';
import * as calls from '../../../nodes/shared/aiCall/labels';
import { KNOWN_CODES, codeAdvice, codeMeaning } from '../../../nodes/shared/aiCall/codes';
import { CODES } from '../../../nodes/shared/openPlatform/codes';
import * as labels from '../../../nodes/shared/openPlatform/labels';
import * as chinese from './chinese';

export const DOCUMENTS = ['README.md', 'README.zh-CN.md'] as const;
export type Document = (typeof DOCUMENTS)[number];

const ROOT = join(__dirname, '../../..');

type Row = (string | number)[];

/** A Markdown table; a bar inside a cell is escaped. */
function table(head: string[], rows: Row[]): string {
	const line = (cells: Row) => `| ${cells.map((cell) => String(cell).replace(/\|/g, '\\|')).join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function isOption(option: unknown): option is INodePropertyOptions {
	return typeof option === 'object' && option !== null && 'value' in option;
}

const optionsOf = (property: INodeProperties | undefined) => (property?.options ?? []).filter(isOption);

/** Node, resource, operation and what it does, of everything that a node can do. */
function operations({ name: node, displayName, properties }: INodeTypeDescription, describe: (option: INodePropertyOptions, key: string) => string): Row[] {
	return optionsOf(properties.find(({ name }) => name === 'resource')).flatMap((resource) =>
		optionsOf(properties.find(({ name, displayOptions }) => name === 'operation' && displayOptions?.show?.resource?.includes(resource.value))).map(
			(operation) => [displayName, resource.name, operation.name, describe(operation, `${node}.${resource.value}.${operation.value}`)],
		),
	);
}

type Entries = labels.LabelTable | calls.Labels;

/** A table of labels on one line, as `value` meaning pairs: long tables stay readable. */
function list(entries: Entries): string {
	const pairs = entries instanceof Map ? [...entries] : Object.entries(entries);
	return pairs.map(([value, meaning]) => `\`${value}\` ${meaning}`).join(' · ');
}

const openPlatformLabels: [string, Entries][] = [
	['Parts of speech (`pos`)', labels.PARTS_OF_SPEECH],
	['Dependency relations (`dp`)', labels.DEPENDENCY_RELATIONS],
	['Entity positions (`ner`)', labels.ENTITY_POSITIONS],
	['Entity types (`ner`)', labels.ENTITY_TYPES],
	['Semantic roles (`srl`)', labels.SEMANTIC_ROLES],
	['Semantic relations: roles (`sdp`, `sdgp`)', labels.SEMANTIC_RELATION_ROLES],
	['Semantic relations: prefixes of derived roles', labels.DERIVED_ROLE_PREFIXES],
	['Semantic relations: events, markers, root', labels.SEMANTIC_RELATIONS],
	['Facial expressions', labels.EXPRESSIONS],
	['Scenes', labels.SCENES],
	['Violent content', labels.VIOLENCE_CLASSES],
];

/** The entry of a translation, which must be there. */
function translated<T>(entries: Readonly<Record<string, T>>, key: string): T {
	const entry = entries[key];
	if (entry === undefined) throw new Error(`test/unit/docs/chinese.ts has no entry for ${key}`);
	return entry;
}

const lines = (entries: [string, Entries][]) => entries.map(([title, values]) => `**${title}**: ${list(values)}`).join('\n\n');
const nodes = () => [new Iflytek().description, new IflytekAiCall().description];

/** The tables of a document, by the name of their marker. */
const TABLES: Record<Document, () => Record<string, string>> = {
	'README.md': () => ({
		operations: table(['Node', 'Resource', 'Operation', 'What it does'], nodes().flatMap((node) => operations(node, ({ description }) => description ?? ''))),
		labels: lines(openPlatformLabels),
		callLabels: lines(callTables()),
		codes: table(['Code', 'Meaning', 'What to do'], Object.entries(CODES).map(([code, { meaning, advice }]) => [code, meaning, advice])),
		callCodes: table(['Code', 'Meaning', 'What to do'], [...KNOWN_CODES].map((code) => [code, codeMeaning(code), codeAdvice(code)])),
	}),
	'README.zh-CN.md': () => ({
		operations: table(['节点', '资源', '操作', '作用'], nodes().flatMap((node) => operations(node, (_option, key) => translated(chinese.OPERATIONS, key)))),
		labels: lines(openPlatformLabels),
		callLabels: lines(callTables()),
		codes: table(['代码', '含义', '处理办法'], Object.keys(CODES).map((code) => [code, ...translated(chinese.CODES, code)])),
		callCodes: table(['代码', '含义', '处理办法'], [...KNOWN_CODES].map((code) => [code, ...translated(chinese.CALL_CODES, code)])),
	}),
};

function callTables(): [string, Entries][] {
	return [
		['Script status', calls.ROBOT_STATUS],
		['Line status', calls.LINE_STATUS],
		['Task status', calls.TASK_STATUS],
		['Call result', calls.TASK_RESULT],
		['Dialog node', calls.NODE_TYPE],
	];
}

/** A document with its tables as they should be now. */
export function rendered(document: Document): string {
	return Object.entries(TABLES[document]()).reduce((text, [name, content]) => {
		const [begin, end] = [`<!-- table: ${name} -->`, `<!-- end: ${name} -->`];
		const [from, to] = [text.indexOf(begin), text.indexOf(end)];
		if (from < 0 || to < from) throw new Error(`${document} has no place for the table ${name}`);
		return `${text.slice(0, from + begin.length)}\n\n${content}\n\n${text.slice(to)}`;
	}, current(document));
}

export function current(document: Document): string {
	return readFileSync(join(ROOT, document), 'utf8');
}

export function write(document: Document): void {
	writeFileSync(join(ROOT, document), rendered(document));
}
