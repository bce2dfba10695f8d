/**
 * A stranger who knows the URL of a trigger can post anything. n8n's own Webhook node parses and stores such bodies. With
 * the same bodies, the triggers of this package must block n8n at most twice as long as that node.
 */
import { randomUUID } from 'node:crypto';
import { request, type RequestOptions } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import { startN8n, type RunningN8n } from './lib/n8n';
import { print } from './lib/terminal';
import { storeTrigger } from './lib/triggers';
import { chain } from './lib/workflows';
import { sharedN8n } from './shared';

const MAX_RATIO = 2;
const MEGABYTE = 1024 ** 2;
/** The sizes in bytes: a few kilobytes, and almost the most that the triggers accept. */
const SIZES = [40_000, 1.9 * MEGABYTE];
/** The largest size that n8n accepts. */
const LARGEST = 15.9 * MEGABYTE;
/** The shapes that are also sent in the largest size. They are few, because each of these bodies takes seconds. */
const SHAPES_OF_LARGEST = ['equal names', 'lines of a dialog', 'nested lists', 'one long text'];

/** A JSON list that repeats an entry up to this size in bytes. */
const list = (entry: string, bytes: number) =>
	`[${`${entry},`.repeat(Math.max(1, Math.floor(bytes / (entry.length + 1)) - 1))}${entry}]`;
/** A push in which this field has this value, given as JSON. */
const pushWith = (name: string, value: string) =>
	`{"call_uuid":"u","caller":"1","${name}":${value}}`;

/** Makes a body of about this size. */
type Shape = (bytes: number) => string;

const SHAPES: Record<string, Shape> = {
	'equal names': (bytes) => pushWith('task_row_head', list('"a"', bytes)),
	'nearly equal names': (bytes) => pushWith('task_row_head', list('"a","a (2)","a (3)"', bytes)),
	values: (bytes) => pushWith('task_row_value', list('0', bytes)),
	'empty lines of a dialog': (bytes) => `{"call_uuid":"u","dialog":${list('{}', bytes)}}`,
	'lines of a dialog': (bytes) =>
		`{"call_uuid":"u","dialog":${list('{"role":"customer","text_man":"ok","hits":[{"hit":"a","pick":true}]}', bytes)}}`,
	'nested lists': (bytes) => pushWith('more', '['.repeat(bytes / 2) + ']'.repeat(bytes / 2)),
	'one long text': (bytes) => pushWith('more', `"${' '.repeat(bytes)}"`),
	'numbers with exponents': (bytes) => pushWith('more', list('1e300', bytes)),
	'fields of prototypes': (bytes) => pushWith('more', list('{"__proto__":{"a":1}}', bytes)),
	'one field many times': (bytes) =>
		`{"call_uuid":"u","caller":"1"${',"a":0,"a":1'.repeat(Math.floor(bytes / 12))}}`,
};

let n8n: RunningN8n;
const urls: Record<string, string> = {};

beforeAll(async () => {
	const { tarball, version } = sharedN8n();
	n8n = await startN8n({
		version,
		tarballs: [tarball],
		env: { EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none' },
	});
	urls.call = (await storeTrigger(n8n.rest, { kind: 'call' })).url;
	urls.context = (
		await storeTrigger(n8n.rest, { kind: 'context', parameters: { deadline: 50 } })
	).url;
	const webhookId = randomUUID();
	const webhook = {
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		parameters: { httpMethod: 'POST', path: webhookId, options: {} },
		settings: { webhookId },
	};
	const { id } = await n8n.rest.createWorkflow(chain('Webhook', [webhook]));
	await n8n.rest.activate(id);
	urls.webhook = `${n8n.url}/webhook/${webhookId}`;
});

afterAll(async () => await n8n.stop());

/** Does some work. Returns its result, and the longest time in milliseconds in which n8n did not answer a health check: `hold`. */
async function longestHold<T>(work: () => Promise<T>): Promise<{ hold: number; result: T }> {
	let hold = 0;
	let done = false;
	const checkHealth = async () => {
		while (!done) {
			const begun = performance.now();
			await send(`${n8n.url}/healthz`);
			hold = Math.max(hold, performance.now() - begun);
			await pause(5);
		}
	};
	const checking = checkHealth();
	await pause(20);
	const result = await work();
	// After its answer, n8n still works on the execution. This time counts, too: it ends with five quick answers in a row.
	for (let quickAnswers = 0; quickAnswers < 5;) {
		const begun = performance.now();
		await send(`${n8n.url}/healthz`);
		quickAnswers = performance.now() - begun < 50 ? quickAnswers + 1 : 0;
		await pause(20);
	}
	done = true;
	await checking;
	return { hold, result };
}

/** Sends a request, and returns the status. Each request has its own connection, because a blocked n8n closes idle ones. */
async function send(url: string, options: RequestOptions = {}, body?: string): Promise<number> {
	return await new Promise((resolve, reject) => {
		const sent = request(url, { ...options, agent: false }, (response) => {
			response
				.resume()
				.once('error', reject)
				.once('end', () => resolve(response.statusCode ?? 0));
		});
		sent.once('error', reject).end(body);
	});
}

const post = async (url: string, body: string) =>
	await send(url, { method: 'POST', headers: { 'Content-Type': 'application/json' } }, body);

test("hostile bodies of up to 16 MB block n8n at most twice as long at the triggers as at n8n's own Webhook node", async () => {
	const longest: Record<string, number> = { call: 0, context: 0, webhook: 0 };
	for (const bytes of [...SIZES, LARGEST]) {
		for (const [name, shape] of Object.entries(SHAPES)) {
			if (bytes === LARGEST && !SHAPES_OF_LARGEST.includes(name)) continue;
			const body = shape(bytes);
			const seen: string[] = [];
			for (const [target, url] of Object.entries(urls)) {
				const { hold, result: status } = await longestHold(async () => await post(url, body));
				longest[target] = Math.max(longest[target] ?? 0, hold);
				seen.push(`${target} ${status} ${hold.toFixed(0)} ms`);
				if (target !== 'webhook' && bytes > 2 * MEGABYTE) expect(status).toBe(413);
			}
			print(`${name}, ${(bytes / MEGABYTE).toFixed(2)} MB: ${seen.join(', ')}`);
		}
	}
	const { webhook = 0, call = 0, context = 0 } = longest;
	print(
		`Longest hold of /healthz: call trigger ${call.toFixed(0)} ms, context trigger ${context.toFixed(0)} ms, n8n's Webhook ${webhook.toFixed(0)} ms; ratios ${(call / webhook).toFixed(2)} and ${(context / webhook).toFixed(2)}`,
	);
	expect(call / webhook).toBeLessThanOrEqual(MAX_RATIO);
	expect(context / webhook).toBeLessThanOrEqual(MAX_RATIO);
});
