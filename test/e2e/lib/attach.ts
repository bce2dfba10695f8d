import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { installCommunityPackage } from './community';
import type { GivenN8n } from './given';
import type { ReadyN8n } from './n8n';
import { isReady, READY_PATHS, READY_WITHIN_MS } from './n8nProcess';
import { knownOwner, ownerOf } from './owner';
import { RestClient, RestError, type Owner } from './rest';
import { PlainError } from './terminal';

const OWN_NODES = 'n8n-nodes-xfyun.';

/** The sign-in of the owner that the options name. */
function chosenOwner({ email, password }: GivenN8n): Owner | undefined {
	if (email === undefined && password === undefined) return undefined;
	if (email === undefined || password === undefined)
		throw new PlainError('--n8n-email and --n8n-password belong together');
	return { email, password, firstName: 'Local', lastName: 'Owner' };
}

/**
 * Signs in as the owner that the options name. If they name none, signs in as the owner that was created here, or creates one
 * and remembers it.
 */
async function signIn(rest: RestClient, given: GivenN8n): Promise<Owner> {
	const chosen = chosenOwner(given);
	const hasOwner = !(await rest.hasNoOwner());
	if (hasOwner && chosen === undefined && (await knownOwner(given.folder)) === undefined) {
		throw new PlainError(
			`The n8n at ${given.url} has an owner. Say who signs in: --n8n-email and --n8n-password, or IFLYTEK_N8N_EMAIL and IFLYTEK_N8N_PASSWORD in the environment`,
		);
	}
	const owner = chosen ?? (await ownerOf(given.folder));
	try {
		await rest.signIn(owner);
	} catch (error) {
		if (!(error instanceof RestError)) throw error;
		throw new PlainError(
			`The n8n at ${given.url} refused the sign-in of ${owner.email}: ${error.message}`,
		);
	}
	return owner;
}

async function runRestart({ restart }: GivenN8n): Promise<void> {
	const child = spawn('sh', ['-c', restart], { stdio: ['ignore', 'inherit', 'inherit'] });
	const code = await new Promise<number | null>((resolve, reject) => {
		child.once('error', reject);
		child.once('exit', resolve);
	});
	if (code !== 0)
		throw new PlainError(
			`The command that restarts n8n failed (exit code ${String(code)}): ${restart}`,
		);
}

/** A text that differs for each start of this n8n. Undefined while n8n is not ready. */
async function startOf(rest: RestClient): Promise<string | undefined> {
	const ready = await isReady(READY_PATHS.map((readyPath) => rest.baseUrl + readyPath));
	return ready ? await rest.startStamp().catch(() => undefined) : undefined;
}

/**
 * Restarts n8n, and waits until the new process is ready.
 * @param before the start of the old process; undefined if n8n was not running
 */
async function restart(
	given: GivenN8n,
	rest: RestClient,
	before: string | undefined,
): Promise<void> {
	await runRestart(given);
	const deadline = Date.now() + READY_WITHIN_MS;
	for (;;) {
		const ready = await isReady(READY_PATHS.map((readyPath) => given.url + readyPath));
		const startNow = ready && before !== undefined ? await startOf(rest) : undefined;
		// If n8n was running before, the n8n that answers must have started after that.
		const isRestarted =
			before === undefined ? ready : startNow !== undefined && startNow !== before;
		if (isRestarted) return;
		if (Date.now() > deadline) {
			throw new PlainError(
				`The n8n at ${given.url} ${startNow === before && ready ? 'still is the one that ran before' : 'is not ready'} three minutes after: ${given.restart}`,
			);
		}
		await pause(200);
	}
}

/**
 * Attaches to a running n8n: installs the packages into its user folder, restarts n8n, waits until it is ready, and signs
 * in. `stop` does not end this n8n.
 *
 * @param tarballs packed community packages
 * @throws PlainError if n8n does not restart, refuses the sign-in, or does not load the package
 */
export async function attachN8n(given: GivenN8n, tarballs: string[]): Promise<ReadyN8n> {
	const { url, folder } = given;
	for (const tarball of tarballs) await installCommunityPackage(folder, tarball);
	const rest = new RestClient(url);
	const isRunning = await isReady(READY_PATHS.map((readyPath) => url + readyPath));
	const ownerBefore = isRunning ? await signIn(rest, given) : undefined;
	await restart(given, rest, isRunning ? await startOf(rest) : undefined);
	const owner = ownerBefore ?? (await signIn(rest, given));
	if ((await rest.nodeTypes(OWN_NODES)).length === 0) {
		throw new PlainError(
			`The n8n at ${url} does not load the package from ${folder}. Is this its user folder, and does it have N8N_UNVERIFIED_PACKAGES_ENABLED=true?`,
		);
	}
	return {
		url,
		version: await rest.version(),
		dataFolder: folder,
		logFile: path.join(folder, '.n8n', 'logs', 'n8n.log'),
		rest,
		owner,
		async stop() {
			// This n8n belongs to the user, so it keeps running.
		},
	};
}
