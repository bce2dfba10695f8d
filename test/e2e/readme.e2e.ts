import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { startSimulator, type Simulator } from '../simulator';
import { REPOSITORY } from './lib/pack';
import { startOwned } from './lib/processes';
import { waitFor } from './lib/rest';
import { fieldsNode, storeTrigger } from './lib/triggers';
import { sharedN8n } from './shared';

const run = promisify(execFile);
const { rest, dataFolder } = sharedN8n();

/** Texts in the commands that the reader must replace: the address of the platform, and the URLs of the triggers. */
const PLATFORM_ADDRESS = 'http://127.0.0.1:8377';
/** The closing quote is included, because the end of one URL is the beginning of the other. */
const placeholderUrl = (end: string) => `http://127.0.0.1:5678/webhook/…/${end}"`;

let simulator: Simulator;

beforeAll(async () => {
	simulator = await startSimulator({ aiCall: { contextTimeoutMs: 30_000, pushTimeoutMs: 30_000 } });
});
afterAll(async () => await simulator.close());

/** The only block of commands with curl in a README. */
function commandsIn(file: string): string {
	const fences = readFileSync(path.join(REPOSITORY, file), 'utf8').matchAll(
		/^```bash\n(.*?)^```$/gms,
	);
	const [block, ...others] = [...fences]
		.map(([, code = '']) => code)
		.filter((code) => code.includes('curl --json'));
	if (block === undefined || others.length > 0) throw new Error(`${file} has no such block`);
	return block;
}

test.each(['README.md', 'docs/README.zh-CN.md'])(
	'the commands of %s work, and call the triggers',
	async (file) => {
		simulator.reset();
		const calls = await storeTrigger(rest, { kind: 'call' });
		const context = await storeTrigger(rest, {
			kind: 'context',
			parameters: { deadline: 9000 },
			then: [fieldsNode({ name: 'Li Lei' })],
		});
		const commands = commandsIn(file);
		expect(commands).toContain(`local=${PLATFORM_ADDRESS} `);
		const script = commands
			.replace(PLATFORM_ADDRESS, simulator.url)
			.replaceAll(placeholderUrl('iflytek-ai-call'), `${calls.url}"`)
			.replaceAll(placeholderUrl('iflytek-ai-call-context'), `${context.url}"`);
		expect(script).not.toContain('…');
		// The script ends with an error if any command fails, or if an answer is not 2xx.
		await run('bash', [
			'-euc',
			script.replaceAll('curl --json', 'curl -sS --fail-with-body --json'),
		]);

		await simulator.aiCall.settled();
		const executions = await waitFor('Three executions of the call trigger', 60_000, async () => {
			const all = await rest.executions(calls.workflowId);
			return all.filter(({ status }) => status === 'success').length >= 3 ? all : undefined;
		});
		expect(executions.map(({ status }) => status)).toEqual(['success', 'success', 'success']);
		// Before the second call, the URL of the context trigger replaces all URLs. So the pushes of this call have no URL.
		expect(simulator.aiCall.pushes.map(({ state }) => state)).toEqual([
			...executions.map(() => 'delivered'),
			...executions.map(() => 'no url'),
		]);
		expect(simulator.aiCall.contexts).toEqual([
			expect.objectContaining({
				request: expect.objectContaining({
					robot_id: '5204',
					call_relation_id: 'R000001',
				}) as object,
				context: { name: 'Li Lei' },
			}),
		]);
	},
	120_000,
);

test('npm run simulator starts the local platform and prints its address', async () => {
	const logFile = path.join(dataFolder, 'simulator.log');
	const started = await startOwned('npm', ['run', 'simulator', '--', '--port', '0'], {
		cwd: REPOSITORY,
		env: process.env,
		logFile,
	});
	try {
		const url = await waitFor(
			'The local platform',
			60_000,
			async () =>
				await Promise.resolve(
					/listens at (http:\S+?)\. Ctrl-C ends it\./.exec(readFileSync(logFile, 'utf8'))?.[1],
				),
		);
		const health = await fetch(`${url}/_control/health`);
		expect(await health.json()).toEqual({ ok: true });
	} finally {
		await started.end();
	}
});
