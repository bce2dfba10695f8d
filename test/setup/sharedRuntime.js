const { default: Runtime } = require('jest-runtime');

/** Packages that are ES modules only, which jest compiles, and jest's own. */
const OWN = /^(p-limit|mpg123-decoder|@jest\/.*)$/;
const PACKAGE = /^(@[\w.-]+\/)?[a-z][\w.-]*(\/|$)/;

/**
 * Lets Node.js load the packages that tests and nodes import, once for all test files of a process: n8n's engine takes a
 * second. Modules of this repository are loaded anew for each file, as usual.
 */
module.exports = class SharedRuntime extends Runtime {
	requireModule(from, name, options, isRequireActual) {
		const isShared = name !== undefined && PACKAGE.test(name) && !OWN.test(name) && !options?.isInternalModule && !from.includes('node_modules');
		return isShared ? require(name) : super.requireModule(from, name, options, isRequireActual);
	}
};
