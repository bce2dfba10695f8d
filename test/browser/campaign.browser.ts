/** Follows the steps for examples/campaign.json in examples/README.md. */
import { promises as fs } from 'node:fs';
import path from 'node:path';

import { REPOSITORY } from '../e2e/lib/pack';
import { useStage, type Stage } from './lib/stage';

const { scene } = useStage();

const EXAMPLES = path.join(REPOSITORY, 'examples');
const PAGE_MS = 60_000;

/** The numbered lines of the section "A campaign, step by step", without their markup. */
async function stepsOfGuide(): Promise<string[]> {
	const guide = await fs.readFile(path.join(EXAMPLES, 'README.md'), 'utf8');
	const [, section = ''] = guide.split('## A campaign, step by step');
	return [...section.matchAll(/^\d\. (.*)$/gm)].map(([, step = '']) =>
		step.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('*', ''),
	);
}

/** The production URL that the panel of a trigger shows. */
async function productionUrl({ editor }: Stage, node: string): Promise<string> {
	await editor.openNode(node);
	const heading = editor.panel.getByText(/^\s*(Webhook|Form) URLs$/);
	await heading.waitFor();
	const tab = editor.panel.getByText('Production URL', { exact: true }).first();
	// The section with the URLs may be folded.
	if (!(await tab.isVisible())) await heading.click();
	await tab.click();
	const url = await editor.panel
		.getByText(/^https?:\/\/\S+\/(webhook|form)\/\S+$/)
		.first()
		.innerText();
	await editor.closeNode();
	return url.trim();
}

scene(
	'the steps of the guide are all that is needed to import and run the campaign',
	async (stage) => {
		const { editor, page, rest, simulator, credentials } = stage;
		const form = await page.context().newPage();
		const published: string[] = [];
		const publish = async () => {
			await editor.publish();
			const [, id = ''] = /\/workflow\/(\w+)/.exec(page.url()) ?? [];
			published.push(id);
		};
		const steps: Record<string, () => Promise<void>> = {
			'Import calls.json and publish it. In the iFLYTEK console enter the Production URL of Push of a Call for receiveCallRecord, receiveDialog and receiveVoice.':
				async () => {
					await editor.importFile(path.join(EXAMPLES, 'calls.json'));
					await page.keyboard.press('1');
					await publish();
					simulator.aiCall.setUrls(await productionUrl(stage, 'Push of a Call'));
				},
			'Download campaign.json and campaign-sheet.csv, the template of the sheet.': async () => {
				for (const file of ['campaign.json', 'campaign-sheet.csv'])
					await fs.access(path.join(EXAMPLES, file));
			},
			'In n8n: create a workflow, then ⋯ → Import from File…, and choose campaign.json.':
				async () => {
					await editor.importFile(path.join(EXAMPLES, 'campaign.json'));
					// n8n's key for "zoom to fit": the workflow is wider than the canvas.
					await page.keyboard.press('1');
				},
			'Open Check, Call Them and Task Has Ended, and choose your credential. In Check and Call Them choose your script and line.':
				async () => {
					const credential = credentials.iflytekAiCallApi?.name ?? '';
					for (const node of ['Check', 'Call Them', 'Task Has Ended']) {
						await editor.openNode(node);
						await editor.chooseCredential(credential);
						if (node !== 'Task Has Ended') {
							await editor.openList('robotId');
							await editor.pickFromList('robotId', '售后回访');
							await editor.openList('lineNum');
							await editor.pickFromList('lineNum', '055168204601');
						}
						await editor.closeNode();
					}
				},
			'Change Mode of Call Them to Call All Rows; as long as it is Check Only, nobody is called. Publish the workflow.':
				async () => {
					await editor.openNode('Call Them');
					await editor.choose('runMode', 'Call All Rows');
					await editor.closeNode();
					await publish();
				},
			'Open the Production URL of Upload the Sheet; the first time n8n asks for your consent (Allow access). Choose your sheet and click Check the sheet. Nobody is called yet.':
				async () => {
					await form.goto(await productionUrl(stage, 'Upload the Sheet'));
					await form.getByRole('button', { name: 'Allow access' }).click();
					await form
						.locator('input[type=file]')
						.setInputFiles(path.join(EXAMPLES, 'campaign-sheet.csv'));
					await form.getByRole('button', { name: 'Check the sheet' }).click();
					await form.getByText('4 of 4 would be called').waitFor({ timeout: PAGE_MS });
					expect(simulator.aiCall.tasks).toEqual([]);
				},
			'Read what the check found, choose Call them, and click Go on. The task is created, filled and started.':
				async () => {
					await form.getByText('Call them').click();
					await form.getByRole('button', { name: 'Go on' }).click();
					await form.getByText('The calls begin').waitFor({ timeout: PAGE_MS });
					await form.getByText('4 people are called').waitFor();
					expect(simulator.aiCall.tasks.map(({ rows, status }) => [rows, status > 0])).toEqual([
						[4, true],
					]);
				},
		};
		expect(Object.keys(steps)).toEqual(await stepsOfGuide());
		for (const step of Object.values(steps)) await step();
		await form.close();
		for (const id of published) await rest.deactivate(id);
	},
);
