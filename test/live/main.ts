import '../bench/environment';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Clock } from '../../nodes/shared/n8n/requests/clock';
import { OPERATIONS } from '../document';
import { loadPackage } from '../document/built';
import { runCommand, stopSignal } from '../e2e/lib/command';
import { confirmed, PlainError, print } from '../e2e/lib/terminal';
import { keysIn, serviceOf } from './keys';
import { receive } from './pushes';
import { reportOf } from './report';
import { LiveRun, type Row } from './run';

/** What surrounds the program. Tests replace it. */
export interface Surroundings {
	env: Readonly<Record<string, string | undefined>>;
	signal: AbortSignal;
	say: (text: string) => void;
	confirms: (question: string) => Promise<boolean>;
	clock?: Clock;
}

/** Runs each operation for which there is a key, and deletes the tasks that were created. */
async function runAll(run: LiveRun, around: Surroundings, yes = false, add: (row: Row) => void) {
	const { signal, say, confirms } = around;
	const steps = OPERATIONS.filter((step) => run.whyNot(step) === undefined);
	const creates = steps.filter(({ endpoints }) => endpoints.includes('taskCreate')).length;
	const sent = steps.flatMap(({ endpoints }) => endpoints);
	if (steps.some(({ node }) => node === 'iflytekAiCall')) sent.push('token');
	// At the end the tasks are listed. An operation deletes the first, and the end the others.
	if (creates > 0) sent.push('taskQuery', ...Array<string>(creates - 1).fill('taskDelete'));
	say(`This sends ${sent.length} requests:`);
	for (const service of new Set(sent.map(serviceOf)))
		say(`  ${sent.filter((name) => serviceOf(name) === service).length} to ${service}`);
	if (creates > 0) say('The tasks that it creates are deleted again.');
	say(run.call ? `${run.call} is called, and nobody else.` : 'Nobody is called.');
	if (!yes && !(await confirms('Send them?'))) throw new PlainError('Nothing was sent.');
	try {
		for (const step of OPERATIONS) if (!signal.aborted) add(await run.run(step));
	} finally {
		for (const row of creates > 0 ? await run.end() : []) add(row);
		for (const id of run.tasks) say(`The task ${id} is left. Delete it in the console.`);
	}
}

/** Runs the command. Returns the report, and the exit code: 0 if each operation works and no response differs. */
export async function live(args: string[], around: Surroundings) {
	const { env, signal, say, clock } = around;
	const [text, flag] = [{ type: 'string', default: '' }, { type: 'boolean' }] as const;
	const options = { call: text, push: text, yes: flag };
	const { call, push, yes } = parseArgs({ args, options }).values;
	if (call && !/^1[3-9]\d{9}$/.test(call))
		throw new PlainError('--call takes a mobile number of 11 digits.');
	const keys = keysIn(env);
	const rows: Row[] = [];
	const add = (row: Row) => {
		rows.push(row);
		say(`${row.works.padEnd(8)} ${row.name}  ${row.message ?? row.why ?? ''}`.trimEnd());
	};
	const built = await loadPackage(clock);
	const run = new LiveRun(built, keys, call, signal);
	if (push) {
		const servers = await receive(built, Number(push), add);
		say('Enter these URLs in the console, with an address that the internet reaches:');
		for (const { url } of servers) say(`  ${url}`);
		if (!signal.aborted) await once(signal, 'abort');
		for (const server of servers) await server.stop();
	} else await runAll(run, around, yes, add);
	const secrets = [call, ...Object.values(keys).flatMap((data) => Object.values(data))];
	const isGood = ({ works, differences }: Row) => works !== 'no' && differences.length === 0;
	const code = run.tasks.size === 0 && rows.every(isGood) ? 0 : 1;
	return { code, report: reportOf(rows, secrets) };
}

if (require.main === module)
	runCommand(async () => {
		if (existsSync('.env')) process.loadEnvFile('.env');
		const signal = stopSignal(() => print('\nEnding …'));
		const confirms = async (question: string) => await confirmed(question, signal);
		const around = { env: process.env, signal, say: print, confirms };
		const { code, report } = await live(process.argv.slice(2), around);
		const file = join(__dirname, '../../.cache/live-report.txt');
		writeFileSync(file, report);
		print(`\n${report}\nYou can attach this report to an issue: ${file}`);
		// n8n's engine leaves timers behind, which would keep this process alive.
		process.exit(signal.aborted ? 130 : code);
	});
