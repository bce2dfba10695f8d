'use strict';
/**
 * NODE_OPTIONS loads this file into each n8n process. In workers, it shifts Date.now() by the number of milliseconds in the
 * file that IFLYTEK_WORKER_TIME names. It does not change timers and performance.now().
 */
const { readFileSync } = require('node:fs');

const READ_EVERY_MS = 20;
const { IFLYTEK_WORKER_TIME: file } = process.env;
const [, , command] = process.argv;

if (file && command === 'worker') {
	const now = Date.now.bind(Date);
	let readAt = 0;
	let shift = 0;
	Date.now = () => {
		const real = now();
		if (Math.abs(real - readAt) >= READ_EVERY_MS) {
			readAt = real;
			shift = Number(readFileSync(file, 'utf8'));
		}
		return real + shift;
	};
}
