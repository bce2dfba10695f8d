import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { PlainError } from '../../e2e/lib/terminal';

const run = promisify(execFile);

/** Debian does not put PostgreSQL's server programs into the PATH; there is one folder per version. */
const DEBIAN_POSTGRES = '/usr/lib/postgresql';
const INSTALL =
	'Install PostgreSQL and Redis first. On Debian or Ubuntu: apt-get install postgresql redis-server';

function inPath(program: string): string | undefined {
	const folders = (process.env.PATH ?? '').split(path.delimiter);
	return folders.map((folder) => path.join(folder, program)).find((file) => existsSync(file));
}

function inDebianFolders(program: string): string | undefined {
	if (!existsSync(DEBIAN_POSTGRES)) return undefined;
	const versions = readdirSync(DEBIAN_POSTGRES).sort((one, other) => Number(other) - Number(one));
	return versions
		.map((version) => path.join(DEBIAN_POSTGRES, version, 'bin', program))
		.find((file) => existsSync(file));
}

/**
 * The path of a program of PostgreSQL or Redis.
 * @throws PlainError saying what to install if it is missing
 */
export function findProgram(program: string): string {
	const found = inPath(program) ?? inDebianFolders(program);
	if (found === undefined)
		throw new PlainError(
			`${program} was not found: queue mode needs PostgreSQL and Redis. ${INSTALL}`,
		);
	return found;
}

/** The user who runs PostgreSQL, which refuses root: the one of Debian's package if we are root, else ourselves. */
export interface Runner {
	uid: number;
	gid: number;
	/** A command and its arguments in the form in which that user can run them. */
	command(program: string, args: string[]): [string, string[]];
}

const POSTGRES_USER = 'postgres';

/** @throws PlainError if we are root and there is no user `postgres` */
export async function postgresRunner(): Promise<Runner> {
	const [uid = 0, gid = 0] = [process.getuid?.(), process.getgid?.()];
	if (uid !== 0) return { uid, gid, command: (program, args) => [program, args] };
	const idOf = async (flag: string) => Number((await run('id', [flag, POSTGRES_USER])).stdout);
	try {
		const [user, group] = await Promise.all([idOf('-u'), idOf('-g')]);
		const drop = [`--reuid=${user}`, `--regid=${group}`, '--clear-groups'];
		return {
			uid: user,
			gid: group,
			command: (program, args) => [findProgram('setpriv'), [...drop, program, ...args]],
		};
	} catch {
		throw new PlainError(
			`PostgreSQL does not run as root, and there is no user ${POSTGRES_USER}. ${INSTALL}`,
		);
	}
}

/**
 * Looks for everything that a cluster needs, so that missing programs are reported before anything is started.
 * @throws PlainError that names them, and how to install them
 */
export async function requirePrograms(): Promise<void> {
	for (const program of ['initdb', 'postgres', 'psql', 'redis-server', 'redis-cli'])
		findProgram(program);
	await postgresRunner();
}
