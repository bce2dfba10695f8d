/**
 * What the engine tests asked of the local platform: each test file adds its requests, the end of the
 * run prints them by endpoint.
 */
const { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } = require('node:fs');
const { dirname, join } = require('node:path');

// One file per run: the environment is handed on to jest's workers.
process.env.IFLYTEK_TEST_RUN ??= `${process.pid}`;
const FILE = join(__dirname, `../../.cache/requests-${process.env.IFLYTEK_TEST_RUN}.txt`);

/** Notes the endpoints of some requests, as the platform's log has them. */
function note(entries) {
	mkdirSync(dirname(FILE), { recursive: true });
	appendFileSync(FILE, entries.map(({ endpoint }) => `${endpoint ?? 'none'}\n`).join(''));
}

function forget() {
	rmSync(FILE, { force: true });
}

/** Number of requests by endpoint, by name. */
function count() {
	const lines = existsSync(FILE) ? readFileSync(FILE, 'utf8').split('\n').filter(Boolean) : [];
	const counts = new Map();
	for (const endpoint of lines.sort()) counts.set(endpoint, (counts.get(endpoint) ?? 0) + 1);
	return counts;
}

module.exports = { note, forget, count };
