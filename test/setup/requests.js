/**
 * Counts the requests of the engine tests to the local platform. Each test file adds its requests. At the end of the run,
 * the number of requests to each endpoint is printed.
 */
const { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } = require('node:fs');
const { dirname, join } = require('node:path');

// Each run has its own file. Jest's workers inherit this variable, so they write to the same file.
process.env.IFLYTEK_TEST_RUN ??= `${process.pid}`;
const FILE = join(__dirname, `../../.cache/requests-${process.env.IFLYTEK_TEST_RUN}.txt`);

/** Writes down the endpoints of these entries of the platform's log. */
function note(entries) {
	mkdirSync(dirname(FILE), { recursive: true });
	appendFileSync(FILE, entries.map(({ endpoint }) => `${endpoint ?? 'none'}\n`).join(''));
}

/** Removes the file with the requests of this run. */
function forget() {
	rmSync(FILE, { force: true });
}

/** The number of requests to each endpoint, sorted by the endpoint's name. */
function count() {
	const lines = existsSync(FILE) ? readFileSync(FILE, 'utf8').split('\n').filter(Boolean) : [];
	const counts = new Map();
	for (const endpoint of lines.sort()) counts.set(endpoint, (counts.get(endpoint) ?? 0) + 1);
	return counts;
}

module.exports = { note, forget, count };
