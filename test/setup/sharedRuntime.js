const { createRequire } = require('node:module');
const { dirname, join, resolve } = require('node:path');
const { default: Runtime } = require('jest-runtime');

/** Matches jest's own packages. */
const JEST_PACKAGE = /^@jest\/.*$/;
/** Matches the name of a module in a package, but not the path of a file and not a name with `node:`. */
const PACKAGE = /^(@[\w.-]+\/)?[a-z][\w.-]*(\/|$)/;

/** The local platform's engines, which read, speak and analyze. Their dictionaries and threads take a second to start. */
const ENGINES = join(__dirname, '../simulator/openPlatform/engines');
const loadedEngines = new Map();

/** The built package, which Node.js loads, as in n8n. */
const BUILT = join(__dirname, '../../dist/');

/** Lets the next test file load the built package anew, as each process of n8n does, so that it has no tokens yet. */
function forgetBuiltPackage() {
	for (const path of Object.keys(require.cache))
		if (path.startsWith(BUILT)) delete require.cache[path];
}

/**
 * Loads the packages that tests and nodes import only one time for all test files of a process, because n8n's engine takes
 * a second to load. Node.js itself loads them. The local platform's engines are also loaded only one time. The other modules
 * of this repository are loaded anew for each file, as usual.
 */
module.exports = class SharedRuntime extends Runtime {
	constructor(...parts) {
		super(...parts);
		forgetBuiltPackage();
	}

	requireModule(from, name, options, isRequireActual) {
		const isShared =
			name !== undefined &&
			PACKAGE.test(name) &&
			!JEST_PACKAGE.test(name) &&
			!options?.isInternalModule &&
			!from.includes('node_modules');
		if (isShared || name?.startsWith(BUILT)) return require(name);
		const path = name?.startsWith('.') ? resolve(dirname(from), name) : '';
		if (!path.startsWith(ENGINES)) return super.requireModule(from, name, options, isRequireActual);
		if (!loadedEngines.has(path))
			loadedEngines.set(path, super.requireModule(from, name, options, isRequireActual));
		return loadedEngines.get(path);
	}

	/** Jest's own packages, such as `expect`, keep what belongs to one test file on the global object. So they are shared, too. */
	requireInternalModule(from, name) {
		return name !== undefined && (PACKAGE.test(name) || JEST_PACKAGE.test(name))
			? createRequire(from)(name)
			: super.requireInternalModule(from, name);
	}
};
