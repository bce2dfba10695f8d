import { startSimulator, type Simulator } from '../../simulator';
import { ask, form, send, verdict, type Name } from './client';

let simulator: Simulator;

beforeAll(async () => {
	simulator = await startSimulator();
});
afterEach(() => simulator.reset());
afterAll(() => simulator.close());

async function analyse(name: Name, text: string): Promise<unknown> {
	const { code, data } = await ask(simulator, name, {
		param: { type: 'dependent' },
		body: form('text', text),
	});
	expect(code).toBe('0');
	return (data as Record<string, unknown>)[name === 'cws' ? 'word' : name];
}

interface Arc {
	parent: number;
	relate: string;
	id?: number;
}

const meeting = '我昨天在北京参观了清华大学，今天不去上海。李小龙和李四很高兴！';

describe('segmentation and tags', () => {
	it('the document’s example is segmented as in the document', async () => {
		await expect(analyse('cws', '他叫汤姆去拿外衣。')).resolves.toEqual([
			'他',
			'叫',
			'汤姆',
			'去',
			'拿',
			'外衣',
			'。',
		]);
		await expect(analyse('pos', '他叫汤姆去拿外衣。')).resolves.toEqual([
			'r',
			'v',
			'nh',
			'v',
			'v',
			'n',
			'wp',
		]);
	});

	it('only tags of the document are used, one per word', async () => {
		const text = '3.14个 hello 😀，囧rz 昨天上海虹桥机场里的清华大学非常漂亮啊\r\n哗啦！①';
		const words = (await analyse('cws', text)) as string[];
		const tags = (await analyse('pos', text)) as string[];
		expect(tags).toHaveLength(words.length);
		expect(words.join('')).toBe(text.replace(/\s/g, ''));
		const known = 'r n ns wp k h u c v p d q nh m e b a nd nl o nt nz i j ws g x'.split(' ');
		expect(tags.filter((tag) => !known.includes(tag))).toEqual([]);
	});
});

describe('canned analyses', () => {
	it('only the answers with canned analyses have the header X-Simulated', async () => {
		const headerOf = async (name: Name) =>
			(
				await send(simulator.url, name, {
					param: { type: 'dependent' },
					body: form('text', '你好'),
				})
			).headers['x-simulated'];
		await expect(
			Promise.all((['cws', 'pos', 'ner', 'dp', 'srl', 'sdp', 'sdgp'] as const).map(headerOf)),
		).resolves.toEqual([undefined, undefined, 'canned', 'canned', 'canned', 'canned', 'canned']);
	});

	it('ner tags persons, places and organizations', async () => {
		const words = (await analyse('cws', meeting)) as string[];
		const tags = (await analyse('ner', meeting)) as string[];
		const taggedWords = words.flatMap((word, index) =>
			tags[index] === 'O' ? [] : [`${word} ${tags[index]}`],
		);
		expect(tags).toHaveLength(words.length);
		expect(taggedWords).toEqual([
			'北京 S-Ns',
			'清华大学 S-Ni',
			'上海 S-Ns',
			'李小龙 S-Nh',
			'李四 S-Nh',
		]);
		await expect(analyse('ner', '上海北京广州')).resolves.toEqual(['B-Ns', 'I-Ns', 'E-Ns']);
	});

	it('ner has one tag too many if the setting says so', async () => {
		simulator.openPlatform.configure({ nerLength: 'words+1' });
		await expect(analyse('ner', '上海')).resolves.toEqual(['S-Ns', 'O']);
	});

	it.each([
		meeting,
		'的',
		'。。',
		'！他？',
		'abc',
		'漂亮的花',
		'和在把',
		'昨天在北京',
		'因为他，所以我。但是！',
		'很不好的',
	])('dp and sdp form one tree with one head for the text: %s', async (text) => {
		const words = (await analyse('cws', text)) as string[];
		const arcs = (await analyse('dp', text)) as Arc[];
		expect(arcs).toHaveLength(words.length);
		expect(arcs.filter(({ parent, relate }) => parent === -1 || relate === 'HED')).toEqual([
			{ parent: -1, relate: 'HED' },
		]);
		const semantic = (await analyse('sdp', text)) as Arc[];
		expect(semantic.filter(({ parent, relate }) => parent === -1 || relate === 'Root')).toEqual([
			{ parent: -1, relate: 'Root' },
		]);
		// From each word, the parents lead to the head without a circle.
		for (const start of arcs.keys()) {
			let steps = 0;
			for (let word = start; word >= 0 && steps <= arcs.length; steps += 1)
				word = arcs[word]?.parent ?? NaN;
			expect(steps).toBeLessThanOrEqual(arcs.length);
		}
	});

	it('the tree of two sentences joins the trees of both: the second is shifted, and its head depends on the head of the first', async () => {
		const [first = '', second = ''] = meeting.split(/(?<=。)/);
		const offset = ((await analyse('cws', first)) as string[]).length;
		for (const name of ['dp', 'sdp'] as const) {
			const whole = (await analyse(name, meeting)) as Arc[];
			const firstArcs = (await analyse(name, first)) as Arc[];
			const secondArcs = (await analyse(name, second)) as Arc[];
			const firstHead = firstArcs.findIndex(({ parent }) => parent < 0);
			// In the whole text, the head of the second sentence is not the root.
			const secondHead = { parent: firstHead, relate: name === 'dp' ? 'COO' : 'eSucc' };
			const shifted = secondArcs.map((arc) =>
				arc.parent < 0 ? secondHead : { ...arc, parent: arc.parent + offset },
			);
			expect(whole).toEqual([...firstArcs, ...shifted]);
		}
	});

	it('srl finds who does what, and when', async () => {
		await expect(analyse('cws', '他昨天看见一只小猫。')).resolves.toEqual([
			'他',
			'昨天',
			'看见',
			'一只',
			'小猫',
			'。',
		]);
		await expect(analyse('srl', '他昨天看见一只小猫。')).resolves.toEqual([
			{ beg: 0, end: 0, id: 2, type: 'A0' },
			{ beg: 1, end: 1, id: 2, type: 'TMP' },
			{ beg: 3, end: 4, id: 2, type: 'A1' },
		]);
	});

	it.each([
		['会议改到明天', ['dCont', 'dTime']],
		['我喜欢吃的东西', ['dCont', 'rPat']],
		['天气很好', ['rExp']],
		['今天天气很好，我们去公园', ['dFeat']],
	])('sdp finds the relations with the prefix d or r in the text: %s', async (text, expected) => {
		const relations = ((await analyse('sdp', text)) as Arc[]).map(({ relate }) => relate);
		expect(relations.filter((relate) => /^[dr][A-Z]/.test(relate))).toEqual(expected);
	});

	it('sdp counts words from 0, as recorded, or from 1 if the setting says so, as documented', async () => {
		const recorded = (await analyse('sdp', '他看见小猫。')) as Arc[];
		expect(recorded).toEqual([
			{ parent: 1, relate: 'Agt' },
			{ parent: -1, relate: 'Root' },
			{ parent: 1, relate: 'Pat' },
			{ parent: 1, relate: 'mPunc' },
		]);
		simulator.openPlatform.configure({ sdpBase: 1 });
		await expect(analyse('sdp', '他看见小猫。')).resolves.toEqual(
			recorded.map(({ parent, relate }) => ({ parent: parent + 1, relate })),
		);
	});

	it('sdgp is a graph in which a word can have two heads', async () => {
		await expect(analyse('sdgp', '他叫汤姆去。')).resolves.toEqual([
			{ id: 0, parent: 1, relate: 'Agt' },
			{ id: 0, parent: 3, relate: 'Agt' },
			{ id: 1, parent: -1, relate: 'Root' },
			{ id: 2, parent: 1, relate: 'Pat' },
			{ id: 3, parent: 1, relate: 'eSucc' },
			{ id: 4, parent: 1, relate: 'mPunc' },
		]);
	});
});

