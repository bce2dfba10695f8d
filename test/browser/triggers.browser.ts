import { DIALOG, OUTBOUND, RECORDING } from '../engine/callPushes';
import { post } from '../e2e/lib/triggers';
import { waitFor } from '../e2e/lib/rest';
import { chain } from '../e2e/lib/workflows';
import { useStage, type Stage } from './lib/stage';

const { scene } = useStage();

/** How long a user tries to click what is covered. */
const COVERED_MS = 2_000;

/**
 * Searches for a word, adds the trigger with this name to an empty canvas, and opens its panel.
 * @param action the entry to click in the details of the trigger; undefined if the details have no entries
 */
async function addTrigger(
	{ editor }: Stage,
	searchWord: string,
	name: string,
	action?: string,
): Promise<void> {
	await editor.newWorkflow();
	await editor.openCreator();
	await editor.search(searchWord, name);
	await editor.pick(name);
	if (action === undefined)
		await editor.creator.getByText('Add to workflow', { exact: true }).click();
	else await editor.pick(action);
	await editor.panel.waitFor();
}

/** Unfolds the URLs in the panel and reads the test URL and the production URL. */
async function readUrls({ editor }: Stage): Promise<{ test: string; production: string }> {
	await editor.panel.getByText('Webhook URLs', { exact: true }).click();
	const read = async (tab: string, pattern: RegExp): Promise<string> => {
		await editor.panel.getByText(tab, { exact: true }).first().click();
		return (await editor.panel.getByText(pattern).first().innerText()).trim();
	};
	return {
		production: await read('Production URL', /^https?:\/\/\S+\/webhook\/\S+$/),
		test: await read('Test URL', /^https?:\/\/\S+\/webhook-test\/\S+$/),
	};
}

/**
 * Posts a body until the trigger listens, and returns the status and the text of its answer. As long as the trigger does not
 * listen, n8n answers 404.
 */
async function pushTo(url: string, body: unknown): Promise<string> {
	return await waitFor('An open test URL', 20_000, async () => {
		const { status, text } = await post(url, body);
		return status === 404 ? undefined : `${status} ${text}`;
	});
}

scene(
	'the call trigger shows its URLs and what to do with them, and receives a test push',
	async (stage) => {
		const { editor, picture } = stage;
		await addTrigger(stage, '通话记录', 'iFLYTEK AI Call', 'On call ended');
		expect(await editor.labels()).toEqual([
			'Events',
			'Which Calls',
			'Require Secret',
			'Filters',
			'Options',
		]);
		const { test, production } = await readUrls(stage);
		expect(test).toMatch(/\/webhook-test\/[0-9a-f-]{36}\/iflytek-ai-call$/);
		expect(production).toBe(test.replace('/webhook-test/', '/webhook/'));
		const panelText = await editor.panel.innerText();
		expect(panelText.match(/enter the Production URL of this node .*/g)).toEqual([
			'enter the Production URL of this node (under Webhook URLs) for each of the events: Call Ended is receiveCallRecord, Recording Ready is receiveVoice, Dialog Transcript is receiveDialog. To test, enter the Test URL there before you click Execute step: n8n covers the URLs while it listens.',
		]);
		await picture('trigger-panel');

		await editor.listen();
		await editor.page
			.getByText(
				'Enter the Test URL in the iFLYTEK console for the moment, then call your own number',
			)
			.first()
			.waitFor();
		// In this push, `task_data_id` is a number without quotes. It is too long for a JavaScript number.
		const pushWithBareId = JSON.stringify(OUTBOUND).replace(
			`"${OUTBOUND.task_data_id}"`,
			OUTBOUND.task_data_id,
		);
		expect(await pushTo(test, pushWithBareId)).toBe('200 success');
		await editor.output.getByTestId('radio-button-json').waitFor();
		await editor.showOutputAs('json');
		await editor.output.getByText(OUTBOUND.task_data_id).first().waitFor();
		const output = await editor.output.innerText();
		for (const part of ['callRecord', `"${OUTBOUND.task_data_id}"`, OUTBOUND.call_uuid])
			expect(output).toContain(part);
	},
);

scene(
	'the call trigger answers a push whose event was not chosen, and goes on waiting',
	async (stage) => {
		const { editor } = stage;
		await addTrigger(stage, '通话记录', 'iFLYTEK AI Call', 'On call ended');
		const { test } = await readUrls(stage);
		await editor.listen();
		expect(await pushTo(test, DIALOG)).toBe('200 success');
		expect(await editor.output.innerText()).not.toContain(DIALOG.call_uuid);
	},
);

scene(
	'with three events there is one notice, which is true while the trigger listens',
	async (stage) => {
		const { editor, rest } = stage;
		const { id } = await rest.createWorkflow(
			chain('Three events', [
				{
					name: 'Trigger',
					type: 'n8n-nodes-xfyun.iflytekAiCallTrigger',
					typeVersion: 2,
					parameters: { events: ['callRecord', 'recording', 'dialog'] },
				},
			]),
		);
		await editor.openWorkflow(id);
		await editor.openNode('Trigger');
		const { test } = await readUrls(stage);
		await editor.listen();
		expect((await editor.panel.innerText()).match(/iFLYTEK console/g)).toHaveLength(1);
		// n8n covers the URLs, as the notice says, so that they must be copied before.
		const urls = editor.panel.getByText('Webhook URLs', { exact: true });
		await expect(urls.click({ trial: true, timeout: COVERED_MS })).rejects.toThrow(
			/intercepts pointer events/,
		);
		expect(await pushTo(test, RECORDING)).toBe('200 success');
		await editor.output.getByText(RECORDING.url).first().waitFor();
	},
);

scene(
	'the context trigger shows its URLs and what to do with them, and answers a test request',
	async (stage) => {
		const { editor } = stage;
		await addTrigger(stage, '呼入', 'iFLYTEK AI Call Context Trigger');
		expect(await editor.labels()).toEqual([
			'Response Timeout (Milliseconds)',
			'Fallback Response',
			'Require Secret',
			'Options',
		]);
		const { test, production } = await readUrls(stage);
		expect(test).toMatch(/\/webhook-test\/[0-9a-f-]{36}\/iflytek-ai-call-context$/);
		expect(production).toBe(test.replace('/webhook-test/', '/webhook/'));
		expect(await editor.panel.innerText()).toContain('getDialogContext');

		await editor.listen();
		await editor.page
			.getByText(
				'Enter the Test URL in the iFLYTEK console for the moment, then call the robot yourself',
			)
			.first()
			.waitFor();
		const request = {
			business_id: '3186',
			app_id: '4207',
			robot_id: '5201',
			call_relation_id: 'R000042',
		};
		expect(await pushTo(test, request)).toMatch(/^200 \{/);
		await editor.output.getByText('R000042').first().waitFor();
	},
);

scene('a workflow with version 1 of the webhook triggers opens', async ({ editor, rest }) => {
	for (const name of ['iflytekAiCallTrigger', 'iflytekAiCallContextTrigger']) {
		const type = `n8n-nodes-xfyun.${name}`;
		const { id } = await rest.createWorkflow(chain(name, [{ name, type, typeVersion: 1 }]));
		await editor.openWorkflow(id);
		await editor.openNode(name);
		expect(await editor.labels()).toContain('Require Secret');
		expect(await editor.unknownNodes.count()).toBe(0);
	}
});
