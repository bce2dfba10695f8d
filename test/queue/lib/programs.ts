import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { PlainError } from '../../e2e/lib/terminal';

const run = promisify(execFile);

/** Debian's folder for PostgreSQL's server programs, which are not in the PATH. It has a folder for each version. */
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
 * @throws PlainError that says what to install if the program is missing
 */
export function findProgram(program: string): string {
	const found = inPath(program) ?? inDebianFolders(program);
	if (found === undefined)
		throw new PlainError(
			`${program} was not found: queue mode needs PostgreSQL and Redis. ${INSTALL}`,
		);
	return found;
}

/** The user who runs PostgreSQL: the user of this process, or `postgres` if that user is root, because PostgreSQL refuses root. */
export interface Runner {
	uid: number;
	gid: number;
	/** The command and the arguments with which this process runs a program as that user. */
	command(program: string, args: string[]): [string, string[]];
}

const POSTGRES_USER = 'postgres';

/** @throws PlainError if this process runs as root and there is no user `postgres` */
export async function postgresRunner(): Promise<Runner> {
	const uid = process.getuid?.() ?? 0;
	const gid = process.getgid?.() ?? 0;
	if (uid !== 0) return { uid, gid, command: (program, args) => [program, args] };
	const idOf = async (flag: string) => Number((await run('id', [flag, POSTGRES_USER])).stdout);
	try {
		const [user, group] = await Promise.all([idOf('-u'), idOf('-g')]);
		const asUser = [`--reuid=${user}`, `--regid=${group}`, '--clear-groups'];
		return {
			uid: user,
			gid: group,
			command: (program, args) => [findProgram('setpriv'), [...asUser, program, ...args]],
		};
	} catch {
		throw new PlainError(
			`PostgreSQL does not run as root, and there is no user ${POSTGRES_USER}. ${INSTALL}`,
		);
	}
}

/**
 * Checks that all programs for a cluster are installed, before anything is started.
 * @throws PlainError with the name of a missing program and how to install it
 */
export async function requirePrograms(): Promise<void> {
	for (const program of ['initdb', 'postgres', 'psql', 'redis-server', 'redis-cli'])
		findProgram(program);
	await postgresRunner();
}
