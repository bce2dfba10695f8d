import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import { attachN8n } from '../e2e/lib/attach';
import { givenN8n, type GivenN8n } from '../e2e/lib/given';
import { startN8n, type ReadyN8n } from '../e2e/lib/n8n';
import { buildAndPack } from '../e2e/lib/pack';
import { chain } from '../e2e/lib/workflows';
import { median } from './measure';
import { sendPushes, type PushRound } from './pushLoad';
import { sized } from './size';
import { tell, type Row, type Section } from './report';

const ROUNDS = sized(3, 1);
const PUSHES = sized(240, 12);
const WARM_UP = Math.ceil(PUSHES / 6);
const AT_ONCE = 20;
/** The pause before each round. In it, executions of the previous round can end. */
const PAUSE_MS = 1500;

/** Settings that an operator can choose, and their names in the tables. */
const SETTINGS: { name: string; env: Record<string, string> }[] = [
	{ name: 'default settings of n8n', env: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'false' } },
	{
		name: 'N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true',
		env: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
	},
];

/** A trigger in a real n8n, with its name in the table and the last part of its URL. */
interface MeasuredTrigger {
	name: string;
	type: string;
	typeVersion: number;
	path: string;
	parameters: Record<string, string>;
}

const TRIGGERS: MeasuredTrigger[] = [
	{
		name: 'iFLYTEK AI Call Trigger',
		type: 'n8n-nodes-xfyun.iflytekAiCallTrigger',
		typeVersion: 2,
		path: 'iflytek-ai-call',
		parameters: {},
	},
	{
		name: 'a trigger that does nothing',
		type: 'n8n-nodes-do-nothing.doNothingTrigger',
		typeVersion: 2,
		path: 'do-nothing',
		parameters: {},
	},
	{
		name: "n8n's Webhook",
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2.1,
		path: '',
		parameters: { httpMethod: 'POST', responseMode: 'onReceived' },
	},
];

/** A package whose trigger only passes on the body that n8n has parsed. No package can be faster. */
const DO_NOTHING = `
class DoNothingTrigger {
	description = {
		displayName: 'Do Nothing Trigger', name: 'doNothingTrigger', group: ['trigger'], version: 2, description: 'Hands on the body',
		defaults: { name: 'Do Nothing Trigger' }, inputs: [], outputs: ['main'], properties: [],
		webhooks: [{ name: 'default', httpMethod: 'POST', path: 'do-nothing', responseMode: 'onReceived', responseData: 'success' }],
	};
	async webhook() {
		return { workflowData: [[{ json: this.getBodyData() }]] };
	}
}
exports.DoNothingTrigger = DoNothingTrigger;
`;

/** Pushes per second and latency of the call trigger in a real n8n, compared with a trigger that does nothing. */
export async function pushes(): Promise<Section[]> {
	const folder = await fs.mkdtemp(path.join(tmpdir(), 'iflytek-bench-'));
	const tarballs = [await buildAndPack({ reuse: true }), await packDoNothing(folder)];
	const given = givenN8n();
	try {
		return await (given ? onGiven(given, tarballs) : onOwn(tarballs));
	} finally {
		await fs.rm(folder, { recursive: true, force: true });
	}
}

/** Measures on a given n8n, with the settings that it has. */
async function onGiven(given: GivenN8n, tarballs: string[]): Promise<Section[]> {
	const n8n = await attachN8n(given, tarballs);
	const name = 'with its own settings';
	return [sectionOf(name, n8n.version, await measure(await publish(n8n), name))];
}

/** Measures on an n8n that is started here, with one of the SETTINGS after another. */
async function onOwn(tarballs: string[]): Promise<Section[]> {
	const n8n = await startN8n({ tarballs });
	try {
		const urls = await publish(n8n);
		const sections: Section[] = [];
		for (const { name, env } of SETTINGS) {
			await n8n.restart({ env });
			sections.push(sectionOf(name, n8n.version, await measure(urls, name)));
		}
		return sections;
	} finally {
		await n8n.stop();
	}
}