describe('rules', () => {
	it.each([
		['500 bytes', '0 success', '字'.repeat(166) + 'ab'],
		['501 bytes', '10109 illegal text/audio length|invalid text', '字'.repeat(167)],
		['no characters', '10106 invalid parameter|invalid text', ''],
		['only white space', '10106 invalid parameter|invalid text', ' \r\n '],
	])('a text with %s gets the answer "%s"', async (_what, expected, text) => {
		await expect(verdict(simulator, 'cws', { body: form('text', text) })).resolves.toBe(expected);
	});

	it.each([
		['another field', '10106 invalid parameter|invalid text', 'txt=a', undefined],
		['an empty body', '10106 invalid parameter|invalid text', '', undefined],
		['a broken escape', '10106 invalid parameter|invalid text', 'text=%E4%BD', undefined],
		[
			'a text in GBK',
			'10106 invalid parameter|invalid text',
			Buffer.from([0x74, 0x65, 0x78, 0x74, 0x3d, 0xc4, 0xe3]),
			undefined,
		],
		['JSON', '10106 invalid parameter|invalid Content-Type', '{"text":"a"}', 'application/json'],
		[
			'another charset',
			'10106 invalid parameter|invalid Content-Type',
			'text=a',
			'application/x-www-form-urlencoded; charset=gbk',
		],
		['no charset', '0 success', 'text=a', 'application/x-www-form-urlencoded'],
	])('a request with %s gets the answer "%s"', async (_what, expected, body, contentType) => {
		await expect(verdict(simulator, 'cws', { body, contentType })).resolves.toBe(expected);
	});

	it.each([
		[{ type: 'dependent' }, '0 success'],
		[{}, '0 success'],
		[{ type: 'independent' }, '10106 invalid parameter|invalid type'],
		[{ type: 1 }, '10106 invalid parameter|invalid type'],
	])('the answer to X-Param %j is "%s"', async (param, expected) => {
		await expect(verdict(simulator, 'cws', { param, body: 'text=a' })).resolves.toBe(expected);
	});
});
