/** n8n's linter takes its own config alone, and ESLint reads ours: what ships is held to both. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

type Rules = Record<string, [severity: number, ...options: unknown[]]>;

const FILES = [
	'nodes/Iflytek/Iflytek.node.ts',
	'credentials/IflytekApi.credentials.ts',
	'package.json',
];
/** What ESLint itself says: the rules of each file by n8n's config, and by the one that ESLint finds. */
const READ_RULES = `
	import { ESLint } from 'eslint';
	const rulesBy = (overrideConfigFile) => Promise.all(${JSON.stringify(FILES)}.map(async (file) =>
		(await new ESLint({ overrideConfigFile }).calculateConfigForFile(file)).rules));
	console.log(JSON.stringify([await rulesBy('eslint.config.mjs'), await rulesBy()]));`;
let rules: [defaults: Rules[], ours: Rules[]];
beforeAll(() => {
	const printed = execFileSync(process.execPath, ['--input-type=module', '-e', READ_RULES], {
		cwd: ROOT,
		encoding: 'utf8',
	});
	rules = JSON.parse(printed) as [Rules[], Rules[]];
});

test("eslint.config.mjs is n8n's default as it stands", () => {
	const template = 'node_modules/@n8n/node-cli/dist/template/templates/shared/default';
	expect(read('eslint.config.mjs')).toBe(read(`${template}/eslint.config.mjs`));
});

test.each(FILES)("each rule of n8n's default holds for %s and is no less severe", (file) => {
	const defaults = Object.entries(rules[0][FILES.indexOf(file)] ?? {});
	const ours = rules[1][FILES.indexOf(file)] ?? {};
	expect(defaults.filter(([rule]) => rule.startsWith('@n8n/')).length).toBeGreaterThan(40);
	expect(defaults.filter(([, [severity]]) => severity > 0).length).toBeGreaterThan(40);
	const weaker = defaults.filter(([rule, [severity]]) => (ours[rule]?.[0] ?? 0) < severity);
	expect(weaker).toEqual([]);
});
