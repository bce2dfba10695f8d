import { randomBytes } from 'node:crypto';
import { promises as fs } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { startSimulator, type Simulator } from '../simulator';
import { importExamples } from './lib/examples';
import { faultsOf, runHandwritingToSpeech, wavSamples } from './lib/handwritingToSpeech';
import { installN8n, PINNED_N8N_VERSION } from './lib/install';
import { holdFolder } from './lib/lock';
import { startN8n, TEST_OWNER, type RunningN8n } from './lib/n8n';
import { buildAndPack, WORK_FOLDER } from './lib/pack';
import { localCredentials, startUsualPlatform, storeCredentials } from './lib/platform';
import { isPortFree } from './lib/ports';
import type { Owner } from './lib/rest';
import { PlainError, print, step } from './lib/terminal';

const HELP = `Brings up a real n8n with these nodes installed, on a local platform that stands in for iFLYTEK.

  npm start -- [options]

  --port <number>    the editor's port (5678, or IFLYTEK_N8N_PORT)
  --n8n <version>    another n8n than ${PINNED_N8N_VERSION}
  --data <folder>    where n8n keeps what you make in the editor (.cache/n8n-VERSION in the clone)
  --check            for CI: any free ports and a new data folder; runs the example, compares its text and
                     its audio with what they must be, and ends (exit code 1 when they differ)
  --help             this text

n8n is installed once per version, into IFLYTEK_N8N_CACHE or the user's cache folder.
`;

const EXAMPLE = 'handwriting-to-speech';

interface Choices {
	port?: number;
	version: string;
	data: string;
	check: boolean;
}

function optionsIn(args: string[]) {
	try {
		return parseArgs({
			args,
			options: {
				port: { type: 'string' },
				n8n: { type: 'string', default: PINNED_N8N_VERSION },
				data: { type: 'string' },
				check: { type: 'boolean', default: false },
				help: { type: 'boolean', default: false },
			},
		}).values;
	} catch (error) {
		throw new PlainError(
			`${error instanceof Error ? error.message : String(error)}\nnpm start -- --help lists the options.`,
		);
	}
}

function choicesFrom(args: string[]): Choices | undefined {
	const values = optionsIn(args);
	if (values.help) return undefined;
	const port = values.port ?? process.env.IFLYTEK_N8N_PORT;
	if (port !== undefined && !/^[1-9]\d{0,4}$/.test(port))
		throw new PlainError(`"${port}" is no port. Give a number, for example --port 5680`);
	return {
		port: port === undefined ? undefined : Number(port),
		version: values.n8n,
		data: path.resolve(values.data ?? path.join(WORK_FOLDER, `n8n-${values.n8n}`)),
		check: values.check,
	};
}

/** The owner of a kept data folder: made up once, so that the same sign-in works at every start. */
async function ownerOf(dataFolder: string): Promise<Owner> {
	const file = path.join(dataFolder, 'owner.json');
	const known = await fs.readFile(file, 'utf8').catch(() => undefined);
	if (known !== undefined) return JSON.parse(known) as Owner;
	// n8n asks for a capital letter and a digit.
	const owner = {
		...TEST_OWNER,
		password: `N8n-${randomBytes(6).toString('hex')}`,
		firstName: 'Local',
		lastName: 'Owner',
	};
	await fs.writeFile(file, JSON.stringify(owner), { mode: 0o600 });
	return owner;
}

/** What has to end with this program, last started first. */
const ends: (() => Promise<unknown>)[] = [];

async function endAll(): Promise<void> {
	for (const end of ends.splice(0).reverse()) await end();
}

async function bringUp(
	choices: Choices,
): Promise<{ n8n: RunningN8n; simulator: Simulator; workflowId: string }> {
	const { check, version, data } = choices;
	const port = check ? choices.port : (choices.port ?? 5678);
	// Asked before minutes are spent; n8n's start asks again.
	if (port !== undefined && !(await isPortFree(port))) {
		throw new PlainError(
			`Port ${port} is taken by another program, perhaps by an n8n. End it, or choose another port: npm start -- --port ${port + 2}`,
		);
	}
	if (!check) ends.push(await holdFolder(data));
	const kept = check ? {} : { dataFolder: data, owner: await ownerOf(data) };

	await installN8n(version);
	const tarball = await buildAndPack({ reuse: !check });
	const simulator = await (check ? startSimulator() : startUsualPlatform(print));
	ends.push(() => simulator.close());
	const n8n = await step(
		`Starting n8n ${version}`,
		async () => await startN8n({ ...kept, port, version, tarballs: [tarball] }),
	);
	ends.push(() => n8n.stop());

	const credentials = await storeCredentials(n8n.rest, localCredentials(simulator));
	const workflows = await step(
		'Importing credentials and examples',
		async () => await importExamples(n8n, credentials),
	);
	const workflowId = workflows[EXAMPLE];
	if (workflowId === undefined) throw new Error(`examples/${EXAMPLE}.json was not imported`);
	return { n8n, simulator, workflowId };
}

async function runExample(n8n: RunningN8n, workflowId: string): Promise<string[]> {
	const note = await step(
		'Running "Handwriting to speech"',
		async () => await runHandwritingToSpeech(n8n.rest, workflowId),
	);
	const file = path.join(WORK_FOLDER, `${EXAMPLE}${path.extname(note.fileName)}`);
	await fs.writeFile(file, note.audio);
	const { sampleRate, samples } = wavSamples(note.audio);
	print();
	print('Read off the image:');
	for (const line of note.text.split('\n')) print(`    ${line}`);
	print('Speech:');
	print(`    ${file}  (${(samples.length / sampleRate).toFixed(1)} s of speech)`);
	print();
	return await faultsOf(note);
}

async function leaveOpen({
	n8n,
	simulator,
	workflowId,
}: Awaited<ReturnType<typeof bringUp>>): Promise<void> {
	print(`Editor:          ${n8n.url}/workflow/${workflowId}`);
	print(`Sign in with:    e-mail ${n8n.owner.email}  password ${n8n.owner.password}`);
	print(`Local platform:  ${simulator.url}`);
	print();
	isOpen = true;
	print('Ctrl-C ends all of it. What you make in the editor is kept for the next start.');
	await n8n.ended;
	throw new PlainError(
		`n8n ended by itself. Why, stands in ${path.join(n8n.dataFolder, 'n8n.log')}`,
	);
}

async function main(): Promise<number> {
	const choices = choicesFrom(process.argv.slice(2));
	if (choices === undefined) {
		print(HELP);
		return 0;
	}
	const running = await bringUp(choices);
	const faults = await runExample(running.n8n, running.workflowId);
	for (const fault of faults) print(`✘ ${fault}`);
	if (!choices.check) await leaveOpen(running);
	if (faults.length > 0) return 1;
	print(
		"✔ The text is the image's, and the audio is, sample for sample, what the speech engine makes of it.",
	);
	return 0;
}

/** Everything is up, and a person decides when it ends: then Ctrl-C is the good end. */
let isOpen = false;
let ending = false;

async function endProgram(code: number): Promise<void> {
	// npm hands on a Ctrl-C that the terminal has sent already.
	if (ending) return;
	ending = true;
	await endAll().catch((error: unknown) => print(String(error)));
	process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.on(signal, () => {
		if (!ending) print('\nEnding n8n and the local platform …');
		void endProgram(isOpen ? 0 : 1);
	});
}

main().then(
	async (code) => await endProgram(code),
	async (error: unknown) => {
		if (ending) return;
		if (error instanceof PlainError) print(`\n✘ ${error.message}`);
		else print(`\n✘ ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
		await endProgram(1);
	},
);
