import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import tsParser from '@typescript-eslint/parser';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

const shipped = ['package.json', 'nodes/**/*.ts', 'credentials/**/*.ts'];

/** Refuses imports from these folders: the two platforms know nothing of each other, so that the package can be split. */
const boundary = (files, folders) => ({
	files,
	rules: {
		'no-restricted-imports': [
			'error',
			{ patterns: [{ group: folders, message: 'The two platforms do not import each other.' }] },
		],
	},
});
const openPlatform = ['**/openPlatform/**', '**/Iflytek/**'];
const aiCall = ['**/aiCall/**', '**/webhook/**', '**/IflytekAiCall*/**'];

export default [
	{
		ignores: [
			'dist/**',
			'.cache/**',
			'coverage/**',
			'**/node_modules/**',
			'package-lock.json',
			'tsconfig*.json',
		],
	},
	{ linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },

	// What ships: n8n's rules for community nodes, as n8n's own scanner applies them.
	{ ...n8nCommunityNodesPlugin.configs.recommended, files: shipped },
	{ files: shipped, rules: { 'no-console': 'error' } },
	{ files: shipped, languageOptions: { parser: tsParser } },
	{ files: shipped, plugins: { 'n8n-nodes-base': n8nNodesBase } },
	{ files: ['package.json'], rules: { ...n8nNodesBase.configs.community.rules } },
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			// Off in n8n's scanner too (all five).
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},

	boundary(
		['nodes/Iflytek/**', 'nodes/shared/openPlatform/**', 'credentials/IflytekApi.credentials.ts'],
		aiCall,
	),
	boundary(
		[
			'nodes/IflytekAiCall*/**',
			'nodes/shared/aiCall/**',
			'nodes/shared/n8n/{aiCall,webhook}/**',
			'credentials/IflytekAiCallApi.credentials.ts',
		],
		openPlatform,
	),
	// What both share.
	{
		...boundary(['nodes/shared/**'], [...openPlatform, ...aiCall]),
		ignores: ['nodes/shared/{aiCall,openPlatform}/**', 'nodes/shared/n8n/{aiCall,webhook}/**'],
	},

	// All our TypeScript.
	...[...tseslint.configs.strict, ...tseslint.configs.stylistic].map((config) => ({
		...config,
		files: ['**/*.ts'],
	})),
];
