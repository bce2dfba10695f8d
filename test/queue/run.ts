import { run } from 'jest';
import path from 'node:path';

import { runCommand } from '../e2e/lib/command';
import { givenN8n, takeGivenN8n } from '../e2e/lib/given';
import { takeMain } from '../mainTests';
import { requirePrograms } from './lib/programs';

/** `npm run test:queue -- [--main] [--n8n-url and its further options] [jest's own options]`. With --n8n-url, only some of the cases run. */
async function main(): Promise<void> {
	const args = takeMain(takeGivenN8n(process.argv.slice(2)), 'test/queue');
	if (!givenN8n()) await requirePrograms();
	await run(['--config', path.join(__dirname, 'jest.config.js'), '--runInBand', ...args]);
}

runCommand(main);
