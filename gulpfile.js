const { execFileSync } = require('node:child_process');
const { rmSync } = require('node:fs');
const { build: bundle } = require('esbuild');
const { dest, parallel, series, src } = require('gulp');

async function clean() {
	rmSync('dist', { recursive: true, force: true });
}

async function compile() {
	// `require.resolve` does not find it: the package exports no programs.
	execFileSync(
		process.execPath,
		['node_modules/typescript-native/bin/tsc', '--project', 'tsconfig.build.json'],
		{ stdio: 'inherit' },
	);
}

/** n8n admits no runtime dependency: what `vendor.ts` re-exports becomes one file. */
async function vendor() {
	await bundle({
		entryPoints: ['nodes/shared/vendor.ts'],
		outfile: 'dist/nodes/shared/vendor.js',
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'node20',
		legalComments: 'inline',
		treeShaking: true,
		logLevel: 'warning',
	});
}

const icons = () => src('icons/*.svg').pipe(dest('dist/icons'));
const codex = () => src('nodes/**/*.node.json').pipe(dest('dist/nodes'));
const schemas = () => src('nodes/**/__schema__/**/*.json').pipe(dest('dist/nodes'));

exports.build = series(clean, compile, parallel(vendor, icons, codex, schemas));
exports.default = exports.build;
