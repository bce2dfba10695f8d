/** Items as the nodes of the examples give them: whole, from days ago, without values, or without fields. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { Iflytek } from '../../../nodes/Iflytek/Iflytek.node';
import { IflytekAiCall } from '../../../nodes/IflytekAiCall/IflytekAiCall.node';

const ROOT = join(__dirname, '../../..');

/** `whole`: two customers of this hour. `old`: the same ten days ago. `repeated`: one customer twice. `none`: a table without rows. */
export const VARIANTS = ['whole', 'old', 'repeated', 'empty', 'none'] as const;
export type Variant = (typeof VARIANTS)[number];

interface Schema {
	type?: string | string[];
	properties?: Record<string, Schema>;
	items?: Schema;
}

const HOUR_MS = 3_600_000;
const timeOf = (variant: Variant) =>
	new Date(Date.now() - (variant === 'old' ? 10 * 24 * HOUR_MS : 2 * HOUR_MS)).toISOString();

/** Values of the local platform, and of a call that may be made again. */
const VALUES: Readonly<Record<string, string>> = { script: '5201', again: '', state: 'ready' };

/** A value of a type. Names of fields tell times and numbers of customers from other text. */
function valueOf(name: string, type: string, variant: Variant, index: number): unknown {
	const isEmpty = variant === 'empty';
	if (type === 'number' || type === 'integer') return isEmpty ? 0 : 20;
	if (type === 'boolean') return !isEmpty;
	if (type === 'date') return isEmpty ? null : timeOf(variant);
	if (isEmpty) return '';
	if (/^(?:at|answerBy|time[A-Z]\w*|\w+At)$/.test(name)) return timeOf(variant);
	if (/phone|number|callee|caller/i.test(name))
		return `1540001000${variant === 'repeated' ? 1 : index + 1}`;
	if (name in VALUES) return VALUES[name];
	if (name === 'row') return JSON.stringify({ 姓名: '王芳' });
	return variant === 'repeated' ? name : `${name} ${index + 1}`;
}

/** A value of a schema. */
function ofSchema(name: string, schema: Schema, variant: Variant, index: number): unknown {
	const type = [schema.type ?? 'string'].flat().find((one) => one !== 'null') ?? 'string';
	if (type === 'array')
		return variant === 'empty' ? [] : [ofSchema(name, schema.items ?? {}, variant, index)];
	if (type === 'object')
		return Object.fromEntries(
			Object.entries(schema.properties ?? {}).map(([field, inner]) => [
				field,
				ofSchema(field, inner, variant, index),
			]),
		);
	return valueOf(name, type, variant, index);
}

const TABLE = 'n8n-nodes-base.dataTable';

/** The name by which an expression finds a table in the list of tables. */
const FOUND_TABLE = /json\.name === '(.+?)'/;

/** The columns of each table that an example makes, with their types. */
const TABLES: ReadonlyMap<string, { name: string; type: string }[]> = new Map(
	readdirSync(join(ROOT, 'examples'))
		.filter((file) => file.endsWith('.json'))
		.flatMap((file) => {
			const { nodes } = JSON.parse(readFileSync(join(ROOT, 'examples', file), 'utf8')) as {
				nodes: INode[];
			};
			return nodes.flatMap(({ parameters }) => {
				const { tableName, columns } = parameters as {
					tableName?: string;
					columns?: { column?: { name: string; type?: string }[] };
				};
				const made = columns?.column?.map(({ name, type = 'string' }) => ({ name, type }));
				return tableName === undefined || made === undefined ? [] : [[tableName, made] as const];
			});
		}),
);

const CALENDAR = 'BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20270101\r\nEND:VEVENT';
const CUSTOMER = { 编号: 'A-1', 客户手机号码: '15400010001', 姓名: '王芳' };

