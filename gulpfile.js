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

const BUNDLED = 'nodes/shared/bundled.ts';

/**
 * n8n allows no runtime dependencies. So the packages that `bundled.ts` re-exports are bundled into one file. Their
 * licenses are written to a second file.
 */
async function thirdParty() {
	const { metafile } = await bundle({
		entryPoints: [BUNDLED],
		outfile: 'dist/nodes/shared/bundled.js',
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: `node${OLDEST_NODE}`,
		legalComments: 'inline',
		treeShaking: true,
		logLevel: 'warning',
		metafile: true,
	});
	const [output] = Object.values(metafile.outputs);
	const files = Object.entries(output.inputs)
		.filter(([file, { bytesInOutput }]) => bytesInOutput > 0 && file !== BUNDLED)
		.map(([file]) => file);
	const licenses = [...new Set(files.map(packageOf))].sort().map(licenseOf);
	writeFileSync('dist/nodes/shared/bundled.LICENSES.txt', licenses.join('\n'));
}

/**
 * The folder of the package of a bundled file. It may lie elsewhere, if `node_modules` is a link, or inside another package.
 * @throws Error if the file belongs to no package
 */
function packageOf(file) {
	const [, folder] = /^(.*\bnode_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file) ?? [];
	if (!folder)
		throw new Error(`${file} is bundled and belongs to no package, so its license is not known`);
	return folder;
}

/** Name, version and license text of a bundled package. @throws Error if the package has no license file */
function licenseOf(folder) {
	const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
	if (!file) throw new Error(`${name}, which is bundled, has no license file`);
	return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}

const icons = () => src('icons/*.svg').pipe(dest('dist/icons'));
const codex = () => src('nodes/**/*.node.json').pipe(dest('dist/nodes'));
const schemas = () => src('nodes/**/__schema__/**/*.json').pipe(dest('dist/nodes'));

exports.build = series(clean, compile, parallel(thirdParty, icons, codex, schemas));
exports.default = exports.build;
