import { run } from 'jest';
import path from 'node:path';

import { PlainError } from '../e2e/lib/terminal';
import { requirePrograms } from './lib/programs';

/** `npm run test:queue -- [jest's own options]` */
requirePrograms().then(
	async () =>
		await run([
			'--config',
			path.join(__dirname, 'jest.config.js'),
			'--runInBand',
			...process.argv.slice(2),
		]),
	(error: unknown) => {
		if (!(error instanceof PlainError)) throw error;
		process.stderr.write(`${error.message}\n`);
		process.exitCode = 1;
	},
);
