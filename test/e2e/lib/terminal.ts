/**
 * What a person sees during a long task: one line per step, with a counter of seconds on a terminal,
 * or a line every half minute if the output is a file (CI).
 */
const SIGN_OF_LIFE_MS = 30_000;
const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** Sets the words after a running step, for example `1.2 of 2.2 GB`. */
export type ShowDetail = (detail: string) => void;

export function print(text = ''): void {
	process.stdout.write(`${text}\n`);
}

/** Runs `work` as one step: shows title, progress, and in the end how long it took. */
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
		() =>
			onTerminal
				? redraw(FRAMES[(frame += 1) % FRAMES.length] ?? '')
				: print(`  … ${title} (${state()})`),
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

/** An error whose message is written for the person at the terminal: what happened, why, what to do. No stack is shown. */
export class PlainError extends Error {
	override name = 'PlainError';
}
