import { chain, MANUAL_TRIGGER } from '../e2e/lib/workflows';
import { useStage } from './lib/stage';

const { scene } = useStage();

const WRONG_KEY = 'a-key-that-is-wrong';

scene(
	'an error shows what happened, what to do and the sid',
	async ({ rest, simulator, editor, page, picture }) => {
		const wrong = await rest.createCredential('iflytekApi', 'With a wrong key', {
			appId: '5a1c0de1',
			apiKey: WRONG_KEY,
			testService: 'text',
			advanced: true,
			nlpBaseUrl: simulator.baseUrls.nlp,
			ocrBaseUrl: simulator.baseUrls.ocr,
			visionBaseUrl: simulator.baseUrls.vision,
			apiBaseUrl: simulator.baseUrls.api,
		});
		const { id } = await rest.createWorkflow(
			chain('An error', [
				MANUAL_TRIGGER,
				{
					name: 'Segment',
					type: 'n8n-nodes-xfyun.iflytek',
					parameters: { resource: 'text', operation: 'segment', text: '今天天气很好' },
					credentials: [wrong],
				},
			]),
		);
		await editor.openWorkflow(id);
		await editor.openNode('Segment');
		await editor.executeStep();
		const message = editor.output.getByTestId('node-error-message');
		await message.waitFor();
		const { sid = 'no sid in the log' } = simulator.log.at(-1) ?? {};
		expect(await message.innerText()).toMatch(
			/App ID or API Key is wrong for lexical analysis \(code 10105, the platform says: illegal access: invalid X-CheckSum\)/,
		);
		const description = await editor.output.getByTestId('node-error-description').innerText();
		expect(description).toMatch(/API Key/);
		expect(description).toContain(sid);
		expect(await page.content()).not.toContain(WRONG_KEY);
		await picture('error-panel');
	},
);

scene(
	'if a required field is empty, the error names it, and nothing is sent',
	async ({ rest, credentials, simulator, editor }) => {
		const credential = credentials.iflytekApi;
		if (credential === undefined) throw new Error('No credential');
		const { id } = await rest.createWorkflow(
			chain('Nothing to say', [
				MANUAL_TRIGGER,
				{
					name: 'Speak',
					type: 'n8n-nodes-xfyun.iflytek',
					parameters: { resource: 'speech', operation: 'synthesize' },
					credentials: [credential],
				},
			]),
		);
		const before = simulator.log.length;
		await editor.openWorkflow(id);
		await editor.openNode('Speak');
		await editor.executeStep();
		await editor.page.getByText('Parameter "Text" is required').first().waitFor();
		expect(simulator.log.length).toBe(before);
	},
);
