// `n8n-node lint` lets eslint.config.mjs hold no rule of ours: hence this file.
/**
 * ESLint reads this file first. It has n8n's default whole for all that ships. It leaves out the tests, which may use what a
 * node may not (files, processes, timers).
 */
const { createRequire } = require('node:module');
const { configs: n8nRules } = require('eslint-plugin-n8n-nodes-base');
const { default: n8nDefault } = require('./eslint.config.mjs');

// n8n's default brings this plugin; ESLint takes one version of it.
const tseslint = createRequire(require.resolve('@n8n/node-cli/eslint'))('typescript-eslint');

const RANDOM = [
	'randomUUID',
	'randomBytes',
	'randomInt',
	'randomFill',
	'randomFillSync',
	'getRandomValues',
	'webcrypto',
];

/** Leaves chance to one module, so that tests can seed it. `paths` and `patterns` are further imports that it refuses. */
const chanceIn = (module, files, { paths = [], patterns = [] }) => ({
	files,
	ignores: [module],
	rules: {
		'no-restricted-imports': [
			'error',
			{
				paths: [
					...['crypto', 'node:crypto'].map((name) => ({
						name,
						importNames: RANDOM,
						message: `Chance comes from ${module}.`,
					})),
					...paths,
				],
				patterns,
			},
		],
		'no-restricted-properties': [
			'error',
			...[['Math', 'random'], ...RANDOM.map((property) => ['crypto', property])].map(
				([object, property]) => ({ object, property, message: `Chance comes from ${module}.` }),
			),
		],
	},
});

/** Refuses imports from these folders: the two platforms know nothing of each other, so that the package can be split. */
const boundary = (files, folders) =>
	chanceIn('nodes/shared/chance.ts', files, {
		patterns: [{ group: folders, message: 'The two platforms do not import each other.' }],
	});
const openPlatform = ['**/openPlatform/**', '**/Iflytek/**'];
const aiCall = ['**/aiCall/**', '**/IflytekAiCall*/**'];

module.exports = [
	{ ignores: ['.cache/**', 'coverage/**', 'package-lock.json', 'tsconfig*.json'] },
	...n8nDefault.map((config) =>
		config.files ? { ...config, ignores: [...(config.ignores ?? []), 'test/**'] } : config,
	),
	// Whole, with the rules that n8n's default switches off, but for these.
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nRules.nodes.rules,
			// They want 'main' as a text, which n8n's node-connection-type-literal forbids.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
		},
	},
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nRules.credentials.rules,
			// It wants the name of a page of n8n's documentation, where ours is an address.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
		},
	},
	{
		files: ['credentials/IflytekAiCallApi.credentials.ts'],
		rules: {
			// It takes the App Key for a secret. It only says whose App Secret follows.
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{ linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },

	boundary(
		['nodes/Iflytek/**', 'nodes/shared/openPlatform/**', 'credentials/IflytekApi.credentials.ts'],
		aiCall,
	),
	boundary(
		[
			'nodes/IflytekAiCall*/**',
			'nodes/shared/aiCall/**',
			'credentials/IflytekAiCallApi.credentials.ts',
		],
		openPlatform,
	),
	// What both share.
	{
		...boundary(['nodes/shared/**'], [...openPlatform, ...aiCall]),
		ignores: ['nodes/shared/{aiCall,openPlatform}/**', 'nodes/shared/chance.ts'],
	},
	// In a live n8n passwords, paths and ports stay random: the next run may find what the last one left.
	{
		...chanceIn(
			'test/setup/chance.ts',
			['test/{document,engine,fault,setup,simulator,unit}/**/*.ts'],
			{
				paths: [{ name: 'fast-check', message: 'test/unit/aiCall/property.ts seeds it.' }],
			},
		),
		ignores: ['test/setup/chance.ts', 'test/unit/aiCall/property.ts'],
	},

	// All our TypeScript.
	...[...tseslint.configs.strict, ...tseslint.configs.stylistic].map((config) => ({
		...config,
		files: ['**/*.ts'],
	})),
];
