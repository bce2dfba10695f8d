/**
 * The engine tests use their own webhook server instead of n8n's. Here both servers get the same requests. They must give the
 * same answers and start the same executions.
 */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { IflytekAiCallApi } from '../../credentials/IflytekAiCallApi.credentials';
import { IflytekAiCallContextTrigger } from '../../nodes/IflytekAiCallContextTrigger/IflytekAiCallContextTrigger.node';
import { IflytekAiCallTrigger } from '../../nodes/IflytekAiCallTrigger/IflytekAiCallTrigger.node';
import { DIALOG, INBOUND, OUTBOUND, RECORDING } from '../engine/callPushes';
import { TriggerServer } from '../engine/webhookHarness';
import { AI_CALL_CREDENTIAL } from './lib/calls';
import { waitFor, type RestClient } from './lib/rest';
import { codeNode, EVERYTHING, fieldsNode, storeTrigger } from './lib/triggers';
import type { NodeSketch } from './lib/workflows';
import { sharedN8n } from './shared';
import { describeOnPinned } from './shared/pinned';

const SECRET = 'a secret';
const MEGABYTE = 1024 ** 2;
const PATIENCE_MS = 15_000;

interface SentRequest {
	method?: string;
	/** The path of the request, by default that of the trigger. */
	path?: string;
	body?: RequestInit['body'];
	headers?: Record<string, string>;
	query?: string;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const withType = (type: string, body: SentRequest['body'], encoding?: string): SentRequest => ({
	body,
	headers: { 'Content-Type': type, ...(encoding && { 'Content-Encoding': encoding }) },
});
const asJson = (value: object): SentRequest => withType('application/json', JSON.stringify(value));

/** A multipart form as `fetch` sends it, but always with the same boundary. */
const FORM = [
	'--b',
	'Content-Disposition: form-data; name="body"',
	'',
	'{"call_uuid":"u","caller":"1"}',
	'--b--',
	'',
].join('\r\n');

/** Requests whose bodies n8n only reads for a trigger of version 1. `good` is a body that starts the workflow. */
function unusualTypes(good: object): Record<string, SentRequest> {
	const json = JSON.stringify(good);
	const gzip = gzipSync(json);
	return {
		'JSON without a content type': { body: Buffer.from(json) },
		'JSON as bytes': withType('application/octet-stream', json),
		'JSON with the content type of another JSON format': withType(
			'application/vnd.call+json',
			json,
		),
		'a form with files': withType('multipart/form-data; boundary=b', FORM),
		'another multipart body': withType('multipart/mixed; boundary=b', json),
		'bytes behind a byte order mark': withType('application/octet-stream', `\uFEFF${json}`),
		'bytes, gzip': withType('application/octet-stream', gzip, 'gzip'),
		'bytes that are not gzip, with the encoding gzip': withType(
			'application/octet-stream',
			json,
			'gzip',
		),
		'bytes, incomplete gzip': withType('application/octet-stream', gzip.subarray(0, 60), 'gzip'),
		'broken JSON as bytes': withType('application/octet-stream', json.slice(0, -5)),
		'3 MB of bytes': withType('application/octet-stream', Buffer.alloc(3 * MEGABYTE)),
		'17 MB of bytes, gzip': withType(
			'application/octet-stream',
			gzipSync(Buffer.alloc(17 * MEGABYTE)),
			'gzip',
		),
	};
}

/** Requests of all kinds. `good` is a body that starts the workflow. It only consists of ASCII. */
function requests(good: object): Record<string, SentRequest> {
	const json = JSON.stringify(good);
	const gzip = gzipSync(json);
	return {
		GET: { method: 'GET' },
		HEAD: { method: 'HEAD' },
		PUT: { ...asJson(good), method: 'PUT' },
		'another path': { ...asJson(good), path: '/webhook/nobody/listens' },
		'JSON, as the platform sends it': withType('application/json;charset=UTF-8', json),
		'JSON with the content type of text': withType('text/plain', json),
		'JSON with its content type in capitals': withType('Application/JSON', json),
		'JSON with the content type of a form': withType('application/x-www-form-urlencoded', json),
		'a form': withType('application/x-www-form-urlencoded', 'call_uuid=u&caller=1'),
		'JSON behind a byte order mark': withType('application/json', `\uFEFF${json}`),
		'text behind a byte order mark': withType('text/plain', `\uFEFF${json}`),
		'JSON in latin1': withType(
			'application/json; charset=latin1',
			Buffer.from(JSON.stringify({ ...good, note: 'é' }), 'latin1'),
		),
		'JSON in UTF-16': withType(
			'application/json; charset="utf-16le"',
			Buffer.from(json, 'utf16le'),
		),
		'JSON in a charset that n8n does not know': withType('application/json; charset=gbk', json),
		'text in a charset that n8n does not know': withType('text/plain; charset=gbk', json),
		'JSON with bytes that are not UTF-8': withType(
			'application/json',
			Buffer.from(JSON.stringify({ ...good, note: '\xff\xfe' }), 'latin1'),
		),
		'JSON, gzip': withType('application/json', gzip, 'gzip'),
		'JSON, deflate': withType('application/json', deflateSync(json), 'deflate'),
		'JSON, brotli': withType('application/json', brotliCompressSync(json), 'br'),
		'JSON that is not gzip, with the encoding gzip': withType('application/json', json, 'gzip'),
		'JSON, incomplete gzip': withType('application/json', gzip.subarray(0, 60), 'gzip'),
		'no body': { headers: JSON_TYPE },
		'an empty body': withType('application/json', ''),
		'an empty text': withType('text/plain', ''),
		'broken JSON': withType('application/json', json.slice(0, -5)),
		'broken JSON as text': withType('text/plain', json.slice(0, -5)),
		XML: withType('text/xml', '<a>1</a>'),
		'a list': withType('application/json', '[1]'),
		'a number': withType('application/json', '1'),
		null: withType('application/json', 'null'),
		'an empty object': asJson({}),
		'a long number, a prototype and a repeated field': withType(
			'application/json',
			`${json.slice(0, -1)},"number":346252615123869699,"__proto__":{"a":1},"note":1,"note":2}`,
		),
		'a query': { ...asJson(good), query: '?a=1&b[]=2&b[]=3&c[d]=4&secret=x' },
		'1.9 MB': asJson({ ...good, note: 'a'.repeat(1.9 * MEGABYTE) }),
		'3 MB': asJson({ ...good, note: 'a'.repeat(3 * MEGABYTE) }),
		'3 MB, gzip': withType(
			'application/json',
			gzipSync(JSON.stringify({ ...good, note: 'a'.repeat(3 * MEGABYTE) })),
			'gzip',
		),
		'17 MB, gzip': withType(
			'application/json',
			gzipSync(JSON.stringify({ ...good, note: 'a'.repeat(17 * MEGABYTE) })),
			'gzip',
		),
	};
}

/**
 * Only one trigger gets malformed XML, because n8n uses one XML parser (xml2js) for all requests. After a malformed body and
 * a good body, n8n never answers a second malformed body. n8n does this by itself, before it calls a node.
 */
const FAULTY_XML = {
	'JSON with the content type of XML': withType('application/xml', JSON.stringify(OUTBOUND)),
};

/**
 * A trigger on both servers. In n8n, the nodes `then` come after the trigger. In the engine tests' server, the function `respond`
 * has the same effect.
 */
interface Trigger {
	kind: 'call' | 'context';
	typeVersion?: 1 | 2;
	parameters?: INodeParameters;
	secret?: string;
	then?: NodeSketch[];
	respond?: (items: INodeExecutionData[]) => Promise<INodeExecutionData[]>;
	requests: Record<string, SentRequest>;
}

const CONTEXT = { business_id: '3186', app_id: '4207', robot_id: '5204', call_relation_id: 'R1' };
const SECRET_QUERIES = [
	'?secret=a%20secret',
	'?secret=a+secret',
	'?secret=b',
	'',
	'?secret=a%20secret&secret=a%20secret',
	'?secret[a]=a%20secret',
];
/** Requests with this body and different secrets. */
const withSecrets = (body: object): Record<string, SentRequest> =>
	Object.fromEntries(
		SECRET_QUERIES.map((query) => [`query "${query}"`, { ...asJson(body), query }]),
	);
const FALLBACK_PARAMETERS = { deadline: 9000, fallback: '{"姓名":"客户"}' };
const WHEN_FINISHED = { options: { responseMode: 'lastNode' } };
const RETURNS_NAME: Pick<Trigger, 'then' | 'respond'> = {
	then: [fieldsNode({ 姓名: '李雷' })],
	respond: async () => [{ json: { 姓名: '李雷' } }],
};
const RETURNS_NOTHING: Pick<Trigger, 'then' | 'respond'> = {
	then: [codeNode('return [];')],
	respond: async () => [],
};
const FAILS: Pick<Trigger, 'then' | 'respond'> = {
	then: [codeNode('throw new Error("broken")')],
	respond: async () => await Promise.reject(new Error('broken')),
};
const IS_LATE: Pick<Trigger, 'then' | 'respond'> = {
	then: [
		{
			name: 'Wait',
			type: 'n8n-nodes-base.wait',
			typeVersion: 1.1,
			parameters: { amount: 1, unit: 'seconds' },
		},
	],
	respond: async (items) => await new Promise((resolve) => setTimeout(() => resolve(items), 1000)),
};

const TRIGGERS: Record<string, Trigger> = {
	'context trigger': {
		kind: 'context',
		parameters: FALLBACK_PARAMETERS,
		...RETURNS_NAME,
		requests: { ...requests(CONTEXT), ...unusualTypes(CONTEXT) },
	},
	'context trigger with a secret': {
		kind: 'context',
		parameters: FALLBACK_PARAMETERS,
		secret: SECRET,
		...RETURNS_NAME,
		requests: withSecrets(CONTEXT),
	},
	'context trigger of a workflow without a result': {
		kind: 'context',
		parameters: FALLBACK_PARAMETERS,
		...RETURNS_NOTHING,
		requests: { good: asJson(CONTEXT) },
	},
	'context trigger of a workflow that fails': {
		kind: 'context',
		parameters: FALLBACK_PARAMETERS,
		...FAILS,
		requests: { good: asJson(CONTEXT) },
	},
	'context trigger of a workflow that is late': {
		kind: 'context',
		parameters: { ...FALLBACK_PARAMETERS, deadline: 50 },
		...IS_LATE,
		requests: { good: asJson(CONTEXT) },
	},
	'call trigger': {
		kind: 'call',
		requests: {
			...requests(RECORDING),
			...unusualTypes(RECORDING),
			...FAULTY_XML,
			outbound: asJson(OUTBOUND),
			inbound: asJson(INBOUND),
			'a dialog': asJson(DIALOG),
		},
	},
	'call trigger, version 1': {
		kind: 'call',
		typeVersion: 1,
		requests: { json: asJson(RECORDING), ...unusualTypes(RECORDING) },
	},
	'call trigger with a secret': { kind: 'call', secret: SECRET, requests: withSecrets(OUTBOUND) },
	'call trigger that answers when the workflow has finished': {
		kind: 'call',
		parameters: WHEN_FINISHED,
		...RETURNS_NAME,
		requests: { good: asJson(OUTBOUND), empty: asJson({}) },
	},
	'call trigger that answers when the workflow has finished without a result': {
		kind: 'call',
		parameters: WHEN_FINISHED,
		...RETURNS_NOTHING,
		requests: { good: asJson(OUTBOUND) },
	},
	'call trigger that answers when the workflow has failed': {
		kind: 'call',
		parameters: WHEN_FINISHED,
		...FAILS,
		requests: { good: asJson(OUTBOUND) },
	},
};

/** The parts of a response that must be equal on both servers. */
async function responseTo(
	url: string,
	{ method = 'POST', path, query = '', body, headers }: SentRequest,
): Promise<object> {
	const response = await fetch((path === undefined ? url : new URL(path, url).href) + query, {
		method,
		body,
		headers,
		signal: AbortSignal.timeout(PATIENCE_MS),
	});
	// The hint can contain an error message of V8, which is different because n8n runs on another Node.js.
	const text = (await response.text()).replace(/,"hint":".*"/s, ',"hint":"…"');
	const [type, connection] = ['content-type', 'connection'].map((name) =>
		response.headers.get(name),
	);
	return { status: response.status, type, connection, text };
}

/** Sends requests one after another, and returns the responses. @throws Error that names a request without a response */
async function responsesTo(
	url: string,
	sentRequests: Record<string, SentRequest>,
): Promise<Record<string, object>> {
	const responses: Record<string, object> = {};
	for (const [name, sent] of Object.entries(sentRequests)) {
		responses[name] = await responseTo(url, sent).catch((cause: unknown) => {
			throw new Error(`${name}: no response from ${url}`, { cause });
		});
	}
	return responses;
}

/** An item with the type of its deadline instead of the deadline, which differs between the two servers. */
const withoutDeadline = (item: IDataObject = {}): IDataObject =>
	'answerBy' in item ? { ...item, answerBy: typeof item.answerBy } : item;

/** The items with which the executions of a workflow began, in order. */
async function startedBy(rest: RestClient, workflowId: string): Promise<IDataObject[]> {
	const ids = await waitFor('the end of all executions', 20_000, async () => {
		const all = await rest.executions(workflowId);
		return all.every(({ stoppedAt }) => stoppedAt !== null) ? all.map(({ id }) => id) : undefined;
	});
	const executions = await Promise.all(
		ids.sort((a, b) => Number(a) - Number(b)).map(async (id) => await rest.finished(id)),
	);
	return executions.map((execution) => withoutDeadline(execution.items('Trigger')[0]?.json));
}

describeOnPinned('the server of the engine tests', () => {
	test('the server of the engine tests gives the same answers and starts the same executions as n8n', async () => {
		const { rest } = sharedN8n();
		const type = new IflytekAiCallApi();
		const data = { pushSecret: SECRET };
		const credential = await rest.createCredential(AI_CALL_CREDENTIAL, 'A secret', data);
		for (const [
			name,
			{ kind, typeVersion, parameters = {}, secret, then, respond, requests: sent },
		] of Object.entries(TRIGGERS)) {
			const inN8n = await storeTrigger(rest, {
				kind,
				typeVersion,
				parameters,
				then,
				...(secret && { credential }),
			});
			const nodeType =
				kind === 'call' ? new IflytekAiCallTrigger() : new IflytekAiCallContextTrigger();
			const server = await new TriggerServer({
				nodeType,
				typeVersion,
				parameters: kind === 'call' ? { ...EVERYTHING, ...parameters } : parameters,
				respond,
				credentials: secret ? [{ type, data }] : [],
			}).start();
			const [responses, expected] = await Promise.all([
				responsesTo(server.url, sent),
				responsesTo(inN8n.url, sent),
			]);
			await server.stop();
			expect({ name, responses }).toEqual({ name, responses: expected });
			const started = server.executions.map(([item]) => withoutDeadline(item?.json));
			expect({ name, started }).toEqual({ name, started: await startedBy(rest, inN8n.workflowId) });
		}
	});
});
