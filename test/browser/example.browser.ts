import { bindCredentials, readExample } from '../e2e/lib/examples';
import { expectedText } from '../e2e/lib/handwritingToSpeech';
import { useStage } from './lib/stage';

const { scene } = useStage();

const EXAMPLE = 'handwriting-to-speech';

scene(
	'the example handwriting-to-speech runs, the table shows the text, and the audio plays',
	async ({ rest, credentials, editor, page, picture }) => {
		const workflow = bindCredentials(
			await readExample(EXAMPLE),
			await rest.nodeTypes(),
			credentials,
		);
		const { id } = await rest.createWorkflow(workflow);
		await editor.openWorkflow(id);
		await editor.execute();
		for (const name of ['Read the Words', 'Speak Them']) {
			await editor
				.node(name)
				.getByTestId('canvas-node-status-success')
				.waitFor({ timeout: 60_000 });
		}
		await page.getByTestId('zoom-to-fit').click();
		await picture('example-run', { example: EXAMPLE });

		await editor.openNode('Read the Words');
		await editor.showOutputAs('table');
		const cell = editor.output.locator('table tbody td').first();
		// n8n shows a line break as the two characters \n.
		expect((await cell.innerText()).replace(/\s*\\n\s*/g, '\n').trim()).toBe(await expectedText());
		await editor.closeNode();

		await editor.openNode('Speak Them');
		await editor.showOutputAs('binary');
		expect(await editor.output.getByTestId('ndv-binary-data_0').innerText()).toMatch(
			/speech\.wav[\s\S]*audio\/(x-)?wav/,
		);
		await editor.output.getByTestId('ndv-view-binary-data').click();
		const player = page.locator('audio');
		await player.waitFor();
		const played = await player.evaluate(
			async (audio: {
				play(): Promise<void>;
				duration: number;
				currentTime: number;
				ended: boolean;
				error: unknown;
			}) => {
				await audio.play();
				while (audio.currentTime === 0) await new Promise((resolve) => setTimeout(resolve, 50));
				return { duration: audio.duration, moved: audio.currentTime > 0, error: audio.error };
			},
		);
		expect(played).toEqual({
			duration: expect.closeTo(3.1, 0) as number,
			moved: true,
			error: null,
		});
		await picture('audio-preview', { example: EXAMPLE });
	},
);
