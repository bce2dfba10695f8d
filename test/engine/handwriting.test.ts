import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Bench } from './iflytek';

const bench = new Bench();
const image = (name: string) => readFileSync(join(__dirname, '../fixtures/images', name));
const parameters = { resource: 'handwriting', operation: 'recognize', simplify: true };

test('reads', async () => {
	const result = await bench.run('handwriting', parameters, [{ files: { data: { data: image('note-english.png'), fileName: 'a.png', mimeType: 'image/png' } } }]);
	console.log(JSON.stringify(result.outputs), result.error);
	const r2 = await bench.run('handwriting', parameters, [{ files: { data: { data: image('tiny.gif'), fileName: 'a.png', mimeType: 'image/png' } } }]);
	console.log(JSON.stringify(r2.outputs), r2.error?.message, r2.error?.description);
	bench.simulator.openPlatform.setAccounts?.({});
	const r3 = await bench.run('handwriting', parameters, [{ files: { data: { data: image('note-english.png'), fileName: 'a.png', mimeType: 'image/png' } } }], { settings: { onError: 'continueErrorOutput' } });
	console.log(JSON.stringify(r3.outputs), r3.error?.message, r3.error?.description);
}, 60000);
