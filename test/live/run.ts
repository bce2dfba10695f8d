import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { OPERATIONS, type Variant } from '../document';
import { partsOf, type BuiltPackage } from '../document/built';
import { compared, type Compared } from '../document/compare';
import { recorded } from '../document/recording';
import { chosen } from '../document/table/calls';
import { runNode } from '../engine/harness';
import { missingFor, type Keys } from './keys';

/** The result of an operation, or of the first push of a kind. */
export interface Row extends Compared {
	name: string;
	works: 'yes' | 'no' | 'left out';
	/** The kind and the code of a failure, or why the operation was left out. */
	why?: string;
	/** What happened and the one next step. May contain texts of the platform, so no report has it. */
	message?: string;
	seconds?: number;
	items?: IDataObject[];
}

/** Runs operations one after another. Only a limited rate makes it repeat a request. It calls nobody but `call`. */
export class LiveRun {
	/** The IDs of the created tasks that are not deleted. */
	readonly tasks = new Set<string>();
	private readonly taskName = `n8n live ${randomUUID()}`;
	/** Parameters that an operation has found: a script, a line, a task. */
	private readonly found: IDataObject = {};
	private columns: string[] = [];

	constructor(
		private readonly built: BuiltPackage,
		private readonly keys: Keys,
		readonly call: string,
		private signal: AbortSignal | undefined,
	) {}

	/** Why an operation cannot run. A task that starts needs a row, which is somebody to call. */
	whyNot({ endpoints, lines, samples }: Variant): string | undefined {
		const variable = endpoints.map((name) => missingFor(name, this.keys)).find(Boolean);
		if (variable) return `${variable} is missing`;
		const calls = 'testNumber' in lines || /withRows|started/.test(samples?.[0]?.task ?? '');
		return calls && !this.call ? 'needs --call' : undefined;
	}

	async run(step: Variant): Promise<Row> {
		const { title: name, given = {} } = step;
		const needed = ['robotId', 'lineNum', 'taskId'].filter((field) => field in given);
		const missing = needed.find((field) => !(field in this.found));
		const reason = this.whyNot(step) ?? (missing && `no ${missing} was found`);
		if (reason) return { ...compared([]), name, works: 'left out', why: reason };
		const began = performance.now();
		const [{ outputs, error }, responses] = await recorded(async () => await this.execute(step));
		const seconds = (performance.now() - began) / 1000;
		const items = (outputs[0] ?? []).map(({ json }) => json);
		for (const item of items) this.learn(step, item);
		const row = { ...compared(responses, name), name, seconds, items };
		// An operation that was broken off has no outputs.
		if (!error) return { ...row, works: outputs[0] ? 'yes' : 'no' };
		const { kind, code, advice = '' } = (error.context?.data ?? {}) as IDataObject;
		const message = `${error.message}. ${advice}`;
		return { ...row, works: 'no', why: [kind, code].filter(Boolean).join(' '), message };
	}

	/** Deletes the tasks of this run. It asks for them by name, because an ID may not have come. Nothing breaks this off. */
	async end(): Promise<Row[]> {
		const rows: Row[] = [];
		this.signal = undefined;
		const runAtEnd = async (wanted: string, live = {}) => {
			for (const step of OPERATIONS.filter(({ title }) => title === wanted))
				rows.push(await this.run({ ...step, title: `${wanted} at the end`, live }));
		};
		await runAtEnd('task/getAll', { filters: { taskName: this.taskName }, returnAll: true });
		for (const { task_id: id, name, deletedName } of rows[0]?.items ?? [])
			if (name === this.taskName && deletedName !== 'Deleted') this.tasks.add(String(id));
		for (const id of this.tasks) {
			this.found.taskId = chosen(id);
			await runAtEnd('task/delete');
		}
		return rows;
	}

	private async execute({ node, selection, lines, given, live, item, repeated }: Variant) {
		const { call, taskName, found, columns, keys } = this;
		const { nodeType, credentialType: type } = partsOf(this.built, node);
		const runMode = 'testNumber' in lines ? 'test' : 'real';
		const known: IDataObject = { taskName, runMode, ...found };
		const parameters = { ...given, ...live } as IDataObject;
		for (const name of Object.keys(parameters)) parameters[name] = known[name] ?? parameters[name];
		const options = { ...(parameters.options as object), retries: 0, timeout: 30 };
		const row = columns.map((column, index) => [column, index === 0 ? call : 'Test']);
		return await runNode({
			nodeType,
			parameters: { ...parameters, ...selection, testNumber: call, options },
			items: [given?.columns ? { json: Object.fromEntries(row) as IDataObject } : (item ?? {})],
			// n8n keeps the token in the credential's data.
			credentials: [{ type, data: keys[type.name as keyof Keys] }],
			// What must not be done twice is not broken off, because nobody could tell whether it was done.
			signal: repeated === 'twice' ? undefined : this.signal,
		});
	}

	/** Keeps what later operations need of a result. */
	private learn(
		{ endpoints }: Variant,
		{ robots, lines, task_id: id, deleted }: IDataObject,
	): void {
		const [script] = ((robots ?? []) as IDataObject[]).filter(({ usable }) => usable === true);
		if (script) this.found.robotId = chosen(String(script.robot_id));
		if (script) this.columns = script.call_column as string[];
		const [line] = (lines ?? []) as IDataObject[];
		if (line) this.found.lineNum = chosen(String(line.line_num));
		if (deleted === true) this.tasks.delete(String(id));
		if (!endpoints.includes('taskCreate')) return;
		this.tasks.add(String(id));
		this.found.taskId ??= chosen(String(id));
	}
}
