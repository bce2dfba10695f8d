'use strict';
/**
 * Loaded into n8n's processes (NODE_OPTIONS): workers have another time of day, by as many milliseconds as stand in the
 * file that the variable names. Timers and performance.now() go on as they are.
 */
const { readFileSync } = require('node:fs');

const READ_EVERY_MS = 20;
const { IFLYTEK_WORKER_TIME: file } = process.env;
const [, , command] = process.argv;

if (file && command === 'worker') {
	const now = Date.now.bind(Date);
	let [readAt, shift] = [0, 0];
	Date.now = () => {
		const real = now();
		if (Math.abs(real - readAt) >= READ_EVERY_MS) {
			readAt = real;
			shift = Number(readFileSync(file, 'utf8'));
		}
		return real + shift;
	};
}
