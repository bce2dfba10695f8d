/**
 * Counts the requests of the engine tests to the local platform. Each test file adds its requests. At the end of the run,
 * the number of requests to each endpoint is printed.
 */
const { appendFileSync, existsSync, readFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

/** A file in the folder of this run (runFolder.js). */
const file = () => join(tmpdir(), 'requests.txt');

/** Writes down the endpoints of these entries of the platform's log. */
function note(entries) {
	appendFileSync(file(), entries.map(({ endpoint }) => `${endpoint ?? 'none'}\n`).join(''));
}

/** The number of requests to each endpoint, sorted by the endpoint's name. */
function count() {
	const lines = existsSync(file()) ? readFileSync(file(), 'utf8').split('\n').filter(Boolean) : [];
	const counts = new Map();
	for (const endpoint of lines.sort()) counts.set(endpoint, (counts.get(endpoint) ?? 0) + 1);
	return counts;
}

module.exports = { note, count };
