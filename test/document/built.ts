import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PackageDirectoryLoader } from 'n8n-core';
import type {
	ICredentialType,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
} from 'n8n-workflow';
import type { chance } from '../../nodes/shared/chance';
import type { Clock } from '../../nodes/shared/n8n/requests/clock';
import { random, randomUUID } from '../setup/chance';

const ROOT = join(__dirname, '../..');
/** A folder that exists while a test file builds the package. */
const LOCK = join(ROOT, '.cache/build.lock');

/** The time of the last change to a file in a folder or its subfolders, in milliseconds. */
function lastChange(folder: string): number {
	const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
		entry.isFile(),
	);
	return Math.max(
		0,
		...files.map(({ parentPath, name }) => statSync(join(parentPath, name)).mtimeMs),
	);
}

/** The file that the build writes last. */
const LAST_BUILT = join(ROOT, 'dist/nodes/shared/bundled.js');

/** Whether a source file is newer than the last build. */
function isStale(): boolean {
	const sources = ['nodes', 'credentials'].map((folder) => lastChange(join(ROOT, folder)));
	const builtAt = statSync(LAST_BUILT, { throwIfNoEntry: false })?.mtimeMs ?? 0;
	return Math.max(...sources) > builtAt;
}

/** A build takes seconds. A lock that is older than this was left behind by a process that has ended. */
const LOCK_MS = 120_000;

/** Takes the lock. Returns false if another test file has it. */
function takeLock(): boolean {
	mkdirSync(join(ROOT, '.cache'), { recursive: true });
	const lockedAt = statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs;
	if (lockedAt !== undefined && Date.now() - lockedAt > LOCK_MS)
		rmSync(LOCK, { recursive: true, force: true });
	try {
		mkdirSync(LOCK);
		return true;
	} catch {
		// The folder exists already.
		return false;
	}
}

/** Builds the package if its build is stale. Test files that start together wait for one build. */
async function build(): Promise<void> {
	while (!takeLock()) await new Promise((resolve) => setTimeout(resolve, 50));
	try {
		if (isStale())
			execFileSync(process.execPath, [join(ROOT, 'node_modules/gulp/bin/gulp.js'), 'build'], {
				cwd: ROOT,
				stdio: ['ignore', 'ignore', 'inherit'],
			});
	} finally {
		rmSync(LOCK, { recursive: true, force: true });
	}
}

/** The package as n8n loads it from `dist/`. */
export interface BuiltPackage {
	nodes: Record<string, INodeType>;
	credentials: Record<string, ICredentialType>;
}

/**
 * Builds the package if necessary, and loads it.
 * @param clock the clock for the pauses between requests; by default the real one
 */
export async function loadPackage(clock?: Clock): Promise<BuiltPackage> {
	await build();
	const built = (await import(join(ROOT, 'dist/nodes/shared/chance.js'))) as {
		chance: typeof chance;
	};
	Object.assign(built.chance, { random, randomUUID });
	const loader = new PackageDirectoryLoader(ROOT);
	await loader.loadAll();
	const nodes: Record<string, INodeType> = {};
	for (const [name, { type }] of Object.entries(loader.nodeTypes)) {
		// This package has no nodes with several versions, so no node is left out.
		if (!('nodeVersions' in type))
			nodes[name] = clock && type.execute ? await withClock(type, clock) : type;
	}
	const credentials = Object.entries(loader.credentialTypes).map(([name, { type }]) => [
		name,
		type,
	]);
	return { nodes, credentials: Object.fromEntries(credentials) };
}

/** A node of the package, and the type of its first credential. */
export function partsOf(
	{ nodes, credentials }: BuiltPackage,
	node: string,
): { nodeType: INodeType; credentialType: ICredentialType } {
	const nodeType = nodes[node];
	const credentialType = credentials[nodeType?.description.credentials?.[0]?.name ?? ''];
	if (!nodeType || !credentialType) throw new Error(`The package has no ${node}`);
	return { nodeType, credentialType };
}

/**
 * A copy of an action node that uses this clock. Its `execute` passes the clock to the function that runs the node, for
 * example `runIflytek` in `Iflytek.node.js`.
 */
async function withClock(type: INodeType, clock: Clock): Promise<INodeType> {
	const { name } = type.constructor;
	const module = (await import(join(ROOT, `dist/nodes/${name}/${name}.node.js`))) as Record<
		string,
		(context: IExecuteFunctions, clock: Clock) => Promise<INodeExecutionData[][]>
	>;
	const run = module[`run${name}`];
	if (!run) throw new Error(`${name} has no function that takes a clock`);
	return Object.assign(Object.create(type) as INodeType, {
		async execute(this: IExecuteFunctions) {
			return await run(this, clock);
		},
	});
}
