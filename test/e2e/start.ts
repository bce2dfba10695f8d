import { promises as fs } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { startSimulator, type Simulator } from '../simulator';
import { accessTo } from '../simulator/access';
import { attachN8n } from './lib/attach';
import { importExamples } from './lib/examples';
import { GIVEN_HELP, givenN8n, takeGivenN8n, type GivenN8n } from './lib/given';
import { faultsOf, runHandwritingToSpeech, wavSamples } from './lib/handwritingToSpeech';
import { installN8n, PINNED_N8N_VERSION } from './lib/install';
import { holdFolder } from './lib/lock';
import { startN8n, type ReadyN8n } from './lib/n8n';
import { ownerOf } from './lib/owner';
import { buildAndPack, WORK_FOLDER } from './lib/pack';
import { localCredentials, startUsualPlatform, storeCredentials } from './lib/platform';
import { isPortFree } from './lib/ports';
import { PlainError, print, step } from './lib/terminal';

const HELP = `Brings up a real n8n with these nodes installed, on a local platform that stands in for iFLYTEK.

  npm start -- [options]

  --port <number>    the editor's port (5678, or IFLYTEK_N8N_PORT)
  --n8n <version>    another n8n than ${PINNED_N8N_VERSION}
  --data <folder>    where n8n keeps what you make in the editor (.cache/n8n-VERSION in the clone)
  --check            for CI: any free ports and a new data folder; runs the example, compares its text and
                     its audio with what they must be, and ends (exit code 1 when they differ)
  --help             this text

${GIVEN_HELP}

n8n is installed once per version, into IFLYTEK_N8N_CACHE or the user's cache folder.
`;

const EXAMPLE = 'handwriting-to-speech';
/** The default port of the editor, which is n8n's default, too. */
const USUAL_PORT = 5678;

interface Choices {
	port?: number;
	version: string;
	data: string;
	check: boolean;
	/** The n8n to use instead of one that is installed and started here. */
	given?: GivenN8n;
}

function optionsIn(args: string[]) {
	try {
		return parseArgs({
			args,
			options: {
				port: { type: 'string' },
				n8n: { type: 'string' },
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
	const given = givenN8n();
	const forOwnN8n = [values.port, values.n8n, values.data];
	if (given && forOwnN8n.some((value) => value !== undefined))
		throw new PlainError(
			'--n8n-url takes an n8n that is running: leave --port, --n8n and --data out.',
		);
	const port = values.port ?? process.env.IFLYTEK_N8N_PORT;
	if (port !== undefined && !/^[1-9]\d{0,4}$/.test(port))
		throw new PlainError(`"${port}" is no port. Give a number, for example --port 5680`);
	const version = values.n8n ?? PINNED_N8N_VERSION;
	const defaultPort = values.check ? undefined : USUAL_PORT;
	return {
		port: port === undefined ? defaultPort : Number(port),
		version,
		data: path.resolve(values.data ?? path.join(WORK_FOLDER, `n8n-${version}`)),
		check: values.check,
		given,
	};
}

/** Functions that end what this program has started. They are called in reverse order. */
const ends: (() => Promise<unknown>)[] = [];

/** True as soon as everything runs. From then on, Ctrl-C is a normal end. */
let isOpen = false;
/** True as soon as the program has begun to end. */
let ending = false;

async function endAll(): Promise<void> {
	for (const end of ends.splice(0).reverse()) await end();
}

/** First checks what can fail immediately, because the rest needs minutes. Then installs n8n if necessary. */
async function prepare({ check, given, version, data, port }: Choices): Promise<void> {
	if (given) {
		ends.push(await holdFolder(given.folder));
		return;
	}
	// The start of n8n checks the port again.
	if (port !== undefined && !(await isPortFree(port))) {
		throw new PlainError(
			`Port ${port} is taken by another program, perhaps by an n8n. End it, or choose another port: npm start -- --port ${port + 2}`,
		);
	}
	if (!check) ends.push(await holdFolder(data));
	await installN8n(version);
}

/** Attaches to the given n8n, or starts a new n8n. Installs the package in it. */
async function n8nWith(tarball: string, choices: Choices): Promise<ReadyN8n> {
	const { check, given, version, data, port } = choices;
	const tarballs = [tarball];
	if (given)
		return await step(
			`Restarting the n8n at ${given.url}`,
			async () => await attachN8n(given, tarballs),
		);
	const keptData = check ? {} : { dataFolder: data, owner: await ownerOf(data) };
	return await step(
		`Starting n8n ${version}`,
		async () => await startN8n({ ...keptData, port, version, tarballs }),
	);
}

async function bringUp(
	choices: Choices,
): Promise<{ n8n: ReadyN8n; simulator: Simulator; workflowId: string }> {
	const { check } = choices;
	await prepare(choices);
	const tarball = await buildAndPack({ reuse: !check });
	const simulator = await (check ? startSimulator() : startUsualPlatform(print));
	ends.push(() => simulator.close());
	const n8n = await n8nWith(tarball, choices);
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

async function runExample(n8n: ReadyN8n, workflowId: string): Promise<string[]> {
	const note = await step(
		'Running "handwriting-to-speech"',
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
	print(accessTo(simulator));
	print();
	isOpen = true;
	print(
		n8n.ended
			? 'Ctrl-C ends all of it. What you make in the editor is kept for the next start.'
			: 'Ctrl-C ends the local platform. n8n goes on.',
	);
	// A given n8n has no `ended`. Then this promise never settles, and only Ctrl-C ends the program.
	await (n8n.ended ?? new Promise(() => undefined));
	throw new PlainError(`n8n ended by itself. Why, stands in ${n8n.logFile}`);
}

async function main(): Promise<number> {
	const choices = choicesFrom(takeGivenN8n(process.argv.slice(2)));
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

async function endProgram(code: number): Promise<void> {
	// After Ctrl-C the signal comes twice: from the terminal and from npm.
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
