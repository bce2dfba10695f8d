import { demoAccounts } from '../simulator';
import { DEFAULT_APP_KEY, DEFAULT_APP_SECRET } from '../simulator/aiCall';
import { chain, MANUAL_TRIGGER } from '../e2e/lib/workflows';
import { useStage, type Stage } from './lib/stage';

const { scene } = useStage();

const FIRST_SAVE_MS = 20_000;
const SAVE_MS = 60_000;

/** Opens the window for a new credential from a node that has no credential, as a new user does. */
async function openNewCredential({ rest, editor, page }: Stage, type: string): Promise<void> {
	const { id } = await rest.createWorkflow(
		chain('A new credential', [MANUAL_TRIGGER, { name: 'Node', type: `n8n-nodes-xfyun.${type}` }]),
	);
	await editor.openWorkflow(id);
	await editor.openNode('Node');
	await page.getByTestId('node-credentials-select').click();
	await page.getByTestId('node-credentials-select-item-new').filter({ visible: true }).click();
	await page.getByTestId('credential-edit-dialog').waitFor();
}

/** The answer of n8n to the test of a credential. */
interface Tested {
	data: { status: 'OK' | 'Error'; message: string };
}

/** Presses Save, and returns how n8n tested the credential. */
async function save({ page }: Stage): Promise<Tested['data']> {
	const button = page.getByTestId('credential-save-button').getByRole('button', { name: 'Save' });
	const press = async (timeout: number): Promise<Tested> => {
		const answer = page.waitForResponse('**/rest/credentials/test', { timeout });
		const [response] = await Promise.all([answer, button.click({ timeout })]);
		return (await response.json()) as Tested;
	};
	try {
		return (await press(FIRST_SAVE_MS)).data;
	} catch {
		// Once in many runs the window of a busy machine does nothing. A person presses again.
		return (await press(SAVE_MS)).data;
	}
}

/** Saves a credential that works, and returns the green message of its window. */
async function saveGreen(stage: Stage): Promise<string> {
	const { page } = stage;
	expect(await save(stage)).toEqual({ status: 'OK', message: 'Connection successful' });
	// n8n closes the window of a new credential that works. When it is opened again, the credential is tested again.
	await page.getByTestId('credential-edit-dialog').waitFor({ state: 'hidden' });
	await page.getByTestId('credential-edit-button').click();
	const green = page.getByText('Connection tested successfully').filter({ visible: true });
	await green.waitFor();
	return (await green.innerText()).trim();
}

/** Saves a credential that does not work, waits until its window shows this reason, and returns its whole text. */
async function saveRed(stage: Stage, reason: RegExp): Promise<string> {
	const { page } = stage;
	const tested = await save(stage);
	expect(tested).toEqual({ status: 'Error', message: expect.stringMatching(reason) as string });
	const config = page.getByTestId('node-credentials-config-container');
	const heading = config.getByText('Couldn’t connect with these settings');
	await heading.filter({ visible: true }).waitFor();
	const details = config.getByText('More details').filter({ visible: true });
	if ((await details.count()) > 0) await details.click();
	await config.getByText(reason).first().waitFor();
	return (await config.innerText()).trim();
}

/** The texts that the window of a new credential shows while its switches are off, from top to bottom. */
const WITHOUT_SWITCHES = [
	'Each service has its own API Key, on its page in the iFLYTEK console (guide in English).',
	'App ID',
	'API Key',
	'Service of This Key',
	'API Secret',
	'Separate Keys per Service',
	'Base URLs and Signature',
];

/** The fields that the switch "Separate Keys per Service" adds. */
const KEYS = [
	'Key for Handwriting',
	'Key for Image: Detect Violence',
	'Key for Image: Recognize Expression',
	'Key for Image: Recognize Object',
	'Key for Image: Recognize Scene',
	'Key for Speech: Standard (HTTP)',
	'Key for Speech: Streaming',
	'Key for Text: Dependencies',
	'Key for Text: Semantic Roles',
	'Key for Text: Semantic Tree and Graph',
	'Key for Text: Words, Parts of Speech, Entities',
];
/** The fields that the switch "Base URLs and Signature" adds. */
const ADDRESSES = [
	'Signature in HTTP Request Node',
	'Base URLs: keep them',
	'Base URL: Text',
	'Base URL: Handwriting',
	'Base URL: Expression, Scene, Object',
	'Base URL: Speech, Violence',
	'Base URL: Streaming Speech',
];

/**
 * The lines of the window, from top to bottom, if they begin with a text of WITHOUT_SWITCHES, KEYS or ADDRESSES. Of each
 * line only this text is returned.
 */