/** What nodes of n8n give, as far as the examples read it. */
const OF_N8N: Readonly<Record<string, IDataObject>> = {
	'n8n-nodes-base.webhook': {
		query: { lang: 'zh', task: '1' },
		headers: { 'accept-language': 'zh-CN' },
	},
	'n8n-nodes-base.telegramTrigger': { message: { text: '你好', chat: { id: 7 } } },
	'@n8n/n8n-nodes-langchain.agent': { output: '你好' },
	'@n8n/n8n-nodes-langchain.openAi': { text: '你好' },
	'@n8n/n8n-nodes-langchain.chainLlm': { text: '你好' },
	'n8n-nodes-base.readWriteFile': { fileName: 'a.wav' },
	'n8n-nodes-base.httpRequest': { code: 0, msg: 'success', data: CALENDAR },
	'n8n-nodes-base.extractFromFile': { ...CUSTOMER, data: CALENDAR },
	'n8n-nodes-base.html': { html: '<p>' },
	'n8n-nodes-base.form': { Decision: 'Call them' },
	'n8n-nodes-base.formTrigger': { Task: '1' },
	'n8n-nodes-base.postgres': { rows: [CUSTOMER], event_id: 'e1', key: 'A-1' },
};
const BINARY = { mimeType: 'audio/wav', fileName: 'a.wav', data: '', bytes: 7 };

const NODES = [new Iflytek(), new IflytekAiCall()].map(({ description }) => description);

/** The operation of a node, such as `task/run`; a trigger has none. What is not in the parameters has its default. */
function operationOf(name: string, parameters: INodeParameters): string {
	const properties = NODES.find((node) => node.name === name)?.properties ?? [];
	const resource =
		parameters.resource ?? properties.find((one) => one.name === 'resource')?.default;
	const operation =
		parameters.operation ??
		properties.find(
			(one) =>
				one.name === 'operation' && one.displayOptions?.show?.resource?.includes(String(resource)),
		)?.default;
	return operation === undefined ? 'output' : `${String(resource)}/${String(operation)}`;
}

/** The items that a node gives by itself; undefined if it passes those on that it gets. */
export function samplesOf(node: INode, variant: Variant): INodeExecutionData[] | undefined {
	const sample = sampleOf(node, variant);
	if (sample === undefined) return undefined;
	if (variant === 'none' && node.type === TABLE && node.parameters.operation === 'get')
		return node.alwaysOutputData === true ? [{ json: {} }] : [];
	const binary = { data: BINARY, subtitles: { ...BINARY, fileName: 'a.srt' } };
	return [0, 1].map((index) => ({
		json: sample(index),
		...(variant === 'empty' ? {} : { binary }),
	}));
}

function sampleOf(
	{ type, parameters }: INode,
	variant: Variant,
): ((index: number) => IDataObject) | undefined {
	const ofN8n = OF_N8N[type];
	if (ofN8n) return () => (variant === 'empty' ? {} : ofN8n);
	const { dataTableId, options: tableOptions } = parameters as {
		dataTableId?: { value: string };
		options?: { filterName?: string };
	};
	// The list of tables has the one that is looked for.
	const { filterName } = tableOptions ?? {};
	if (type === TABLE && filterName !== undefined)
		return () => ({ id: filterName, name: filterName });
	if (type === TABLE && dataTableId) {
		const [, found = dataTableId.value] = FOUND_TABLE.exec(dataTableId.value) ?? [];
		const columns = TABLES.get(found) ?? [{ name: 'phone', type: 'string' }];
		return (index) =>
			Object.fromEntries(
				columns.map((column) => [
					column.name,
					valueOf(column.name, column.type, variant, index) as string,
				]),
			);
	}
	const [, own = ''] = /^n8n-nodes-xfyun\.(\w+?)(?:Tool)?$/.exec(type) ?? [];
	if (own === '') return undefined;
	const file = operationOf(own, parameters);
	const folder = `nodes/${own.charAt(0).toUpperCase()}${own.slice(1)}/__schema__/v1.0.0`;
	const schema = JSON.parse(readFileSync(join(ROOT, folder, `${file}.json`), 'utf8')) as Schema;
	const { options, rowKey } = parameters as {
		options?: { recordingBaseAddress?: string };
		rowKey?: string;
	};
	// Fields that the schema leaves out, because few runs have them.
	const more = {
		...(options?.recordingBaseAddress === undefined ? {} : { fullUrl: {} }),
		...(rowKey === undefined ? {} : { rowKey: {} }),
	};
	const whole = { type: 'object', properties: { ...schema.properties, ...more } };
	return (index) => ofSchema('', whole, variant, index) as IDataObject;
}
