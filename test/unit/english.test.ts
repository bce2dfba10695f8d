/** All that a user or reviewer reads is in English only, as n8n's guidelines ask. Search words and translations are exceptions. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IflytekAiCallApi } from '../../credentials/IflytekAiCallApi.credentials';
import { IflytekApi } from '../../credentials/IflytekApi.credentials';
import { Iflytek } from '../../nodes/Iflytek/Iflytek.node';
import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import { IflytekAiCallContextTrigger } from '../../nodes/IflytekAiCallContextTrigger/IflytekAiCallContextTrigger.node';
import { IflytekAiCallTaskTrigger } from '../../nodes/IflytekAiCallTaskTrigger/IflytekAiCallTaskTrigger.node';
import { IflytekAiCallTrigger } from '../../nodes/IflytekAiCallTrigger/IflytekAiCallTrigger.node';
import { literalsOf, SOURCES } from './sources';

const ROOT = join(__dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** Chinese characters, and the punctuation and wide letters used with them. */
const CHINESE = /[\p{Script=Han}\u3001-\u303f\uff01-\uff60]/u;

/** The texts inside a value, at any depth. */
function texts(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
}

const inChinese = (value: unknown) => texts(value).filter((text) => CHINESE.test(text));

/** Removes the Chinese that a text may have: the link to the translation, the data of JSON samples, and text that the Chinese services analyze. */
function withoutExceptions(text: string): string {
	const exceptions = [
		'[中文]',
		'他叫汤姆去拿外衣。',
		'"words": ["他", "叫", "汤姆", "去", "拿", "外衣", "。"]',
		'王小明在北京大学工作',
		'我叫王小明，住在北京。',
		// The column name in the local platform's script.
		'`编号`',
	];
	const withoutSamples = text.replace(/^```json\n.*?^```$/gms, '');
	return exceptions.reduce((rest, exception) => rest.replaceAll(exception, ''), withoutSamples);
}

test.each([
	new Iflytek(),
	new IflytekAiCall(),
	new IflytekAiCallTrigger(),
	new IflytekAiCallContextTrigger(),
	new IflytekAiCallTaskTrigger(),
])('the description of the node $description.displayName has no Chinese', ({ description }) => {
	const shown = texts(description);
	expect(shown.length).toBeGreaterThan(50);
	expect(inChinese(shown.map(withoutExceptions))).toEqual([]);
});

test.each([new IflytekApi(), new IflytekAiCallApi()])(
	'the fields of the credential $displayName have no Chinese',
	({ displayName, properties }) => {
		expect(inChinese([displayName, properties])).toEqual([]);
	},
);

/** Chinese that is data in code: an example of text to analyze, names of columns, the colon of a time, what stands in and around names, and the text that a credential test sends. */
const CHINESE_DATA: Readonly<Record<string, readonly string[]>> = {
	'nodes/Iflytek/actions/text/textRequest.ts': ['e.g. 他叫汤姆去拿外衣。'],
	'nodes/shared/aiCall/rows/cellMarks.ts': ['先生|女士|小姐|同学|老师|经理|[和与及跟给]'],
	'nodes/shared/aiCall/rows/mappingProposal.ts': [
		...['手机', '手机号', '手机号码', '电话', '电话号码', '联系电话', '联系方式', '移动电话'],
		...['被叫', '被叫号码', '手機', '手機號碼', '電話', '電話號碼', '聯絡電話', '行動電話'],
		...['姓名', '名字', '称呼', '金额', '应还金额', '还款金额', '日期', '时间', '预约时间'],
		...['到期日', '到期日期', '还款日', '还款日期', '订单号', '订单编号'],
		...['公司', '公司名称', '产品', '产品名称'],
	],
	'nodes/shared/aiCall/time/callingDays.ts': ['一二三四五六'],
	'nodes/shared/openPlatform/protocol/services.ts': ['测试'],
	'nodes/shared/spoken/besides.ts': [
		'\\[(?:[Cc]itation|[Ss]ource|ref|oaicite|来源|引用|参考|文献) ?[:\\uff1a]? ?\\d{1,3}\\]',
		'(?<=[\\p{L}\\p{N}%\\p{Pf}\\uff09)"]\\*{0,3} ?)(?<!(?<![A-Za-z])[A-Za-z]|(?:or|and|press|to|[或和按选第至到]) ?)',
	],
	'nodes/shared/spoken/html.ts': ['，'],
	'nodes/shared/spoken/otherSigns.ts': [
		'(?:^|[^\\p{L}\\p{N}*]|[和与及跟给])\\p{Script=Han}',
		'^\\*+(?:$|[\\s,;:!?)\\p{STerm}\\uff0c\\uff1b\\uff1a\\u3001\\uff09]|先生|女士|小姐|同学|老师|经理|[^*\\n]*',
	],
};

test('no text in the code of nodes and credentials is Chinese, error messages and log lines included', () => {
	expect(SOURCES.length).toBeGreaterThan(100);
	const chinese = SOURCES.map(
		(file) => [file, [...new Set(literalsOf(file).filter((text) => CHINESE.test(text)))]] as const,
	).filter(([, found]) => found.length > 0);
	expect(Object.fromEntries(chinese)).toEqual(CHINESE_DATA);
});

test.each(['README.md', 'examples/README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'])(
	'%s is in English',
	(document) => {
		const lines = withoutExceptions(read(document)).split('\n');
		expect(lines.filter((line) => CHINESE.test(line))).toEqual([]);
	},
);

test('the documents in docs are in English, except that the guide to the console has Chinese names', () => {
	const documents = readdirSync(join(ROOT, 'docs')).filter(
		(file) => file.endsWith('.md') && !file.endsWith('.zh-CN.md'),
	);
	expect(documents).toEqual(expect.arrayContaining(['console.md', 'reference.md']));
	expect(documents.filter((file) => CHINESE.test(withoutExceptions(read(`docs/${file}`))))).toEqual(
		['console.md'],
	);
});

test('the description of the package is in English', () => {
	const { description } = JSON.parse(read('package.json')) as { description: string };
	expect(CHINESE.test(description)).toBe(false);
});

interface ExampleNode {
	name: string;
	type: string;
	notes?: string;
	parameters: { content?: string };
}

test.each(readdirSync(join(ROOT, 'examples')).filter((file) => file.endsWith('.json')))(
	'names and notes of the example %s are in English',
	(file) => {
		const { name, nodes } = JSON.parse(read(`examples/${file}`)) as {
			name: string;
			nodes: ExampleNode[];
		};
		const shown = nodes.flatMap((node) => [
			node.name,
			node.notes ?? '',
			node.type.endsWith('.stickyNote') ? (node.parameters.content ?? '') : '',
		]);
		expect(inChinese([name, ...shown].map(withoutExceptions))).toEqual([]);
	},
);
