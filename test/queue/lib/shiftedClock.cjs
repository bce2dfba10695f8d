'use strict';
/**
 * Is loaded into each n8n process by NODE_OPTIONS. Shifts Date.now() of workers by the number of milliseconds in the file that
 * IFLYTEK_WORKER_TIME names. Does not change timers and performance.now().
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
