import { useStage } from './lib/stage';

const { scene } = useStage();

/** The number of entries that n8n shows without scrolling. */
const AT_A_GLANCE = 6;

/** Names of entries in the node creator, and words that must find them. A node and its trigger are one entry. */
const WORDS: [name: string, words: string[]][] = [
	[
		'iFLYTEK',
		[
			'讯飞',
			'科大讯飞',
			'讯飞开放平台',
			'iflytek',
			'xfyun',
			// For this word n8n only lists the four entries of this package.
			'xunfei',
			'kedaxunfei',
			'ocr',
			'ner',
			'image',
			'audio',
			'handwriting',
			'手写识别',
			'手写文字识别',
			'文字识别',
			'tts',
			'text to speech',
			'text-to-speech',
			'speech',
			'语音合成',
			'流式语音合成',
			'文字转语音',
			'streaming speech',
			'分词',
			'中文分词',
			'词性标注',
			'命名实体',
			'命名实体识别',
			'依存句法分析',
			'语义角色',
			'语义依存',
			'自然语言处理',
			'word segmentation',
			'tokenize',
			'dependency parsing',
			'图像识别',
			'图片识别',
			'物体识别',
			'人脸',
			'暴恐识别',
			'图片审核',
			'内容审核',
			'审核',
			'image recognition',
			'object recognition',
			'moderation',
			'content moderation',
			'违规',
		],
	],
	[
		'iFLYTEK AI Call',
		[
			'讯飞',
			'讯飞开放平台',
			'外呼',
			'AI外呼',
			'智能外呼',
			'外呼任务',
			'电话机器人',
			'AI电话',
			'打电话',
			'呼叫',
			'呼叫中心',
			'AI客服',
			'call',
			'call campaign',
			'call center',
			'outbound',
			'phone',
			'通话记录',
			'外呼结果',
			'录音',
			'call record',
			'transcript',
			'call finished',
			'call ended',
			'通话结束',
			'回调',
			'机器人外呼',
		],
	],
	// n8n leaves out the last word of the name, Trigger, because the node has an action for each event.
	['iFLYTEK AI Call Task Status', ['任务进度', '任务完成', 'task status', 'campaign', 'polling']],
	['iFLYTEK AI Call Context Trigger', ['讯飞', '呼入', '来电', '动态数据', 'inbound']],
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

/** Names of entries, and phrases for which they must be among the first three. */
const PHRASES: [name: string, phrases: string[]][] = [
	[
		'iFLYTEK',
		[
			'iflytek',
			'ocr',
			'handwriting',
			'text to speech',
			'tts',
			'chinese segmentation',
			'part of speech tagging',
			'analyze text',
			'image moderation',
			'scene recognition',
			'facial expression',
			'分词',
			'fenci',
		],
	],
	[
		'iFLYTEK AI Call',
		[
			'phone call',
			'voice call',
			'call center',
			'outbound call',
			'place a phone call',
			'call campaign',
			'call record trigger',
			'when a call ends',
			'call recording',
			'外呼',
			'waihu',
		],
	],
	['iFLYTEK AI Call Context Trigger', ['inbound call context']],
	['iFLYTEK AI Call Task Status', ['call task finished']],
];

for (const [name, phrases] of PHRASES) {
	scene(`${name} is among the first three for ${phrases.join(', ')}`, async ({ editor }) => {
		await editor.newWorkflow();
		await editor.openCreator();
		const missed: Record<string, string[]> = {};
		for (const phrase of phrases) {
			const found = await editor.search(phrase, name);
			if (!found.slice(0, 3).includes(name)) missed[phrase] = found;
		}
		expect(missed).toEqual({});
	});
}

/** Words for services of iFLYTEK that this package does not offer, and what n8n shows for each word. */
const NOT_OFFERED = {
	鉴黄: 'No results for "鉴黄"',
	语音识别: 'No results for "语音识别"',
	sentiment: 'Sentiment Analysis',
};

scene(
	`no node of this package is found by ${Object.keys(NOT_OFFERED).join(', ')}`,
	async ({ editor }) => {
		await editor.newWorkflow();
		await editor.openCreator();
		for (const [word, listed] of Object.entries(NOT_OFFERED)) {
			const found = await editor.search(word, listed);
			expect(await editor.creator.getByText(listed, { exact: true }).first().isVisible()).toBe(
				true,
			);
			expect({ word, found: found.filter((name) => name.startsWith('iFLYTEK')) }).toEqual({
				word,
				found: [],
			});
		}
	},
);

scene(
	'the entry found by 外呼 has the description of the node AI Call, not that of its trigger',
	async ({ editor }) => {
		await editor.newWorkflow();
		await editor.openCreator();
		await editor.search('外呼', 'iFLYTEK AI Call');
		const listed = await editor.creator.innerText();
		expect(listed).toContain(
			'Place calls and run call campaigns with the AI phone robot of iFLYTEK',
		);
		expect(listed).not.toContain('Starts the workflow when an iFLYTEK AI call ends');
	},
);

scene(
	'the entry of the node shows its description and actions, and choosing an action adds the node',
	async ({ editor, page, picture }) => {
		await editor.newWorkflow();
		await editor.openCreator();
		await editor.search('讯飞', 'iFLYTEK');
		await picture('find-the-node', { creator: true });
		await editor.pick('iFLYTEK');
		await page.getByText('Analyze Chinese text, read handwriting').first().waitFor();
		await editor.pick('Recognize handwriting');
		await editor.panel.waitFor();
		expect(await editor.labels()).toEqual([
			'Resource',
			'Operation',
			'Input Binary Field',
			'Simplify',
			'Options',
		]);
		await editor.closeNode();
		// The added node has the name of the action.
		await editor.node('Recognize handwriting').waitFor();
	},
);
