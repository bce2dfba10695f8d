import { sharedN8n } from '../e2e/shared';
import { nodeCatalog } from './lib/n8n';

/**
 * What people write, the node that they mean, and the place at which n8n's search must have it. The search scores each word
 * on its own, so `call record trigger` finds nodes of n8n whose name is hardly more than "Trigger", whatever ours are called.
 */
const PHRASES: Record<string, [node: string, place: number]> = {
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

	'when a call ends': ['iflytekAiCallTrigger', 3],
	'call recording': ['iflytekAiCallTrigger', 3],
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
};

/** A node and the tool that n8n makes of it count as one. */
const withoutTool = (id: string) => id.replace(/Tool$/, '');

test(`n8n's search finds the right node for ${Object.keys(PHRASES).length} phrases`, async () => {
	const { NodeTypeParser } = nodeCatalog();
	const catalog = new NodeTypeParser(await sharedN8n().rest.nodeTypes());
	const missed = Object.entries(PHRASES).flatMap(([phrase, [node, place]]) => {
		const found = [...new Set(catalog.searchNodeTypes(phrase).map(({ id }) => withoutTool(id)))];
		const at = found.indexOf(`n8n-nodes-iflytek.${node}`) + 1;
		return at > 0 && at <= place ? [] : [{ phrase, node, at, found }];
	});
	expect(missed).toEqual([]);
});
