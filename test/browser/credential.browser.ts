import { demoAccounts } from '../simulator';
import { DEFAULT_APP_KEY, DEFAULT_APP_SECRET } from '../simulator/aiCall';
import { chain, MANUAL_TRIGGER } from '../e2e/lib/workflows';
import { useStage, type Stage } from './lib/stage';

const { scene } = useStage();

/** A credential window opened from a node that has none yet, as a new user comes to it. */
async function openNewCredential({ rest, editor, page }: Stage, type: string): Promise<void> {
	const { id } = await rest.createWorkflow(
		chain('A new credential', [
			MANUAL_TRIGGER,
			{ name: 'Node', type: `n8n-nodes-iflytek.${type}` },
		]),
	);
	await editor.openWorkflow(id);
	await editor.openNode('Node');
	await page.getByTestId('node-credentials-select').click();
	await page.getByTestId('node-credentials-select-item-new').filter({ visible: true }).click();
	await page.getByTestId('credential-edit-dialog').waitFor();
}

/** Saves, waits for the test that n8n makes of it, and returns its words: the reason where it is red. */
async function saveAndTest({ page }: Stage, colour: 'red' | 'green'): Promise<string> {
	await page.getByTestId('credential-save-button').click();
	const config = page.getByTestId('node-credentials-config-container');
	if (colour === 'green') {
		// n8n closes the window of a new credential that works. Opened again, it is tested again.
		await page.getByTestId('credential-edit-dialog').waitFor({ state: 'hidden' });
		await page.getByTestId('credential-edit-button').click();
		const green = page.getByText('Connection tested successfully').filter({ visible: true });
		await green.waitFor();
		return (await green.innerText()).trim();
	}
	await config
		.getByText('Couldn’t connect with these settings')
		.filter({ visible: true })
		.waitFor();
	const details = config.getByText('More details').filter({ visible: true });
	if ((await details.count()) > 0) await details.click();
	return (await config.innerText()).trim();
}

/** How the window of the credential reads from top to bottom. */
const IN_ORDER = [
	'Each iFLYTEK service has its own API Key. Create one credential per key',
	'App ID',
	'API Key',
	'API Secret',
	'Test Service',
	'Signature in HTTP Request Node',
	'Base URLs: keep them',
	'Base URL: Text',
	'Base URL: Handwriting',
	'Base URL: Expression, Scene, Object',
	'Base URL: Speech, Violence',
	'Base URL: Streaming Speech',
];

scene(
	'iflytekApi: red with the reason with a wrong key, green with the right one',
	async (stage) => {
		const { editor, picture, simulator } = stage;
		await openNewCredential(stage, 'iflytek');
		const lines = (await stage.page.getByTestId('credential-edit-dialog').innerText())
			.split('\n')
			.map((line) => line.trim());
		expect(
			lines.filter((line) => IN_ORDER.some((beginning) => line.startsWith(beginning))),
		).toEqual(IN_ORDER.map((beginning) => expect.stringContaining(beginning)));
		await picture('credential-new');
		await editor.fill('appId', '5a1c0de2');
		await editor.fill('apiKey', 'a-key-that-is-wrong');
		for (const [parameter, base] of [
			['nlpBaseUrl', simulator.baseUrls.nlp],
			['ocrBaseUrl', simulator.baseUrls.ocr],
			['visionBaseUrl', simulator.baseUrls.vision],
			['apiBaseUrl', simulator.baseUrls.api],
		] as const) {
			await editor.fill(parameter, base);
		}
		const refused = await saveAndTest(stage, 'red');
		expect(refused).toMatch(/App ID or API Key is wrong for/);
		expect(refused).not.toContain('a-key-that-is-wrong');
		await picture('credential-refused');

		await editor.fill('apiKey', demoAccounts['5a1c0de2']?.text?.apiKey ?? '');
		expect(await saveAndTest(stage, 'green')).toBe('Connection tested successfully');
		await picture('credential-good');
	},
);

scene(
	'iflytekAiCallApi: red with the reason with key and secret swapped, green with the right ones',
	async (stage) => {
		const { editor, simulator } = stage;
		await openNewCredential(stage, 'iflytekAiCall');
		await editor.fill('baseUrl', simulator.baseUrls.call);
		await editor.fill('appKey', DEFAULT_APP_SECRET);
		await editor.fill('appSecret', DEFAULT_APP_KEY);
		const refused = await saveAndTest(stage, 'red');
		expect(refused).toMatch(/swapped/i);
		for (const secret of [DEFAULT_APP_KEY, DEFAULT_APP_SECRET])
			expect(refused).not.toContain(secret);

		await editor.fill('appKey', DEFAULT_APP_KEY);
		await editor.fill('appSecret', DEFAULT_APP_SECRET);
		expect(await saveAndTest(stage, 'green')).toBe('Connection tested successfully');
	},
);
