/**
 * Provides jest's functions for tests that run in mocha. With mocha, Stryker runs thousands of mutants in one process;
 * jest would load all modules again for each of them. The functions are jest's own. Each file is a suite, which keeps
 * its hooks and names apart, as in jest.
 */
const { relative, resolve } = require('node:path');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { expect } = require('expect');
const { bind } = require('jest-each');
const { ModuleMocker } = require('jest-mock');
const Mocha = require('mocha');

process.env.N8N_LOG_LEVEL = 'silent';
process.env.TEST_SEED ??= '20261121';
process.env.N8N_USER_FOLDER ??= resolve('.cache/n8n');

globalThis.expect = expect;
require('../setup/arrays.js');

const { random, randomUUID, seedTest } = require('../setup/chance.ts');
const { chance } = require('../../nodes/shared/chance.ts');
Object.assign(chance, { random, randomUUID });

/** Matches the titles of tests that a part leaves out. */
const leftOut = process.env.MUTATION_WITHOUT ? new RegExp(process.env.MUTATION_WITHOUT) : undefined;

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
	advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
	fn: (implementation) => mocker.fn(implementation),
	spyOn: (object, method) => mocker.spyOn(object, method),
	restoreAllMocks: () => mocker.restoreAllMocks(),
	isolateModules,
	requireActual: (path) => require(resolve('test/engine', path)),
};

const isProduct = (path) => /^(nodes|credentials)\//.test(relative(process.cwd(), path));

/**
 * Runs `load`, which gets new copies of the package's modules. The copies that were loaded before are kept. Constants that
 * are read then do not count as covered by the test, as when the modules are loaded for the first time.
 */
function isolateModules(load) {
	const removeFromCache = () => {
		const loaded = Object.entries(require.cache).filter(([path]) => isProduct(path));
		for (const [path] of loaded) delete require.cache[path];
		return Object.fromEntries(loaded);
	};
	const loaded = removeFromCache();
	const stryker = globalThis.__stryker__ ?? {};
	const { currentTestId } = stryker;
	stryker.currentTestId = undefined;
	try {
		load();
	} finally {
		stryker.currentTestId = currentTestId;
		removeFromCache();
		Object.assign(require.cache, loaded);
	}
}

// `require('X.node')` must find X.node.ts before X.node.json, as in jest.
const readJson = require.extensions['.json'];
delete require.extensions['.json'];
require.extensions['.json'] = readJson;

/**
 * A test or hook may take ROUNDS rounds of a timer. A limit in real time would also count the time in which a busy machine
 * gives this process no processor time. The timer makes no rounds in that time.
 */
const [ROUND_MS, ROUNDS] = [100, 100];
/** The real timers. They are kept here because tests replace the global ones by fake timers. */
const realTimers = { setInterval, clearInterval, setTimeout };
let hasTestHung = false;

/**
 * Fails a test that hangs because of a mutant, so that the mutant counts as noticed. Stryker's own limit is longer, and
 * covers all tests of a mutant together.
 */
async function withLimit(running) {
	let timer;
	const limit = new Promise((_resolve, reject) => {
		let rounds = 0;
		timer = realTimers.setInterval(() => {
			if (++rounds < ROUNDS) return;
			hasTestHung = true;
			reject(new Error('It hangs'));
		}, ROUND_MS);
	});
	try {
		return await Promise.race([running, limit]);
	} finally {
		realTimers.clearInterval(timer);
	}
}

const isMutated = () => globalThis.__stryker__?.activeMutant !== undefined;

/** Wraps a test or hook. While a mutant is active, the wrapped function fails after the limit. */
const limited = (run) =>
	function () {
		const running = run.call(this);
		return running instanceof Promise && isMutated() ? withLimit(running) : running;
	};

/** Ends this process if a test has hung, because that test would go on. Stryker then starts a process for the next mutant. */
function endIfTestHung() {
	if (hasTestHung) realTimers.setTimeout(() => process.exit(1), 500);
}

const { bdd } = Mocha.interfaces;

// This replaces mocha's interface `bdd`, because Stryker accepts no other name.
Mocha.interfaces.bdd = (root) => {
	root.beforeEach(function () {
		seedTest([process.env.TEST_SEED, this.currentTest.fullTitle()]);
	});
	root.afterAll(endIfTestHung);
	root.on('pre-require', (context, file, mocha) => {
		const suite = Mocha.Suite.create(root, relative(process.cwd(), file));
		bdd(suite);
		suite.emit('pre-require', context, file, mocha);
		const { it } = context;
		context.it = (title, run) => (leftOut?.test(title) ? undefined : it(title, limited(run)));
		for (const name of ['before', 'after', 'beforeEach', 'afterEach']) {
			const hook = context[name];
			context[name] = (run) => hook(limited(run));
		}
		context.it.skip = () => undefined;
		for (const define of [context.describe, context.it, context.it.skip])
			define.each = bind(define, false);
		Object.assign(context, {
			test: context.it,
			beforeAll: context.before,
			afterAll: context.after,
			expect,
			jest,
		});
	});
};
