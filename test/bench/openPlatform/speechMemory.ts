import { MEGABYTE } from '../measure';
import { inOwnProcess } from '../ownProcess';
import { startPlatform } from '../platform';
import { sized } from '../size';
import { tell, type Row, type Section } from '../report';

const CHARACTERS = sized(100_000, 3000);
const MODES = ['filesystem', 'database'];
const SERVICES = ['streaming', 'standard'];
/** Over idle: so many times the audio, and so much more. */
const MOST = { times: 1.3, bytes: 100 * MEGABYTE };

/** Memory of a process that speaks a long text, in bytes. */
export interface SpeechMemoryUse {
	/** With n8n loaded and the node run once. */
	idle: number;
	/** The most that was ever resident, as the operating system counts it. */
	peak: number;
	/** Size of the file. */
	audio: number;
}

/** Long texts through Speech, Synthesize, where n8n keeps binary data in files and in its database. */
export async function speechMemory(): Promise<Section[]> {
	const platform = await startPlatform(0);
	const rows: Row[] = [];
	try {
		for (const mode of MODES)
			for (const service of SERVICES)
				rows.push(await measure(platform.url, { mode, service, format: 'wav' }));
		rows.push(
			await measure(platform.url, { mode: 'filesystem', service: 'standard', format: 'mp3' }),
		);
	} finally {
		await platform.close();
	}
	const notes = [
		'Speech, Synthesize; each run in a process of its own. Resident memory, peak as the operating system counts it.',
		'The database mode is measured up to the database driver, which copies any file again (the one of SQLite three times).',
		`Allowed over idle: ${MOST.times} × the audio + ${MOST.bytes / MEGABYTE} MB.`,
	];
	return [
		{ title: `Open platform: memory with the speech of ${CHARACTERS} characters`, notes, rows },
	];
}

async function measure(
	url: string,
	what: { mode: string; service: string; format: string },
): Promise<Row> {
	const { mode, service, format } = what;
	tell(`Speech memory: ${Object.values(what).join(', ')}`);
	const { idle, peak, audio } = await inOwnProcess<SpeechMemoryUse>(
		'openPlatform/speechMemory.process.ts',
		[url, mode, service, String(CHARACTERS), format],
	);
	const [over, allowed] = [peak - idle, audio * MOST.times + MOST.bytes];
	const megabytes = (bytes: number) => Math.round(bytes / MEGABYTE);
	return {
		...what,
		'audio MB': megabytes(audio),
		'idle MB': megabytes(idle),
		'over idle MB': megabytes(over),
		'allowed MB': megabytes(allowed),
		within: over <= allowed ? 'yes' : 'NO',
	};
}
