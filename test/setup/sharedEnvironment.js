const asyncHooks = require('node:async_hooks');
const { join } = require('node:path');
const vm = require('node:vm');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

// A worker does not outlive jest's main process, which may have been killed.
const { exit } = process;
process.once('disconnect', () => exit.call(process));

// n8n writes its settings without a lock. Two workers in one folder may read them half written.
if (process.env.N8N_USER_FOLDER)
	process.env.N8N_USER_FOLDER = join(process.env.N8N_USER_FOLDER, `n8n-${process.pid}`);

/** Stands for the context of the process itself, because Node.js has no object for that context. */
const PROCESS_CONTEXT = vm.createContext({});
const { compileFunction } = vm;
/** The compiled code of each module. Most modules are loaded anew for each test file, and to compile them again would cost time. */
const compiled = new Map();
// Code for PROCESS_CONTEXT is compiled without a context, which means the context of the process.
vm.compileFunction = (code, params, { parsingContext, ...options } = {}) => {
	if (parsingContext !== PROCESS_CONTEXT)
		return compileFunction(code, params, { ...options, parsingContext });
	const known = compiled.get(options.filename);
	if (known?.code === code) return known.run;
	const run = compileFunction(code, params, options);
	compiled.set(options.filename, { code, run });
	return run;
};

/** The storages in use. Node.js passes each of them on with every promise, so the storages of ended test files would cost time. */
const storages = new Set();
asyncHooks.AsyncLocalStorage = class extends asyncHooks.AsyncLocalStorage {
	constructor(...options) {
		super(...options);
		storages.add(this);
	}
};

/** Symbols under which jest stores values on the global object for one test file. The next file must not find these values. */
const KEPT_BY_JEST = new Set([
	'EVENT_HANDLERS',
	'JEST_STATE_SYMBOL',
	'TEST_TIMEOUT_SYMBOL',
	'RETRY_TIMES',
]);

/**
 * Runs test files in the context of their process instead of a context of their own. So they can share modules that Node.js
 * itself has loaded (sharedRuntime.js), and errors are instances of the same classes.
 */
class SharedEnvironment {
	constructor({ projectConfig }) {
		this.global = globalThis;
		this.moduleMocker = new ModuleMocker(globalThis);
		this.fakeTimers = null;
		this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
		// Jest replaces the console and `process.exit` for each file. Some tests replace WebSocket, which Node.js has from version 22 on.
		this.kept = {
			console,
			exit: process.exit,
			webSocket: Object.getOwnPropertyDescriptor(globalThis, 'WebSocket'),
		};
	}

	async setup() {}

	async teardown() {
		for (const storage of storages) storage.disable();
		storages.clear();
		for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
			if (KEPT_BY_JEST.has(symbol.description)) delete globalThis[symbol];
		}
		// `expect` stays loaded, and each test file adds its equality testers again (arrays.js).
		const matchers = globalThis[Symbol.for('$$jest-matchers-object')];
		if (matchers) matchers.customEqualityTesters.length = 0;
		this.fakeTimersModern.dispose();
		globalThis.console = this.kept.console;
		process.exit = this.kept.exit;
		if (this.kept.webSocket) Object.defineProperty(globalThis, 'WebSocket', this.kept.webSocket);
		else delete globalThis.WebSocket;
	}

	exportConditions() {
		return ['node', 'node-addons'];
	}

	getVmContext() {
		return PROCESS_CONTEXT;
	}
}

module.exports = SharedEnvironment;
