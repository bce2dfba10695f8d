const { execFileSync } = require('node:child_process');
const { readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { build: bundle } = require('esbuild');
const { dest, parallel, series, src } = require('gulp');
const { engines } = require('./package.json');

async function clean() {
	rmSync('dist', { recursive: true, force: true });
}

async function compile() {
	// `require.resolve` does not find the compiler, because its package does not export it.
	execFileSync(
		process.execPath,
		['node_modules/typescript-native/bin/tsc', '--project', 'tsconfig.build.json'],
		{ stdio: 'inherit' },
	);
}

/** The oldest Node.js that package.json names. */
const [OLDEST_NODE] = engines.node.match(/\d+/);

/**
 * n8n allows no runtime dependencies. So the packages that `vendor.ts` re-exports are bundled into one file. Their
 * licenses are written to a second file.
 */
async function vendor() {
	const { metafile } = await bundle({
		entryPoints: ['nodes/shared/vendor.ts'],
		outfile: 'dist/nodes/shared/vendor.js',
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: `node${OLDEST_NODE}`,
		legalComments: 'inline',
		treeShaking: true,
		logLevel: 'warning',
		metafile: true,
	});
	const packages = Object.keys(metafile.inputs).flatMap(
		(file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [],
	);
	const licenses = [...new Set(packages)].sort().map(licenseOf);
	writeFileSync('dist/nodes/shared/vendor.LICENSES.txt', licenses.join('\n'));
}

/** Name, version and license text of a bundled package. @throws Error if the package has no license file */
function licenseOf(name) {
	const folder = join('node_modules', name);
	const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
	if (!file) throw new Error(`${name}, which is bundled, has no license file`);
	return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}

const icons = () => src('icons/*.svg').pipe(dest('dist/icons'));
const codex = () => src('nodes/**/*.node.json').pipe(dest('dist/nodes'));
const schemas = () => src('nodes/**/__schema__/**/*.json').pipe(dest('dist/nodes'));

exports.build = series(clean, compile, parallel(vendor, icons, codex, schemas));
exports.default = exports.build;
