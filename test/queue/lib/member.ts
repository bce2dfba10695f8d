import { existsSync, promises as fs } from 'node:fs';
import path from 'node:path';

import type { InstalledN8n } from '../../e2e/lib/install';
import { readFrom, startN8nProcess } from '../../e2e/lib/n8nProcess';
import type { OwnedProcess } from '../../e2e/lib/processes';

export interface MemberOptions {
	name: string;
	command: string[];
	/** The port of the editor or of webhooks. For a worker, the port of its health check. */
	port: number;
	readyPaths: string[];
	env: Record<string, string>;
}

/**
 * One process of a cluster: main, a webhook processor or a worker. Each member has its own user folder, because
 * n8n stores data for the recovery of a process there. A member's log is kept across restarts.
 */
export class Member {
	private running: OwnedProcess | undefined;
	private readonly dataFolder: string;
	private readonly logFile: string;

	constructor(
		private readonly installed: InstalledN8n,
		private readonly clusterFolder: string,
		private readonly options: MemberOptions,
	) {
		this.dataFolder = path.join(clusterFolder, options.name);
		this.logFile = path.join(clusterFolder, `${options.name}.log`);
	}

	get name(): string {
		return this.options.name;
	}

	get url(): string {
		return `http://127.0.0.1:${this.options.port}`;
	}

	/** Starts the process, if it is not running. */
	async start(): Promise<void> {
		const { installed, dataFolder, logFile } = this;
		await this.linkNodes();
		this.running ??= await startN8nProcess(installed, { ...this.options, dataFolder, logFile });
	}

	/** Links the folder of community nodes, which are installed once for all members. */
	private async linkNodes(): Promise<void> {
		const nodes = path.join(this.clusterFolder, '.n8n', 'nodes');
		const link = path.join(this.dataFolder, '.n8n', 'nodes');
		if (existsSync(link)) return;
		await fs.mkdir(path.dirname(link), { recursive: true });
		await fs.symlink(nodes, link);
	}

	/** Sends SIGTERM, and SIGKILL if the process still runs after `graceMs`. Waits for its end. */
	async stop(graceMs?: number): Promise<void> {
		const { running } = this;
		this.running = undefined;
		await running?.end(graceMs);
	}

	/** Sends SIGKILL, and waits for the end of the process. */
	async kill(): Promise<void> {
		const { running } = this;
		this.running = undefined;
		await running?.kill();
	}

	/** Everything that the process has written, across restarts. */
	async log(): Promise<string> {
		return await readFrom(this.logFile);
	}
}
