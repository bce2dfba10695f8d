/** Searches files for patterns of malicious packages, with the rules of threats.yar. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Compiler, initSync } from '@virustotal/yara-x';

/** For each rule a text that the rule must find. Without it, a broken rule would go unnoticed. */
const BAITS = {
	runs_programs: 'require("child_process").exec(x)',
	runs_text_as_code: 'x = eval(y)',
	decodes_and_runs: 'new Function(atob(x))',
	reads_environment: 'send(process.env.TOKEN)',
	reads_files_of_the_machine: "require('fs').readFileSync(x)",
	opens_connections_itself: "require('node:net').connect(1)",
	names_a_collector_of_data: 'https://webhook.site/1',
	is_obfuscated: '\\x61'.repeat(40),
	installs_itself: '{ "postinstall": "node x" }',
	waits_for_keys_or_clipboard: "require('iohook')",
};

/**
 * @returns a function that gives the names of the rules that a file's bytes match
 * @throws Error if a rule does not find its bait, or has none
 */
export function threatScanner() {
	const library = dirname(
		createRequire(import.meta.url).resolve('@virustotal/yara-x/package.json'),
	);
	initSync({ module: readFileSync(join(library, 'pkg/yara_x_js_bg.wasm')) });
	const source = readFileSync(join(import.meta.dirname, 'threats.yar'), 'utf8');
	const compiler = new Compiler();
	compiler.addSource(source);
	const rules = compiler.build();
	const scan = (bytes) => rules.scan(bytes).matches.map(({ identifier }) => identifier);
	for (const [, rule] of source.matchAll(/^rule (\w+)/gm)) {
		if (!scan(Buffer.from(BAITS[rule] ?? '')).includes(rule))
			throw new Error(`threats.yar: the rule ${rule} does not find its bait in threats.mjs`);
	}
	return scan;
}
