import { installN8n } from '../../e2e/lib/install';
import { MEGABYTE } from '../measure';
import { inOwnProcess } from '../ownProcess';
import { startPlatform } from '../platform';
import { sized } from '../size';
import { tell, type Row, type Section } from '../report';

/** As WAV almost the 300 MB that a file may have. */
const CHARACTERS = sized(36_000, 3000);
/** How far the peak may be above the idle memory: this multiple of the audio's size, plus this many bytes. */
const ALLOWED_OVER_IDLE = { timesAudio: 3, bytes: 100 * MEGABYTE };

/** Memory of a process that speaks a long text, in bytes. */
export interface SpeechMemoryUse {
	/** The resident memory after n8n was loaded and a tenth of the text was spoken. */
	idle: number;
	/** The highest resident memory, as counted by the operating system. */
	peak: number;
	/** The size of the audio file. */
	audio: number;
	/** The version of Node.js that ran the process. */
	version: string;
}

/**
 * The setups that run on each Node.js. `times` is the number of runs. The first setup runs three times, because memory that
 * is freed late only shows in some runs.
 */
const RUNS = [
	{ mode: 'filesystem', service: 'streaming', format: 'wav', times: 3 },
	{ mode: 'filesystem', service: 'standard', format: 'wav', times: 1 },
	{ mode: 'database', service: 'streaming', format: 'wav', times: 1 },
	{ mode: 'database', service: 'standard', format: 'wav', times: 1 },
	{ mode: 'filesystem', service: 'streaming', format: 'mp3', times: 1 },
];

/** The memory that Speech, Synthesize needs for long texts, with n8n's binary data in files and in its database. */
export async function speechMemory(): Promise<Section[]> {
	const { nodeBinary } = await installN8n();
	const platform = await startPlatform(0);
	const rows: Row[] = [];
	try {
		for (const node of [process.execPath, nodeBinary])
			for (const { times, ...setup } of RUNS)
				for (let run = 0; run < times; run++) rows.push(await measure(platform.url, node, setup));
	} finally {
		await platform.close();
	}
	const notes = [
		'Speech, Synthesize; each run in a process of its own. Resident memory, peak as the operating system counts it.',
		'Idle: after a tenth of the text, when V8 has the memory that it takes for short-lived objects.',
		'The database mode is measured up to the database driver, which copies any file again (the one of SQLite three times).',
		`Concurrent Requests 5. Allowed over idle: ${ALLOWED_OVER_IDLE.timesAudio} × the audio + ${ALLOWED_OVER_IDLE.bytes / MEGABYTE} MB.`,
	];
	return [
		{ title: `Open platform: memory with the speech of ${CHARACTERS} characters`, notes, rows },
	];
}

async function measure(
	url: string,
	node: string,
	setup: { mode: string; service: string; format: string },
): Promise<Row> {
	const { mode, service, format } = setup;
	tell(`Speech memory: ${Object.values(setup).join(', ')}`);
	const { idle, peak, audio, version } = await inOwnProcess<SpeechMemoryUse>(
		'openPlatform/speechMemory.process.ts',
		[url, mode, service, String(CHARACTERS), format],
		node,
	);
	const overIdle = peak - idle;
	const allowed = audio * ALLOWED_OVER_IDLE.timesAudio + ALLOWED_OVER_IDLE.bytes;
	const megabytes = (bytes: number) => Math.round(bytes / MEGABYTE);
	return {
		node: version,
		...setup,
		'audio MB': megabytes(audio),
		'idle MB': megabytes(idle),
		'over idle MB': megabytes(overIdle),
		'allowed MB': megabytes(allowed),
		within: overIdle <= allowed ? 'yes' : 'NO',
	};
}
