import { installN8n } from '../../e2e/lib/install';
import { MEGABYTE } from '../measure';
import { inOwnProcess } from '../ownProcess';
import { startPlatform } from '../platform';
import { sized } from '../size';
import { tell, type Row, type Section } from '../report';

const CHARACTERS = sized(100_000, 3000);
/** The allowed memory over idle: a multiple of the audio, and a constant. */
const MOST = { times: 1.3, bytes: 100 * MEGABYTE };

/** Memory of a process that speaks a long text, in bytes. */
export interface SpeechMemoryUse {
	/** With n8n loaded, after a tenth of the text. */
	idle: number;
	/** The most memory that was ever resident, as counted by the operating system. */
	peak: number;
	/** Size of the file. */
	audio: number;
	/** The version of Node.js that ran it. */
	version: string;
}

/** What is measured on each Node.js. Each is repeated three times and the highest value counts, because memory that was freed late only showed in some runs. */
const RUNS = [
	{ mode: 'filesystem', service: 'streaming', format: 'wav', times: 3 },
	{ mode: 'filesystem', service: 'standard', format: 'wav', times: 1 },
	{ mode: 'database', service: 'streaming', format: 'wav', times: 1 },
	{ mode: 'database', service: 'standard', format: 'wav', times: 1 },
	{ mode: 'filesystem', service: 'streaming', format: 'mp3', times: 1 },
];

/** Long texts with Speech, Synthesize, if n8n keeps binary data in files and in its database. */
export async function speechMemory(): Promise<Section[]> {
	const { nodeBinary } = await installN8n();
	const platform = await startPlatform(0);
	const rows: Row[] = [];
	try {
		for (const node of [process.execPath, nodeBinary])
			for (const { times, ...what } of RUNS)
				for (let run = 0; run < times; run++) rows.push(await measure(platform.url, node, what));
	} finally {
		await platform.close();
	}
	const notes = [
		'Speech, Synthesize; each run in a process of its own. Resident memory, peak as the operating system counts it.',
		'Idle: after a tenth of the text, when V8 has the memory that it takes for short-lived objects.',
		'The database mode is measured up to the database driver, which copies any file again (the one of SQLite three times).',
		`Concurrent Requests 5. Allowed over idle: ${MOST.times} × the audio + ${MOST.bytes / MEGABYTE} MB.`,
	];
	return [
		{ title: `Open platform: memory with the speech of ${CHARACTERS} characters`, notes, rows },
	];
}

async function measure(
	url: string,
	node: string,
	what: { mode: string; service: string; format: string },
): Promise<Row> {
	const { mode, service, format } = what;
	tell(`Speech memory: ${Object.values(what).join(', ')}`);
	const { idle, peak, audio, version } = await inOwnProcess<SpeechMemoryUse>(
		'openPlatform/speechMemory.process.ts',
		[url, mode, service, String(CHARACTERS), format],
		node,
	);
	const [over, allowed] = [peak - idle, audio * MOST.times + MOST.bytes];
	const megabytes = (bytes: number) => Math.round(bytes / MEGABYTE);
	return {
		node: version,
		...what,
		'audio MB': megabytes(audio),
		'idle MB': megabytes(idle),
		'over idle MB': megabytes(over),
		'allowed MB': megabytes(allowed),
		within: over <= allowed ? 'yes' : 'NO',
	};
}
