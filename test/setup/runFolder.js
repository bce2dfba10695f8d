const { mkdtempSync, readdirSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const NAME = 'iflytek-tests-';
const outer = tmpdir();
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
let folder;

/** Whether the process of a run that made this folder is still there. */
function isInUse(name) {
	try {
		process.kill(Number(name.slice(NAME.length).split('-')[0]), 0);
		return true;
	} catch ({ code }) {
		return code === 'EPERM';
	}
}

/**
 * Makes the folder of this run: its temporary folder, and n8n's, which would else write into the home folder. It is removed
 * at the end, and also if the run is broken off. What a killed run has left, the next one removes.
 */
function makeRunFolder() {
	for (const name of readdirSync(outer)) {
		if (!name.startsWith(NAME) || isInUse(name)) continue;
		try {
			rmSync(join(outer, name), { recursive: true, force: true });
		} catch {
			// It belongs to another user.
		}
	}
	folder = mkdtempSync(join(outer, `${NAME}${process.pid}-`));
	// Jest's workers inherit these variables.
	for (const name of ['TMPDIR', 'TEMP', 'TMP', 'N8N_USER_FOLDER']) process.env[name] = folder;
	for (const signal of SIGNALS) process.once(signal, end);
}

function removeRunFolder() {
	for (const signal of SIGNALS) process.off(signal, end);
	// Workers that are just ending may still write.
	rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

function end(signal) {
	removeRunFolder();
	process.kill(process.pid, signal);
}

module.exports = { makeRunFolder, removeRunFolder };
