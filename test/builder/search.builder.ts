import { sharedN8n } from '../e2e/shared';
import { nodeCatalog } from './lib/n8n';

/** What people write, the node that they mean, and the position at which n8n's search must list it. */
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

/** A node and the tool that n8n makes from it count as one. */
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

/**
 * The search takes the best match of each single word, and returns five nodes. For "trigger" these are n8n's nodes whose names
 * have hardly more than that word: n8n Trigger 732, n8n Form Trigger 713.25, Box Trigger and SSE Trigger 612, Taiga Trigger
 * 600. In the editor's search, which uses the whole phrase, ours is the first (`find.browser.ts`).
 */
const OUT_OF_REACH = 'call record trigger';
const BEFORE_US = ['n8nTrigger', 'formTrigger', 'boxTrigger', 'sseTrigger', 'taigaTrigger'];

/** Every way to write a word in small letters and capitals. */
function inAllCases(word: string): string[] {
	const [first, ...rest] = word;
	if (first === undefined) return [''];
	const others = inAllCases(rest.join(''));
	return [first, first.toUpperCase()].flatMap((letter) => others.map((other) => letter + other));
}

/** Possible names for a trigger of iFLYTEK: n8n's linter requires that its type ends with Trigger, in camel case. */
const NAMES = ['aTrigger', 'callTrigger', 'recordTrigger', 'callRecordTrigger', 'iflytekTrigger'];
const DISPLAY_NAMES = ['AI Call Trigger', 'iFLYTEK Trigger', 'iFLYTEK Call Record Trigger'];

test(`no name and no search word would list a node before those that n8n finds for "${OUT_OF_REACH}"`, async () => {
	const types = await sharedN8n().rest.nodeTypes();
	const { NodeSearchEngine, NodeTypeParser } = nodeCatalog();
	const found = new NodeTypeParser(types).searchNodeTypes(OUT_OF_REACH).map(({ id }) => id);
	expect(found).toEqual(BEFORE_US.map((name) => `n8n-nodes-base.${name}`));

	const scoreOf = (name: string, displayName: string, alias: string[]): number => {
		const node = { name, displayName, codex: { alias }, version: 1, inputs: [], outputs: ['main'] };
		return new NodeSearchEngine([node]).searchByName(OUT_OF_REACH)[0]?.score ?? 0;
	};
	const words = OUT_OF_REACH.split(' ').flatMap(inAllCases);
	const best = Math.max(
		...NAMES.map((name) => scoreOf(`n8n-nodes-iflytek.${name}`, 'iFLYTEK', [])),
		...DISPLAY_NAMES.map((name) => scoreOf('n8n-nodes-iflytek.iflytek', name, [])),
		scoreOf('n8n-nodes-iflytek.iflytek', 'iFLYTEK', [
			OUT_OF_REACH,
			...words.flatMap((word) => [word, `_${word}`, `n8n_${word}`]),
		]),
	);
	const last = types.find(({ name }) => name === `n8n-nodes-base.${BEFORE_US.at(-1) ?? ''}`);
	expect([best, last && scoreOf(last.name, last.displayName, [])]).toEqual([578, 600]);
});