async function linesOf({ page }: Stage): Promise<string[]> {
	const text = await page.getByTestId('credential-edit-dialog').innerText();
	const known = [...WITHOUT_SWITCHES, ...KEYS, ...ADDRESSES];
	// If a line begins with several of these texts, the last one counts.
	return text
		.split('\n')
		.map((line) => known.filter((beginning) => line.trim().startsWith(beginning)).at(-1))
		.filter((beginning) => beginning !== undefined);
}

/** Enters the address of each service on the local platform. */
async function fillBaseUrls({ editor, simulator }: Stage): Promise<void> {
	await editor.toggle('advanced');
	for (const [parameter, base] of [
		['nlpBaseUrl', simulator.baseUrls.nlp],
		['ocrBaseUrl', simulator.baseUrls.ocr],
		['visionBaseUrl', simulator.baseUrls.vision],
		['apiBaseUrl', simulator.baseUrls.api],
	] as const) {
		await editor.fill(parameter, base);
	}
}

scene(
	'iflytekApi: a wrong key is refused with the reason, and the right key is accepted',
	async (stage) => {
		const { editor, picture, page } = stage;
		const opened = { credential: 'iflytekApi' };
		await openNewCredential(stage, 'iflytek');
		expect(await linesOf(stage)).toEqual(WITHOUT_SWITCHES);
		const links = page.getByTestId('credential-edit-dialog').locator('a[target="_blank"]');
		const targets = await links.evaluateAll((elements) =>
			elements.map((link) => link.getAttribute('href')),
		);
		expect(targets).toEqual(
			expect.arrayContaining([
				'https://console.xfyun.cn/',
				expect.stringContaining('docs/console.md') as string,
			]),
		);
		await picture('credential-new', opened);
		await editor.fill('appId', '5a1c0de2');
		await editor.fill('apiKey', 'a-key-that-is-wrong');
		await fillBaseUrls(stage);
		await saveRed(stage, /Service of This Key is empty/);
		await editor.choose('testService', 'Text: Words, Parts of Speech, Entities');
		const refused = await saveRed(stage, /App ID or API Key is wrong for/);
		expect(refused).not.toContain('a-key-that-is-wrong');
		await picture('credential-refused', opened);

		await editor.fill('apiKey', demoAccounts['5a1c0de2']?.text?.apiKey ?? '');
		expect(await saveGreen(stage)).toBe('Connection tested successfully');
		await picture('credential-good', opened);
	},
);

scene(
	'iflytekApi: if one of two keys is wrong, the error names only its service',
	async (stage) => {
		const { editor } = stage;
		await openNewCredential(stage, 'iflytek');
		await fillBaseUrls(stage);
		await editor.toggle('separateKeys');
		expect(await linesOf(stage)).toEqual([
			...WITHOUT_SWITCHES.slice(0, -1),
			...KEYS,
			...WITHOUT_SWITCHES.slice(-1),
			...ADDRESSES,
		]);
		await editor.fill('appId', '5a1c0de2');
		await editor.fill('handwritingKey', demoAccounts['5a1c0de2']?.handwriting?.apiKey ?? '');
		await editor.fill('sceneKey', 'a-key-that-is-wrong');
		const refused = await saveRed(
			stage,
			/Key for Image: Recognize Scene: App ID or API Key is wrong for scene recognition/,
		);
		expect(refused).not.toMatch(/Key for Handwriting: |a-key-that-is-wrong/);
		await editor.fill('sceneKey', demoAccounts['5a1c0de2']?.scene?.apiKey ?? '');
		expect(await saveGreen(stage)).toBe('Connection tested successfully');
	},
);

scene(
	'iflytekAiCallApi: swapped, key and secret are refused with the reason; in the right fields, they are accepted',
	async (stage) => {
		const { editor, simulator } = stage;
		await openNewCredential(stage, 'iflytekAiCall');
		await editor.fill('baseUrl', simulator.baseUrls.call);
		await editor.fill('appKey', DEFAULT_APP_SECRET);
		await editor.fill('appSecret', DEFAULT_APP_KEY);
		const refused = await saveRed(stage, /swapped/i);
		for (const secret of [DEFAULT_APP_KEY, DEFAULT_APP_SECRET])
			expect(refused).not.toContain(secret);

		await editor.fill('appKey', DEFAULT_APP_KEY);
		await editor.fill('appSecret', DEFAULT_APP_SECRET);
		expect(await saveGreen(stage)).toBe('Connection tested successfully');
	},
);
