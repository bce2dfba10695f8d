import { useStage } from './lib/stage';

const { scene } = useStage();

/** The lines that n8n shows without scrolling. */
const AT_A_GLANCE = 6;

/** n8n lists a node and the trigger of the same name as one, under the node's name and with the node's words. */
const WORDS: [string, string[]][] = [
	[
		'iFLYTEK',
		[
			'讯飞', '科大讯飞', 'iflytek', 'xfyun', 'ocr', 'handwriting', '手写识别', '文字识别', 'tts', 'text to speech', 'speech', '语音合成',
			'分词', '命名实体', 'word segmentation', '图像识别', 'moderation', '审核',
		],
	],
	['iFLYTEK AI Call', ['讯飞', '外呼', '智能外呼', '电话机器人', 'call campaign', 'outbound', 'phone', '通话记录', 'call record', '录音']],
	['iFLYTEK AI Call Context Trigger', ['讯飞', '呼入', '来电', 'inbound']],
];

for (const [name, words] of WORDS) {
	scene(`${name} is found by ${words.join(', ')}`, async ({ editor }) => {
		await editor.newWorkflow();
		await editor.openCreator();
		const missed: Record<string, string[]> = {};
		for (const word of words) {
			const found = await editor.search(word, name);
			if (!found.slice(0, AT_A_GLANCE).includes(name)) missed[word] = found;
		}
		expect(missed).toEqual({});
	});
}

scene('the node found shows what it can do, and an action adds it', async ({ editor, page, picture }) => {
	await editor.newWorkflow();
	await editor.openCreator();
	await editor.search('讯飞', 'iFLYTEK');
	await picture('find-the-node');
	await editor.pick('iFLYTEK');
	await page.getByText('Analyze Chinese text, read handwriting').first().waitFor();
	await editor.pick('Recognize handwriting in an image');
	await editor.panel.waitFor();
	expect(await editor.labels()).toEqual(['Resource', 'Operation', 'Input Binary Field', 'Language', 'Return Positions', 'Simplify', 'Options']);
});
