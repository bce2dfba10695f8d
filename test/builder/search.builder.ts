import { sharedN8n } from '../e2e/shared';
import { nodeCatalog } from './lib/n8n';

/** Phrases of users, the node that each phrase means, and the last position at which n8n's search may list this node. */
const PHRASES: Record<string, [node: string, lastPosition: number]> = {
	iflytek: ['iflytek', 1],
	xunfei: ['iflytek', 1],
	kedaxunfei: ['iflytek', 1],
	xfyun: ['iflytek', 1],
	讯飞: ['iflytek', 1],
	科大讯飞: ['iflytek', 1],

	'robot call': ['iflytekAiCall', 1],
	'phone call': ['iflytekAiCall', 3],
	'voice call': ['iflytekAiCall', 3],
	'call center': ['iflytekAiCall', 3],
	'outbound call': ['iflytekAiCall', 1],
	'place a phone call': ['iflytekAiCall', 3],
	'call campaign': ['iflytekAiCall', 3],
	外呼: ['iflytekAiCall', 1],
	waihu: ['iflytekAiCall', 1],
	电话机器人: ['iflytekAiCall', 1],
	打电话: ['iflytekAiCall', 1],
	机器人外呼: ['iflytekAiCall', 1],

	'when a call ends': ['iflytekAiCallTrigger', 3],
	'call ended': ['iflytekAiCallTrigger', 3],
	'call finished': ['iflytekAiCallTrigger', 3],
	'call recording': ['iflytekAiCallTrigger', 3],
	通话结束: ['iflytekAiCallTrigger', 3],
	回调: ['iflytekAiCallTrigger', 3],
	通话记录: ['iflytekAiCallTrigger', 3],
	录音: ['iflytekAiCallTrigger', 3],
	'inbound call': ['iflytekAiCallContextTrigger', 3],
	'inbound call context': ['iflytekAiCallContextTrigger', 3],
	来电: ['iflytekAiCallContextTrigger', 1],
	'call task finished': ['iflytekAiCallTaskTrigger', 3],
	'call task progress': ['iflytekAiCallTaskTrigger', 3],

	ocr: ['iflytek', 3],
	handwriting: ['iflytek', 1],
	手写识别: ['iflytek', 1],
	'text to speech': ['iflytek', 3],
	tts: ['iflytek', 3],
	语音合成: ['iflytek', 1],
	分词: ['iflytek', 1],
	fenci: ['iflytek', 1],
	'chinese segmentation': ['iflytek', 1],
	'chinese nlp': ['iflytek', 1],
	'part of speech tagging': ['iflytek', 3],
	'named entity recognition': ['iflytek', 3],
	'analyze text': ['iflytek', 3],
	'image moderation': ['iflytek', 3],
	'scene recognition': ['iflytek', 1],
	'facial expression': ['iflytek', 3],
	图片审核: ['iflytek', 1],
	内容审核: ['iflytek', 1],
	违规: ['iflytek', 1],
};

/** A node's ID without the ending `Tool`. A node and the tool that n8n makes from this node count as one. */
const withoutTool = (id: string) => id.replace(/Tool$/, '');

test(`n8n's search finds the right node for ${Object.keys(PHRASES).length} phrases`, async () => {
	const { NodeTypeParser } = nodeCatalog();
	const catalog = new NodeTypeParser(await sharedN8n().rest.nodeTypes());
	const missed = Object.entries(PHRASES).flatMap(([phrase, [node, lastPosition]]) => {
		const found = [...new Set(catalog.searchNodeTypes(phrase).map(({ id }) => withoutTool(id)))];
		const position = found.indexOf(`n8n-nodes-xfyun.${node}`) + 1;
		const isFound = position > 0 && position <= lastPosition;
		return isFound ? [] : [{ phrase, node, position, found }];
	});
	expect(missed).toEqual([]);
});

/**
 * A phrase for which the builder's search cannot list a node of this package. The search takes the best match of each
 * single word, and returns five nodes. For this phrase it returns five nodes of n8n with short names that end with
 * "Trigger". Their scores: n8n Trigger 732, n8n Form Trigger 713.25, Box Trigger and SSE Trigger 612, Taiga Trigger 600. The
 * editor's search uses the whole phrase, and lists our node first (`find.browser.ts`).
 */
const OUT_OF_REACH = 'call record trigger';
/** The nodes of n8n that the search lists for this phrase. */
const FOUND_INSTEAD = ['n8nTrigger', 'formTrigger', 'boxTrigger', 'sseTrigger', 'taigaTrigger'];

/** Every way to write a word in small letters and capitals. */
function inAllCases(word: string): string[] {
	const [first, ...rest] = word;
	if (first === undefined) return [''];
	const endings = inAllCases(rest.join(''));
	return [first, first.toUpperCase()].flatMap((letter) => endings.map((ending) => letter + ending));
}

/** Possible names for our trigger. n8n's linter requires that the name of a trigger ends with Trigger, in camel case. */
const NAMES = ['aTrigger', 'callTrigger', 'recordTrigger', 'callRecordTrigger', 'iflytekTrigger'];
const DISPLAY_NAMES = ['AI Call Trigger', 'iFLYTEK Trigger', 'iFLYTEK Call Record Trigger'];

test(`for "${OUT_OF_REACH}", any name and any search word gives our trigger a lower score than the last node that n8n lists`, async () => {
	const types = await sharedN8n().rest.nodeTypes();
	const { NodeSearchEngine, NodeTypeParser } = nodeCatalog();
	const listed = new NodeTypeParser(types).searchNodeTypes(OUT_OF_REACH).map(({ id }) => id);
	expect(listed).toEqual(FOUND_INSTEAD.map((name) => `n8n-nodes-base.${name}`));

	const scoreOf = (name: string, displayName: string, alias: string[]): number => {
		const node = { name, displayName, codex: { alias }, version: 1, inputs: [], outputs: ['main'] };
		return new NodeSearchEngine([node]).searchByName(OUT_OF_REACH)[0]?.score ?? 0;
	};
	const words = OUT_OF_REACH.split(' ').flatMap(inAllCases);
	const ourBestScore = Math.max(
		...NAMES.map((name) => scoreOf(`n8n-nodes-xfyun.${name}`, 'iFLYTEK', [])),
		...DISPLAY_NAMES.map((name) => scoreOf('n8n-nodes-xfyun.iflytek', name, [])),
		scoreOf('n8n-nodes-xfyun.iflytek', 'iFLYTEK', [
			OUT_OF_REACH,
			...words.flatMap((word) => [word, `_${word}`, `n8n_${word}`]),
		]),
	);
	const last = types.find(({ name }) => name === `n8n-nodes-base.${FOUND_INSTEAD.at(-1) ?? ''}`);
	const lastScore = last && scoreOf(last.name, last.displayName, []);
	expect([ourBestScore, lastScore]).toEqual([581.75, 600]);
});
