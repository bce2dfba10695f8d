/** Follows the quick start of the README after the installation, in an n8n that has no credential yet. */
import { promises as fs } from 'node:fs';
import path from 'node:path';

import { REPOSITORY } from '../e2e/lib/pack';
import { print } from '../e2e/lib/terminal';
import { demoAccounts } from '../simulator';
import { uncounted } from './lib/effort';
import { useStage } from './lib/stage';

const { scene } = useStage();

const APP = '5a1c0de2';

/** What the steps after the installation name in bold or italic type, in their order. */
async function namesOfSteps(): Promise<string[]> {
	const readme = await fs.readFile(path.join(REPOSITORY, 'README.md'), 'utf8');
	const [, steps = ''] = /\n(\*\*2\. .*?)\n```json/s.exec(readme) ?? [];
	return [...steps.matchAll(/\*+([^*]+)\*+/g)].map(([, name = '']) => name);
}

scene('the quick start takes few clicks after the installation', async (stage) => {
	const { rest, editor, page, effort, simulator } = stage;
	for (const { id, type } of await rest.credentials())
		if (type === 'iflytekApi') await rest.call('delete', `/rest/credentials/${id}`);
	await page.goto(`${editor.url}/home/workflows`);
	const create = page.getByRole('button', { name: 'Create workflow' }).first();
	await create.waitFor();
	effort.take();

	const nothing = async () => await Promise.resolve();
	const steps: [name: string, follow: () => Promise<void>][] = [
		['2. Add the node.', nothing],
		[
			'Create workflow',
			async () => {
				await create.click();
				await page.getByTestId('canvas-add-button').waitFor();
			},
		],
		[
			'iFLYTEK',
			async () => {
				await editor.openCreator();
				await editor.search('iflytek', 'iFLYTEK');
				await editor.pick('iFLYTEK');
			},
		],
		[
			'Segment words',
			async () => {
				await editor.pick('Segment words');
				await editor.panel.waitFor();
			},
		],
		['3. Create a credential.', nothing],
		// The Chinese console is not in this test. It shows APPID and APIKey.
		['lexical analysis', nothing],
		[
			'Connect to iFLYTEK Open Platform',
			async () => {
				await page.getByRole('button', { name: 'Connect to iFLYTEK Open Platform' }).click();
				await page.getByTestId('credential-edit-dialog').waitFor();
				// A user has the default URLs.
				await uncounted(page, async () => {
					await editor.toggle('advanced');
					await editor.fill('nlpBaseUrl', simulator.baseUrls.nlp);
				});
				await editor.fill('appId', APP);
				await editor.fill('apiKey', demoAccounts[APP]?.text?.apiKey ?? '');
			},
		],
		[
			'Text: Words, Parts of Speech, Entities',
			async () => await editor.choose('testService', 'Text: Words, Parts of Speech, Entities'),
		],
		[
			'Save',
			async () => {
				await page
					.getByTestId('credential-save-button')
					.getByRole('button', { name: 'Save' })
					.click();
				// n8n closes the window of a new credential that works.
				await page.getByTestId('credential-edit-dialog').waitFor({ state: 'hidden' });
			},
		],
		['4. Send a request.', async () => await editor.fill('text', '他叫汤姆去拿外衣。')],
		[
			'Execute step',
			async () => {
				await editor.executeStep();
				await editor.output.getByTestId('node-run-status-success').waitFor();
			},
		],
	];
	expect(steps.map(([name]) => name)).toEqual(await namesOfSteps());
	for (const [, follow] of steps) await follow();
	const counted = effort.take();
	print(
		`The quick start after the installation: ${counted.clicks} clicks, ${counted.entries} entries`,
	);
	expect(counted).toEqual({ clicks: 9, entries: 4 });
});
