import { run } from 'jest';
import path from 'node:path';

/** `npm run test:e2e -- [--n8n VERSION] [jest's own options]` */
const args = process.argv.slice(2);
const at = args.indexOf('--n8n');
if (at !== -1) {
	const [, version] = args.splice(at, 2);
	if (version === undefined) throw new Error('--n8n needs a version, for example --n8n 2.0.0');
	process.env.IFLYTEK_N8N_VERSION = version;
}
void run(['--config', path.join(__dirname, 'jest.config.js'), '--runInBand', ...args]);
