import { createInterface } from 'node:readline/promises';

/**
 * The output for the user during a long task. On a terminal, each step has one line with a counter of seconds. If the output
 * is a file, as in CI, a running step writes a line every half minute.
 */
const SIGN_OF_LIFE_MS = 30_000;
const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** Sets the text after a running step, for example `1.2 of 2.2 GB`. */
export type ShowDetail = (detail: string) => void;

export function print(text = ''): void {
	process.stdout.write(`${text}\n`);
}

/**
 * Asks a question that is answered with y or n.
 * @throws PlainError if nobody can answer
 */
export async function confirmed(question: string, signal: AbortSignal): Promise<boolean> {
	const { stdin: input, stdout: output } = process;
	if (!input.isTTY) throw new PlainError('Nobody can be asked here. Add --yes.');
	const lines = createInterface({ input, output, terminal: false });
	try {
		return /^y/i.test(await lines.question(`${question} (y/N) `, { signal }));
	} catch (error) {
		if (signal.aborted) return false;
		throw error;
	} finally {
		lines.close();
	}
}

/** Runs `work` as one step: shows the title, the progress, and at the end the duration. */
export async function step<T>(title: string, work: (show: ShowDetail) => Promise<T>): Promise<T> {
	const begun = Date.now();
	const onTerminal = process.stdout.isTTY;
	let detail = '';
	let frame = 0;
	const seconds = () => `${Math.round((Date.now() - begun) / 1000)} s`;
	const state = () => [seconds(), detail].filter(Boolean).join(', ');
	const redraw = (mark: string, end = '') =>
		process.stdout.write(`\r\x1b[2K${mark} ${title} (${state()})${end}`);

	if (!onTerminal) print(`• ${title} …`);
	const timer = setInterval(
		() => {
			frame = (frame + 1) % FRAMES.length;
			if (onTerminal) redraw(FRAMES[frame] ?? '');
			else print(`  … ${title} (${state()})`);
		},
		onTerminal ? 120 : SIGN_OF_LIFE_MS,
	);
	try {
		const result = await work((text) => {
			detail = text;
		});
		detail = '';
		if (onTerminal) redraw('✔', '\n');
		else print(`✔ ${title} (${state()})`);
		return result;
	} catch (error) {
		if (onTerminal) redraw('✘', '\n');
		else print(`✘ ${title} (${state()})`);
		throw error;
	} finally {
		clearInterval(timer);
	}
}

/** An error whose message tells the user at the terminal what happened, why, and what to do. It is shown without its stack. */
export class PlainError extends Error {
	override name = 'PlainError';
}
