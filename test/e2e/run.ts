import { run } from 'jest';
import path from 'node:path';

import { takeMain } from '../mainTests';
import { runCommand } from './lib/command';
import { givenN8n, takeGivenN8n } from './lib/given';
import { PlainError } from './lib/terminal';

/** `npm run test:e2e -- [--main] [--n8n VERSION, or --n8n-url and the options that belong to it] [jest's own options]` */
async function main(): Promise<void> {
	const args = takeMain(takeGivenN8n(process.argv.slice(2)), 'test/e2e');
	const at = args.indexOf('--n8n');
	if (at !== -1) {
		const [, version] = args.splice(at, 2);
		if (version === undefined)
			throw new PlainError('--n8n needs a version, for example --n8n 2.0.0');
		if (givenN8n()) throw new PlainError('--n8n and --n8n-url name two different n8n');
		process.env.IFLYTEK_N8N_VERSION = version;
	}
	// This reports missing options before anything is built.
	givenN8n();
	await run(['--config', path.join(__dirname, 'jest.config.js'), '--runInBand', ...args]);
}

runCommand(main);
