import { spawnSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	realpathSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');
/** What the copy does not need, or gets in another way. */
const NOT_COPIED = ['node_modules', 'dist', '.git', '.cache', 'coverage'];

/** A file of an addition: an existing one with what is written behind texts in it, one like a model, or a new one. */
export type Step =
	| { file: string; text: string }
	| { file: string; behind: readonly (readonly [text: string, added: string])[] }
	| { file: string; model: string; replaced: readonly (readonly [text: string, by: string])[] };

/** Each file that an addition needs, by what it is. */
export type Addition = Readonly<Record<string, Step>>;

/** What is run to see whether an addition is whole. */
export interface Check {
	/** Scripts of package.json that write files, and those of these files that make others fail. */
	scripts?: readonly string[];
	written?: readonly string[];
	/** The tests, and which of their names are meant. */
	tests: readonly string[];
	names: string;
}

/** A copy of the project, in which things are added. */
export class Copy {
	private readonly folder = mkdtempSync(join(tmpdir(), 'addition-'));

	constructor() {
		for (const name of readdirSync(ROOT).filter((one) => !NOT_COPIED.includes(one)))
			cpSync(join(ROOT, name), join(this.folder, name), {
				recursive: true,
				filter: (source) => !source.endsWith('node_modules'),
			});
		symlinkSync(realpathSync(join(ROOT, 'node_modules')), join(this.folder, 'node_modules'));
	}

	remove(): void {
		rmSync(this.folder, { recursive: true, force: true });
	}

	/** Makes all files of an addition but one. */
	make(addition: Addition, missing?: string): void {
		for (const [name, step] of Object.entries(addition))
			if (name !== missing) writeFileSync(join(this.folder, step.file), textOf(step));
	}

	/** Takes back an addition, and the files that were written for it. Tables of documents are written anew each time. */
	undo(addition: Addition, { written = [] }: Check): void {
		const files = [...Object.values(addition).map(({ file }) => file), ...written];
		for (const file of files) {
			rmSync(join(this.folder, file), { force: true });
			if (existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(this.folder, file));
		}
	}

	/** `passed`, or what failed. */
	outcome({ scripts = [], tests, names }: Check): string {
		for (const script of scripts) {
			const { status, stdout, stderr } = this.run('npm', ['run', '--silent', script]);
			if (status !== 0) return stdout + stderr;
		}
		const jest = join(this.folder, 'node_modules/jest/bin/jest.js');
		const { status, stderr } = this.run(process.execPath, [
			jest,
			'--selectProjects=unit',
			'--selectProjects=engine',
			'--runInBand',
			`--testNamePattern=${names}`,
			'--testPathPatterns',
			...tests,
		]);
		return status === 0 ? 'passed' : stderr;
	}

	private run(command: string, args: readonly string[]) {
		// In any size, a step that is left out is noticed.
		const env = { ...process.env, TEST_SIZE: '' };
		return spawnSync(command, args, { cwd: this.folder, encoding: 'utf8', env });
	}
}

function textOf(step: Step): string {
	if ('text' in step) return step.text;
	const isNew = 'model' in step;
	let text = readFileSync(join(ROOT, isNew ? step.model : step.file), 'utf8');
	const changes = isNew
		? step.replaced
		: step.behind.map(([behind, added]) => [behind, behind + added] as const);
	for (const [before, after] of changes) {
		expect(text).toContain(before);
		text = text.replaceAll(before, () => after);
	}
	return text;
}
