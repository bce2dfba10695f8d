/** n8n's linter takes its own config alone, and ESLint reads ours: what ships is held to both. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

type Rules = Record<string, [severity: number, ...options: unknown[]]>;

/** The rules for a file, by the config that ESLint finds itself or by another. */
function rulesFor(file: string, config: string[] = []): Rules {
	const eslint = join(ROOT, 'node_modules/eslint/bin/eslint.js');
	const printed = execFileSync(process.execPath, [eslint, ...config, '--print-config', file], {
		cwd: ROOT,
		encoding: 'utf8',
	});
	return (JSON.parse(printed) as { rules: Rules }).rules;
}

test("eslint.config.mjs is n8n's default as it stands", () => {
	const template = 'node_modules/@n8n/node-cli/dist/template/templates/shared/default';
	expect(read('eslint.config.mjs')).toBe(read(`${template}/eslint.config.mjs`));
});

test.each([
	'nodes/Iflytek/Iflytek.node.ts',
	'credentials/IflytekApi.credentials.ts',
	'package.json',
])("each rule of n8n's default holds for %s and is no less severe", (file) => {
	const defaults = Object.entries(rulesFor(file, ['--config', 'eslint.config.mjs']));
	const ours = rulesFor(file);
	expect(defaults.filter(([rule]) => rule.startsWith('@n8n/')).length).toBeGreaterThan(40);
	expect(defaults.filter(([, [severity]]) => severity > 0).length).toBeGreaterThan(40);
	const weaker = defaults.filter(([rule, [severity]]) => (ours[rule]?.[0] ?? 0) < severity);
	expect(weaker).toEqual([]);
});
