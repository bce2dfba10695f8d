/**
 * Jest's functions for tests that run in mocha. Stryker runs mocha's tests in one process that stays, where jest
 * would load its modules again for each of thousands of mutants. The functions are jest's own; a suite per file
 * keeps hooks and names apart, as jest does.
 */
const { relative, resolve } = require('node:path');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { expect } = require('expect');
const { bind } = require('jest-each');
const { ModuleMocker } = require('jest-mock');
const Mocha = require('mocha');

process.env.N8N_LOG_LEVEL = 'silent';

globalThis.expect = expect;
require('../setup/arrays.js');

/** Tests by their titles that a part leaves out. */
const without = process.env.MUTATION_WITHOUT ? new RegExp(process.env.MUTATION_WITHOUT) : undefined;

const timers = new ModernFakeTimers({
	config: { rootDir: process.cwd(), fakeTimers: {} },
	global: globalThis,
});
const mocker = new ModuleMocker(globalThis);

const jest = {
	useFakeTimers: (options) => timers.useFakeTimers(options),
	useRealTimers: () => timers.useRealTimers(),
	setSystemTime: (now) => timers.setSystemTime(now),
	advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
	fn: (implementation) => mocker.fn(implementation),
	spyOn: (object, method) => mocker.spyOn(object, method),
	restoreAllMocks: () => mocker.restoreAllMocks(),
	isolateModules,
	requireActual: (path) => require(resolve('test/engine', path)),
};

const isProduct = (path) => /^(nodes|credentials)\//.test(relative(process.cwd(), path));

/** Lets `load` load the package's modules anew, apart from those that are loaded. */
function isolateModules(load) {
	const takeOut = () => {
		const loaded = Object.entries(require.cache).filter(([path]) => isProduct(path));
		for (const [path] of loaded) delete require.cache[path];
		return Object.fromEntries(loaded);
	};
	const loaded = takeOut();
	try {
		load();
	} finally {
		takeOut();
		Object.assign(require.cache, loaded);
	}
}

// `X.node` is X.node.ts, as in jest, before X.node.json.
const readJson = require.extensions['.json'];
delete require.extensions['.json'];
require.extensions['.json'] = readJson;

/** How long a test or hook may take: rounds of the event loop, which a process without a processor does not make. */
const [ROUND_MS, ROUNDS] = [100, 100];
const clock = { setInterval, clearInterval, setTimeout };
let hangs = false;

/**
 * A test that waits for what a mutant leaves undone has noticed it. Stryker itself would wait longer, and for all tests of
 * the mutant together.
 */
async function withLimit(running) {
	let timer;
	const limit = new Promise((_resolve, reject) => {
		let rounds = 0;
		timer = clock.setInterval(() => {
			if (++rounds < ROUNDS) return;
			hangs = true;
			reject(new Error('It hangs'));
		}, ROUND_MS);
	});
	try {
		return await Promise.race([running, limit]);
	} finally {
		clock.clearInterval(timer);
	}
}

const isMutated = () => globalThis.__stryker__?.activeMutant !== undefined;

const limited = (run) =>
	function () {
		const running = run.call(this);
		return running instanceof Promise && isMutated() ? withLimit(running) : running;
	};

/** What hangs goes on in this process, so Stryker gets another one for the next mutant. */
function endWhereItHangs() {
	if (hangs) clock.setTimeout(() => process.exit(1), 500);
}

const { bdd } = Mocha.interfaces;

// Stryker admits no other name.
Mocha.interfaces.bdd = (root) => {
	root.afterAll(endWhereItHangs);
	root.on('pre-require', (context, file, mocha) => {
		const suite = Mocha.Suite.create(root, relative(process.cwd(), file));
		bdd(suite);
		suite.emit('pre-require', context, file, mocha);
		const { it } = context;
		context.it = (title, run) => (without?.test(title) ? undefined : it(title, limited(run)));
		for (const name of ['before', 'after', 'beforeEach', 'afterEach']) {
			const hook = context[name];
			context[name] = (run) => hook(limited(run));
		}
		for (const define of [context.describe, context.it]) define.each = bind(define, false);
		Object.assign(context, {
			test: context.it,
			beforeAll: context.before,
			afterAll: context.after,
			expect,
			jest,
		});
	});
};
