const asyncHooks = require('node:async_hooks');
const vm = require('node:vm');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** Stands for the context of the process itself, which Node.js has no object for. */
const PROCESS_CONTEXT = vm.createContext({});
const { compileFunction } = vm;
vm.compileFunction = (code, params, { parsingContext, ...options } = {}) =>
	compileFunction(code, params, {
		...options,
		...(parsingContext !== PROCESS_CONTEXT && { parsingContext }),
	});

/** Those that are in use: each is handed on with every promise, so the ones of test files that have ended cost time. */
const storages = new Set();
asyncHooks.AsyncLocalStorage = class extends asyncHooks.AsyncLocalStorage {
	constructor(...options) {
		super(...options);
		storages.add(this);
	}
};

/** What jest keeps on the global object for the file that it runs, where the next file would find it. */
const KEPT_BY_JEST = new Set([
	'EVENT_HANDLERS',
	'JEST_STATE_SYMBOL',
	'TEST_TIMEOUT_SYMBOL',
	'RETRY_TIMES',
]);

/**
 * Runs test files in the context of their process, not in one of their own: so they can share modules that Node.js itself
 * has loaded (sharedRuntime.js), and errors are instances of the same classes.
 */
class SharedEnvironment {
	constructor({ projectConfig }) {
		this.global = globalThis;
		this.moduleMocker = new ModuleMocker(globalThis);
		this.fakeTimers = null;
		this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
		// Jest replaces the first two for each file, some tests the last, which Node.js has from version 22 on.
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
		// `expect` stays loaded, and each file adds its own again (arrays.js).
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
