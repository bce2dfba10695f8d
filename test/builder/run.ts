import { run } from 'jest';
import path from 'node:path';

import { installN8n } from '../e2e/lib/install';
import { takeMain } from '../mainTests';
import { publishN8nFolder } from './lib/n8n';

/** `npm run test:builder -- [--main] [jest's own options]` tests with the AI builder of the installed n8n. */
async function main(): Promise<void> {
	publishN8nFolder((await installN8n()).folder);
	const config = path.join(__dirname, 'jest.config.js');
	const args = takeMain(process.argv.slice(2), 'test/builder');
	await run(['--config', config, '--runInBand', ...args]);
}

void main();