async function packDoNothing(folder: string): Promise<string> {
	const manifest = {
		name: 'n8n-nodes-do-nothing',
		version: '1.0.0',
		files: ['dist'],
		n8n: { n8nNodesApiVersion: 1, nodes: ['dist/DoNothingTrigger.node.js'] },
	};
	await fs.mkdir(path.join(folder, 'dist'));
	await fs.writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
	await fs.writeFile(path.join(folder, 'dist/DoNothingTrigger.node.js'), DO_NOTHING);
	await promisify(execFile)('npm', ['pack', '--silent'], { cwd: folder });
	return path.join(folder, `${manifest.name}-${manifest.version}.tgz`);
}

async function publish({ rest, url }: ReadyN8n): Promise<string[]> {
	const urls: string[] = [];
	for (const { name, type, typeVersion, path: lastPart, parameters: fixed } of TRIGGERS) {
		const webhookId = randomUUID();
		// The URL of n8n's own node ends with the ID.
		const parameters = lastPart === '' ? { ...fixed, path: webhookId } : fixed;
		const { id } = await rest.createWorkflow(
			chain(name, [
				{ name: 'Trigger', type, typeVersion, parameters, settings: { webhookId } },
				{ name: 'Next', type: 'n8n-nodes-base.noOp' },
			]),
		);
		await rest.activate(id);
		urls.push([url, 'webhook', webhookId, lastPart].filter(Boolean).join('/'));
	}
	return urls;
}

/** Sends rounds of pushes to all triggers in turns. Returns the rounds of each trigger. */
async function measure(urls: string[], settingsName: string): Promise<PushRound[][]> {
	for (const url of urls) await sendPushes(url, WARM_UP, AT_ONCE);
	const rounds: PushRound[][] = urls.map(() => []);
	for (let round = 1; round <= ROUNDS; round++) {
		for (const [trigger, url] of urls.entries()) {
			await pause(PAUSE_MS);
			const result = await sendPushes(url, PUSHES, AT_ONCE);
			tell(
				`${settingsName}, round ${round}, ${TRIGGERS[trigger]?.name}: ${result.perSecond.toFixed(1)} a second`,
			);
			rounds[trigger]?.push(result);
		}
	}
	return rounds;
}

/** @param rounds the rounds of each trigger */
function sectionOf(settingsName: string, version: string, rounds: PushRound[][]): Section {
	const speeds = rounds.map((ofTrigger) => median(ofTrigger.map(({ perSecond }) => perSecond)));
	const [ofCallTrigger = []] = rounds;
	// Rounds with the same number are compared, because other work on the machine slows them by about the same.
	const ratio = (ofTrigger: PushRound[]) =>
		median(
			ofTrigger.map(
				({ perSecond }, round) => (ofCallTrigger[round]?.perSecond ?? Number.NaN) / perSecond,
			),
		);
	/** The time within which this share of the pushes was answered. Median of the rounds. */
	const timeAt = (ofTrigger: PushRound[], share: number) =>
		median(
			ofTrigger.map(
				({ times }) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0,
			),
		);
	return {
		title: `Pushes at n8n ${version}, ${settingsName}`,
		notes: [
			`Each round ${PUSHES} pushes, ${AT_ONCE} at once, of an outbound call record; medians of ${ROUNDS} rounds in turns.`,
			'Ratio: how fast the call trigger is compared with this one, median of the rounds. The answer comes when n8n has stored the execution.',
		],
		rows: TRIGGERS.map(({ name }, trigger): Row => ({
			trigger: name,
			'pushes/s': speeds[trigger] ?? 0,
			'ms (p50)': timeAt(rounds[trigger] ?? [], 0.5),
			'ms (p99)': timeAt(rounds[trigger] ?? [], 0.99),
			ratio: ratio(rounds[trigger] ?? []),
		})),
	};
}
