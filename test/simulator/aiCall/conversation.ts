import type { Call } from './call';
import type { Random } from './random';

/** A node of a script: what the robot says, and what a customer may answer. If the node needs no answer, `customer` is undefined. */
interface ScriptNode {
	name: string;
	/** The node's type in document 2, 6.3. */
	type: string;
	robot: string;
	customer: string | undefined;
	tag: readonly [name: string, desc: string];
	hits: readonly string[];
}

const OPENING: ScriptNode = {
	name: '开场白',
	type: 'NormalNode',
	robot: '您好，请问是{姓名}吗？',
	customer: '对，我是。',
	tag: ['C', '待确认'],
	hits: ['肯定', '否定'],
};

/** The rest of a complete conversation: one node of each documented type. */
const MIDDLE: readonly ScriptNode[] = [
	{
		name: '来意说明',
		type: 'AnyNode',
		robot: '想占用您一分钟做个回访。',
		customer: '好的，你说吧。',
		tag: ['B', '愿意沟通'],
		hits: ['任意回答'],
	},
	{
		name: '信息核对',
		type: 'HookInfoNode',
		robot: '您登记的信息是{信息}。',
		customer: '没错。',
		tag: ['B', '信息属实'],
		hits: ['肯定', '否定'],
	},
	{
		name: '按键导航',
		type: 'KeyNavigationNode',
		robot: '满意请按一，不满意请按二。',
		customer: '1',
		tag: ['B', '按键'],
		hits: ['1', '2'],
	},
	{
		name: '按键判断',
		type: 'ConditionNode',
		robot: '您选择了一，对吗？',
		customer: '1',
		tag: ['A', '满意'],
		hits: ['1'],
	},
	{
		name: '意见收集',
		type: 'CollectInputNode',
		robot: '请说一下您的建议。',
		customer: '送货再快一点就更好了。',
		tag: ['A', '有建议'],
		hits: ['自定义输入'],
	},
	{
		name: '温馨提示',
		type: 'NoNeedAnswerNode',
		robot: '我们会尽快改进。',
		customer: undefined,
		tag: ['A', '提示'],
		hits: [],
	},
];

const ENDING: ScriptNode = {
	name: '结束语',
	type: 'EndNode',
	robot: '感谢您的接听，再见！',
	customer: undefined,
	tag: ['A', '结束'],
	hits: [],
};

/** Calls of at least this many seconds go through the whole script. Shorter calls end after the opening. */
const WHOLE_SCRIPT_SECONDS = 15;

/** The dialog of an answered call, with the fields of document 2, 6.3, and if wanted also with those of the newer revision. */
export function dialogOf(call: Call, random: Random, newerRevision: boolean) {
	const { tagMax, tagMin, says } = call.script;
	const isWholeScript = says !== undefined || call.talkSeconds >= WHOLE_SCRIPT_SECONDS;
	const nodes = isWholeScript ? [OPENING, ...MIDDLE, ENDING] : [OPENING];
	// At each node the robot speaks, and then the customer if the node needs an answer.
	const turns = nodes.flatMap((node) =>
		node.customer === undefined
			? [{ node, usualAnswer: undefined }]
			: [
					{ node, usualAnswer: undefined },
					{ node, usualAnswer: node.customer },
				],
	);
	let answersGiven = 0;
	const dialog = turns.flatMap(({ node, usualAnswer }, index) => {
		// A scripted customer is silent after the last text in `says`.
		if (usualAnswer !== undefined && says !== undefined && answersGiven >= says.length) return [];
		const words = usualAnswer === undefined ? undefined : (says?.[answersGiven] ?? usualAnswer);
		if (usualAnswer !== undefined) answersGiven += 1;
		const startedAt =
			call.timeAnswer + Math.floor((call.talkSeconds * 1000 * index) / turns.length);
		return [dialogEntry(call, node, index, words, random, newerRevision ? startedAt : undefined)];
	});
	const times = newerRevision ? { time_begin: call.timeAnswer, time_end: call.timeHangup } : {};
	return {
		tag_max: tagMax ?? (isWholeScript ? 'A' : 'C'),
		tag_min: tagMin ?? 'C',
		...times,
		dialog,
	};
}

/**
 * One entry of a dialog.
 * @param words what the customer says; undefined if the robot speaks
 * @param startedAt when the entry began; undefined for the older revision
 */
function dialogEntry(
	call: Call,
	node: ScriptNode,
	index: number,
	words: string | undefined,
	random: Random,
	startedAt: number | undefined,
): object {
	return {
		seq: String(index + 1),
		role: words === undefined ? 'robot' : 'customer',
		node_id: `word_node_${call.robotId}_${node.type}`,
		node_name: node.name,
		node_type: node.type,
		tag_name: node.tag[0],
		tag_desc: node.tag[1],
		text_robot: fill(node.robot, call.values),
		text_man: words ?? '',
		question_id: uuid(random),
		...(startedAt === undefined
			? {}
			: {
					content_id: uuid(random),
					time_start: startedAt,
					time_speaking: 1000 * random.between(1, 5),
					label: node.tag[0],
				}),
		...(words === undefined
			? {}
			: {
					hits: node.hits.map((hit, hitIndex) => ({
						hit,
						pick: hitIndex === 0,
						answer_id: uuid(random),
					})),
				}),
	};
}

/** Replaces names in braces, such as `{姓名}`, by the customer's values. */
function fill(sentence: string, values: Readonly<Record<string, string>>): string {
	const otherValues = Object.entries(values).filter(
		([name]) => name !== '姓名' && name !== '客户手机号码',
	);
	const replacements: Record<string, string> = {
		'{姓名}': values['姓名'] ?? '您本人',
		'{信息}': otherValues.map(([name, value]) => `${name}${value}`).join('，') || '本机号码',
	};
	return sentence.replace(/\{[^}]+\}/g, (name) => replacements[name] ?? name);
}

/** A text in the form of a UUID. */
function uuid(random: Random): string {
	const hex = Array.from({ length: 32 }, () => random.between(0, 15).toString(16)).join('');
	return [
		hex.slice(0, 8),
		hex.slice(8, 12),
		hex.slice(12, 16),
		hex.slice(16, 20),
		hex.slice(20),
	].join('-');
}
