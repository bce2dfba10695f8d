'use strict';
/**
 * NODE_OPTIONS loads this script into n8n's processes. The script writes a line `[at, stall, cpu]` whenever the event loop
 * was blocked, and at least twice a second. It writes to the folder IFLYTEK_BENCH_STALLS, into a file named after n8n's
 * command (start, webhook, worker). `at` is the time of the line. `stall` is the processor time of the loop's thread since
 * the last turn, so waiting on a busy machine does not count. `cpu` is the processor time of the whole process so far. All
 * three are in milliseconds.
 */
const fs = require('node:fs');
const path = require('node:path');

const EVERY_MS = 10;
const STALL_MS = 20;
const SAMPLE_MS = 500;

const milliseconds = ({ user, system }) => Math.round((user + system) / 1000);

const { IFLYTEK_BENCH_STALLS: folder } = process.env;
const [, script = '', command = ''] = process.argv;
if (folder && path.basename(script) === 'n8n') {
	const file = path.join(folder, command);
	let thread = process.threadCpuUsage();
	let sampledAt = 0;
	setInterval(() => {
		const stall = milliseconds(process.threadCpuUsage(thread));
		thread = process.threadCpuUsage();
		if (stall < STALL_MS && Date.now() - sampledAt < SAMPLE_MS) return;
		sampledAt = Date.now();
		fs.appendFileSync(
			file,
			`${JSON.stringify([sampledAt, stall, milliseconds(process.cpuUsage())])}\n`,
		);
	}, EVERY_MS).unref();
}
