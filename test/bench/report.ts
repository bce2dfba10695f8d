import { promises as fs } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isQuick } from './size';

/** The result of a section of the bench: a table for people, and the figures as data. */
export interface Section {
	title: string;
	/** Sentences that explain the table: what was compared with what. */
	notes: string[];
	rows: Row[];
}

/** One line of a table: text or figures by column. */
export type Row = Record<string, string | number | undefined>;

const RESULTS = path.join(__dirname, '../../.cache/bench');

/** The warning above the results of a short run. */
const QUICK_NOTE =
	'Short form (--quick): it ran and its results are right. The figures mean nothing.';

/** The lines of a table: a heading, and a line for each row. */
export function tableOf(rows: Row[]): string[] {
	const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
	const cells = [columns, ...rows.map((row) => columns.map((column) => cellText(row[column])))];
	const widths = columns.map((_column, index) =>
		Math.max(...cells.map((line) => line[index]?.length ?? 0)),
	);
	const isText = columns.map((column) => rows.some((row) => typeof row[column] === 'string'));
	const lines = cells.map((line) =>
		line
			.map((cell, index) =>
				isText[index] ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0),
			)
			.join('  ')
			.trimEnd(),
	);
	// A line between the heading and the rows.
	lines.splice(1, 0, widths.map((width) => '-'.repeat(width)).join('  '));
	return lines;
}

/** Prints a section as a table. */
export function printSection({ title, notes, rows }: Section): void {
	const allNotes = isQuick() ? [QUICK_NOTE, ...notes] : notes;
	process.stdout.write(
		['', title, ...allNotes.map((note) => `  ${note}`), '', ...tableOf(rows), ''].join('\n'),
	);
}

/** Saves the figures of a run as a JSON file, and returns its path. */
export async function saveSections(sections: Section[]): Promise<string> {
	await fs.mkdir(RESULTS, { recursive: true });
	const file = path.join(RESULTS, `${new Date().toISOString().replace(/[:.]/g, '-')}.json`);
	const machine = {
		node: process.version,
		processors: os.availableParallelism(),
		load: os.loadavg(),
		quick: isQuick(),
	};
	await fs.writeFile(file, `${JSON.stringify({ machine, sections }, null, '\t')}\n`);
	return file;
}

/** Tells the user of the bench what is running. The table goes to stdout, this text to stderr. */
export function tell(text: string): void {
	process.stderr.write(`${text}\n`);
}

function cellText(value: Row[string]): string {
	if (typeof value === 'number')
		return Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 10 ? 2 : 1);
	return value ?? '';
}
