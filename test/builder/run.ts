import { run } from 'jest';
import path from 'node:path';

import { installN8n } from '../e2e/lib/install';
import { tellFolder } from './lib/n8n';

/** `npm run test:builder -- [jest's own options]`: with the parts of n8n that make up its AI builder. */
async function main(): Promise<void> {
	tellFolder((await installN8n()).folder);
	const config = path.join(__dirname, 'jest.config.js');
	await run(['--config', config, '--runInBand', ...process.argv.slice(2)]);
}

void main();
