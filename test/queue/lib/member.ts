import path from 'node:path';

import type { InstalledN8n } from '../../e2e/lib/install';
import { readFrom, startN8nProcess } from '../../e2e/lib/n8nProcess';
import type { OwnedProcess } from '../../e2e/lib/processes';

export interface MemberOptions {
	name: string;
	command: string[];
	/** The editor's or webhooks' port; of a worker, that of its health check. */
	port: number;
	readyPaths: string[];
	env: Record<string, string>;
}

/** One process of a cluster: main, a webhook processor or a worker. It keeps its log over restarts. */
export class Member {
	private running: OwnedProcess | undefined;
	private readonly logFile: string;

	constructor(
		private readonly installed: InstalledN8n,
		private readonly dataFolder: string,
		private readonly options: MemberOptions,
	) {
		this.logFile = path.join(dataFolder, `${options.name}.log`);
	}

	get name(): string {
		return this.options.name;
	}

	get url(): string {
		return `http://127.0.0.1:${this.options.port}`;
	}

	/** Does nothing where it runs. `command` instead of the usual one holds until it ends. */
	async start(command = this.options.command): Promise<void> {
		const { installed, dataFolder, logFile } = this;
		this.running ??= await startN8nProcess(installed, { ...this.options, command, dataFolder, logFile });
	}

	/** SIGTERM; SIGKILL after `graceMs`. Waits for the end. */
	async stop(graceMs?: number): Promise<void> {
		const { running } = this;
		this.running = undefined;
		await running?.end(graceMs);
	}

	/** SIGKILL. */
	async kill(): Promise<void> {
		const { running } = this;
		this.running = undefined;
		await running?.kill();
	}

	/** All that it has written, over restarts. */
	async log(): Promise<string> {
		return await readFrom(this.logFile);
	}
}
