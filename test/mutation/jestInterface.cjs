/**
 * Jest's functions for tests that run in mocha. Stryker runs mocha's tests in one process that stays, where jest
 * would load its modules again for each of thousands of mutants. The functions are jest's own; a suite per file
 * keeps hooks and names apart, as jest does.
 */
const { relative } = require('node:path');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { expect } = require('expect');
const { bind } = require('jest-each');
const { ModuleMocker } = require('jest-mock');
const Mocha = require('mocha');

process.env.N8N_LOG_LEVEL = 'silent';

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
};

// `X.node` is X.node.ts, as in jest, before X.node.json.
const readJson = require.extensions['.json'];
delete require.extensions['.json'];
require.extensions['.json'] = readJson;

const { bdd } = Mocha.interfaces;

// Stryker admits no other name.
Mocha.interfaces.bdd = (root) => {
	root.on('pre-require', (context, file, mocha) => {
		const suite = Mocha.Suite.create(root, relative(process.cwd(), file));
		bdd(suite);
		suite.emit('pre-require', context, file, mocha);
		const { it } = context;
		context.it = (title, run) => (without?.test(title) ? undefined : it(title, run));
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
