const { dirname, join, resolve } = require('node:path');
const { default: Runtime } = require('jest-runtime');

/** Jest's own packages. */
const OWN = /^@jest\/.*$/;
const PACKAGE = /^(@[\w.-]+\/)?[a-z][\w.-]*(\/|$)/;

/** The local platform's engines, which read, speak and analyze. Their dictionaries and threads take a second to start. */
const ENGINES = join(__dirname, '../simulator/openPlatform/engines');
const engines = new Map();

/**
 * Lets Node.js load the packages that tests and nodes import, once for all test files of a process: n8n's engine takes a
 * second. The local platform's engines are kept as well. The other modules of this repository are loaded anew for each
 * file, as usual.
 */
module.exports = class SharedRuntime extends Runtime {
	requireModule(from, name, options, isRequireActual) {
		const isShared =
			name !== undefined &&
			PACKAGE.test(name) &&
			!OWN.test(name) &&
			!options?.isInternalModule &&
			!from.includes('node_modules');
		if (isShared) return require(name);
		const path = name?.startsWith('.') ? resolve(dirname(from), name) : '';
		if (!path.startsWith(ENGINES)) return super.requireModule(from, name, options, isRequireActual);
		if (!engines.has(path))
			engines.set(path, super.requireModule(from, name, options, isRequireActual));
		return engines.get(path);
	}
};
