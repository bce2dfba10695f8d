/**
 * Requests as real clients in each programming language send them, and the answers that these clients expect. The requests
 * follow the habits of the language's libraries and what is known of the vendor's own clients. They are written in our own
 * words, and sent as bytes on the wire.
 */
import { readFileSync } from 'fs';
import path from 'path';
import { startSimulator, type Simulator } from '../../simulator';
import { DEFAULT_APP_KEY, DEFAULT_APP_SECRET } from '../../simulator/aiCall';
import { PATHS, type Endpoint } from '../../simulator/aiCall/endpointList';
import { post } from './aiCall/listen';
import { APPID, audioOf, exchange, queryOf, withQuery } from './streamingClient';
import { base64, onTheWire } from './wire';

// It takes long to start engines while other tests use the processors.
jest.setTimeout(60_000);

let simulator: Simulator;

beforeAll(async () => {
	simulator = await startSimulator();
});
afterEach(() => simulator.reset());
afterAll(() => simulator.close());

const fixture = (name: string) => readFileSync(path.join(__dirname, '../../fixtures/images', name));
const SENTENCE = '今天天气好';
const cwsAnswer = { code: '0', data: { word: ['今天天气', '好'] }, desc: 'success' };
const speechUrl = () => `${simulator.url.replace('http', 'ws')}/v2/tts`;

/** JSON in which every non-ASCII character is escaped, as some libraries write it. */
const escaped = (json: string) =>
	json.replace(
		/[\u0080-\uffff]/g,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
/** Form encoding with + for spaces. */
const plusForm = (field: string, value: string) =>
	`${field}=${encodeURIComponent(value).replaceAll('%20', '+')}`;

async function token(): Promise<string> {
	const { data } = await post(simulator.url + PATHS.token, {
		app_key: DEFAULT_APP_KEY,
		app_secret: DEFAULT_APP_SECRET,
	});
	return (JSON.parse(data) as { result: { token: string } }).result.token;
}

/** Sends a request to the AI call platform, and returns the parsed body of the answer. */
async function call(endpoint: Endpoint, body: string, contentType?: string) {
	const { data } = await post(
		`${simulator.url}${PATHS[endpoint]}?token=${await token()}`,
		body,
		contentType,
	);
	return JSON.parse(data) as { code: number; message: string; result: Record<string, unknown> };
}

const speechFrame = (business: string, text = SENTENCE) =>
	`{"common": {"app_id": "${APPID}"}, "business": ${business}, "data": {"status": 2, "text": "${base64(text)}"}}`;

describe('Python SDK: json.dumps with spaces and escapes, urlencode with +', () => {
	it.each(['expression', 'scene', 'object'] as const)(
		'%s accepts `image_url: null` together with a body, and answers with `data.fileList` and with `code` as a number',
		async (name) => {
			const param = base64(escaped(`{"image_name": "${name}-2 图.jpg", "image_url": null}`));
			const { json } = await onTheWire(simulator, name, { param, body: fixture('tiny.jpg') });
			expect(json).toMatchObject({
				code: 0,
				data: { fileList: [{ label: 2, name: `${name}-2 图.jpg` }] },
				desc: 'success',
			});
		},
	);

	it('expression answers with eight rates and no labels, and the position of a rate is its class', async () => {
		const { json } = await onTheWire(simulator, 'expression', {
			param: base64('{"image_name": "expression-5.jpg", "image_url": null}'),
			body: fixture('tiny.jpg'),
		});
		expect(json).toMatchObject({
			data: {
				fileList: [{ labels: [], subLabels: [], rates: { length: 8 } }],
				statistic: [0, 0, 0, 0, 0, 1, 0, 0],
			},
		});
	});

	it('language analysis accepts spaces in X-Param and + for spaces in the form', async () => {
		const { json } = await onTheWire(simulator, 'cws', {
			param: base64('{"type": "dependent"}'),
			body: plusForm('text', `${SENTENCE} hello`),
		});
		expect(json).toMatchObject({ ...cwsAnswer, data: { word: ['今天天气', '好', 'hello'] } });
	});

	it('streaming speech accepts the host of another service, `utf8` in small letters, and no speed, volume or pitch', async () => {
		const url = withQuery(speechUrl(), queryOf({ host: 'ws-api.xfyun.cn' }), '+');
		const business =
			'{"aue": "raw", "auf": "audio/L16;rate=16000", "vcn": "xiaoyan", "tte": "utf8"}';
		const answer = await exchange(url, speechFrame(business));
		expect(answer.frames.at(-1)?.data?.status).toBe(2);
		expect(audioOf(answer).length).toBeGreaterThan(16_000);
	});

	it('scene accepts an X-Param in URL-safe Base64, and the log has a note of it', async () => {
		const param = Buffer.from('{"image_name": "a?.jpg", "image_url": null}').toString('base64url');
		expect(param).toMatch(/[-_]/);
		const { json } = await onTheWire(simulator, 'scene', { param, body: fixture('tiny.jpg') });
		expect(json).toMatchObject({ code: 0, data: { fileList: [{ name: 'a?.jpg' }] } });
		expect(simulator.log.at(-1)?.note).toMatch(/^X-Param in URL-safe Base64/);
		const { json: answerToUsualParam } = await onTheWire(simulator, 'scene', {
			param: base64('{"image_name": "a?.jpg", "image_url": null}'),
			body: fixture('tiny.jpg'),
		});
		expect(answerToUsualParam).toMatchObject({ code: 0, data: { fileList: [{ name: 'a?.jpg' }] } });
		expect(simulator.log.at(-1)?.note).toBeUndefined();
	});

	it.each(['x4_yezi', 'x4_xiaoyan', 'qianhui'])(
		'streaming speech accepts the common voice %s, and sends data in every frame',
		async (voice) => {
			const business = `{"aue": "raw", "auf": "audio/L16;rate=16000", "vcn": "${voice}", "tte": "utf8"}`;
			const { frames } = await exchange(withQuery(speechUrl(), queryOf()), speechFrame(business));
			expect(frames.at(-1)).toMatchObject({ code: 0, data: { status: 2 } });
			expect(frames.every(({ data }) => typeof data?.audio === 'string')).toBe(true);
		},
	);

	it('a direct call is accepted even if its content type names no charset', async () => {
		const body =
			'{"robot_id": "5202", "line_num": "055168204601", "call_column": ["\\u5ba2\\u6237\\u624b\\u673a\\u53f7\\u7801"], "call_list": [["13800000000"]]}';
		expect(await call('callout', body, 'application/json')).toMatchObject({
			code: 0,
			result: { total: 1 },
		});
	});
});

describe('Java SDK: `type` and `voice_code` with other JSON types than documented', () => {
	it.each(['"0"', '"1"', '"4"', '0'])(
		'a query of the configuration with `type` %s is answered with `code` 0',
		async (type) => {
			expect(await call('configQuery', `{"type":${type}}`)).toMatchObject({
				code: 0,
				message: 'ok',
			});
		},
	);

	it('the scripts of the configuration can be requested in pages', async () => {
		simulator.aiCall.configure({ scriptsPerPage: 3 });
		const { code, result } = await call('configQuery', '{"type":"1","pageSize":2,"pageIndex":2}');
		expect([code, result.robotTotal, (result.robots as object[]).length]).toEqual([0, 9, 2]);
	});

	it('a task can be created with `voice_code` as a number, lines joined with a comma, and `trubo_mode`', async () => {
		const task =
			'{"task_name":"回访","line_num":"055168204601,055168204603","robot_id":"5202","time_begin":1795000000000,"time_range":["09:00:00-12:00:00"],"voice_code":60030,"trubo_mode":false}';
		const { code, result } = await call('taskCreate', task, 'application/json; charset=utf-8');
		expect(code).toBe(0);
		const { result: found } = await call('taskQuery', `{"task_id":"${String(result.task_id)}"}`);
		expect(found).toMatchObject({
			rows: [{ line_num: '055168204601;055168204603', voice_code: '60030' }],
		});
	});

	it('a direct call is accepted with `robot_speed` and with the number of a voice as `voice_code`', async () => {
		const body =
			'{"robot_id":"5202","line_num":"055168204601","call_column":["客户手机号码"],"call_list":[["13800000000"]],"voice_code":60020,"robot_speed":1.2}';
		expect(await call('callout', body)).toMatchObject({ code: 0, result: { total: 1 } });
		expect(await call('callout', body.replace('60020', '1'))).toMatchObject({ code: 200205 });
	});

	it('streaming speech accepts `sfl` together with `lame`, and then sends several frames', async () => {
		const business =
			'{"aue":"lame","sfl":1,"auf":"audio/L16;rate=16000","vcn":"xiaoyan","speed":50,"volume":50,"pitch":50,"bgs":0,"tte":"UTF8"}';
		const answer = await exchange(withQuery(speechUrl(), queryOf()), speechFrame(business));
		expect(answer.frames.filter(({ data }) => data !== null).length).toBeGreaterThan(1);
		expect(answer.frames.at(-1)).toMatchObject({
			code: 0,
			message: 'success',
			data: { status: 2, ced: String(Buffer.byteLength(SENTENCE)) },
		});
	});
});

describe('Go: header names in canonical form, zero values sent', () => {
	const canonical = (name: string) =>
		name.toLowerCase().replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());

	it('the header names X-Curtime and X-Checksum are accepted in this spelling', async () => {
		expect(canonical('X-CurTime')).toBe('X-Curtime');
		const { json } = await onTheWire(simulator, 'cws', {
			param: base64('{"type":"dependent"}'),
			body: plusForm('text', SENTENCE),
			headerName: canonical,
		});
		expect(json).toMatchObject(cwsAnswer);
	});

	it('a task query is accepted with empty texts and zeros, or with null, for unused filters', async () => {
		await call(
			'taskCreate',
			'{"task_name":"a","line_num":"055168204601","robot_id":"5202","time_begin":1795000000000}',
		);
		const { code, result } = await call(
			'taskQuery',
			'{"page_index":1,"page_size":10,"sort_name":"","sort_order":"","task_id":"","task_name":"","time_begin":0,"time_end":0}',
		);
		expect([code, result.total_rows]).toEqual([0, 1]);
		expect(
			await call(
				'taskQuery',
				'{"task_id":null,"task_name":null,"time_begin":null,"time_end":null}',
			),
		).toMatchObject({ code: 0, result: { total_rows: 1 } });
	});

	it('the client yeta can query tasks with `show_remaining` and `task_status_list`, but not with an unknown field', async () => {
		await call(
			'taskCreate',
			'{"task_name":"a","line_num":"055168204601","robot_id":"5202","time_begin":1795000000000}',
		);
		const query = (fields: string) =>
			call('taskQuery', `{"task_id":"","page_index":1,"page_size":10,${fields}}`);
		for (const fields of [
			'"show_remaining":false,"task_status_list":null',
			'"show_remaining":true,"task_status_list":[0,1]',
		])
			expect(await query(fields)).toMatchObject({ code: 0, result: { total_rows: 1 } });
		expect(await query('"show_remainder":true')).toMatchObject({ code: 10005 });
	});

	it('the client yeta can send an empty `voice_code` if it chooses no voice, and `time_range: null` if it sets no periods', async () => {
		const directCall =
			'{"robot_id":"5202","line_num":"055168204601","call_column":["客户手机号码"],"call_list":[["13800000000"]],"voice_code":""}';
		expect(await call('callout', directCall)).toMatchObject({ code: 0, result: { total: 1 } });
		const task =
			'{"task_name":"a","line_num":"055168204601","robot_id":"5202","recall_count":0,"time_recall_wait":0,"time_range":null,"time_begin":1795000000000,"time_end":1795000000001,"voice_code":""}';
		const { code, result } = await call('taskCreate', task);
		expect(code).toBe(0);
		const { result: found } = await call('taskQuery', `{"task_id":"${String(result.task_id)}"}`);
		const [row] = found.rows as Record<string, unknown>[];
		expect([row?.time_range, Object.hasOwn(row ?? {}, 'voice_code')]).toEqual(['[]', false]);
	});

	it('streaming speech accepts `hmac username` as the name of the key, UTC instead of GMT, and + for spaces', async () => {
		const date = new Date().toUTCString().replace('GMT', 'UTC');
		const url = withQuery(speechUrl(), queryOf({ keyName: 'hmac username', date }), '+');
		const business =
			'{"aue":"raw","auf":"audio/L16;rate=8000","pitch":50,"speed":50,"tte":"UTF8","vcn":"xiaoyan","volume":50}';
		expect((await exchange(url, speechFrame(business))).frames.at(-1)).toMatchObject({
			code: 0,
			data: { status: 2 },
		});
	});
});

describe('PHP: json_encode with escaped slashes, HTTP 1.0', () => {
	it('scene reads a link with escaped slashes, and refuses with an empty `desc` because it cannot fetch the link', async () => {
		const param = base64(
			'{"image_url":"http:\\/\\/images.example.com\\/a.jpg","image_name":"a.jpg"}',
		);
		expect(
			(await onTheWire(simulator, 'scene', { param, body: '', version: '1.0' })).json,
		).toMatchObject({ code: 10107, desc: '', data: [] });
		expect(simulator.log.at(-1)?.param).toEqual({
			image_url: 'http://images.example.com/a.jpg',
			image_name: 'a.jpg',
		});
	});

	it('handwriting accepts Base64 that is URL-encoded as by http_build_query', async () => {
		const image = fixture('note-english.png').toString('base64');
		const body = plusForm('image', image);
		const { json } = await onTheWire(simulator, 'handwriting', {
			param: base64('{"language":"en","location":"false"}'),
			body,
			version: '1.0',
		});
		expect(json).toMatchObject({
			code: '0',
			data: {
				block: [{ type: 'text', line: [{ word: [{ content: 'Please' }, {}, {}, {}] }, {}] }],
			},
		});
	});

	it('the answer to a page without text is a block without lines, or with an empty word if the setting says so', async () => {
		const request = {
			param: base64('{"language":"cn|en"}'),
			body: plusForm('image', fixture('note-blank.png').toString('base64')),
		};
		expect((await onTheWire(simulator, 'handwriting', request)).json).toMatchObject({
			code: '0',
			data: { block: [{ type: 'text', line: [] }] },
		});
		simulator.openPlatform.configure({ blankPage: 'emptyWord' });
		expect((await onTheWire(simulator, 'handwriting', request)).json).toMatchObject({
			data: { block: [{ line: [{ word: [{ content: '' }] }] }] },
		});
	});

	it("a request with a wrong clock gets the live services' answer", async () => {
		simulator.openPlatform.configure({ clockShiftSeconds: 4000 });
		const { json } = await onTheWire(simulator, 'cws', {
			param: base64('{"type":"dependent"}'),
			body: plusForm('text', SENTENCE),
		});
		expect(json).toMatchObject({ code: '10114', desc: 'time out|ilegal X-CurTime' });
	});

	it('an empty array as X-Param is refused', async () => {
		expect(
			(await onTheWire(simulator, 'cws', { param: base64('[]'), body: plusForm('text', SENTENCE) }))
				.json,
		).toMatchObject({ code: '10106' });
	});
});

describe('C#: the header `Expect: 100-continue`, URL escapes in small letters', () => {
	const speechParam = base64(
		'{"auf":"audio/L16;rate=16000","aue":"raw","voice_name":"xiaoyan","speed":"50","volume":"50","pitch":"50","engine_type":"intp65","text_type":"text"}',
	);
	const withSmallEscapes = (text: string) =>
		encodeURIComponent(text).replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());

	it('an answer of speech with audio has the content type audio/mpeg and a header `sid`', async () => {
		const { head, body } = await onTheWire(simulator, 'speech', {
			param: speechParam,
			body: `text=${withSmallEscapes(SENTENCE)}`,
			moreHeaders: { Expect: '100-continue' },
		});
		expect(head).toMatch(/^HTTP\/1\.1 200 .*\r\nContent-Type: audio\/mpeg\r\n/s);
		expect(head).toMatch(/\r\nsid: hts/);
		expect(body.toString('latin1', 0, 4)).toBe('RIFF');
	});

	it('an answer of speech with an error has exactly the content type text/plain', async () => {
		const { head, json } = await onTheWire(simulator, 'speech', {
			param: speechParam,
			body: 'text=',
		});
		expect(/\r\nContent-Type: (.*?)\r\n/.exec(head)?.[1]).toBe('text/plain');
		expect(json).toMatchObject({ code: '10106', data: '' });
	});

	it('the refusal of an address that is not on the whitelist does not show the address', async () => {
		simulator.openPlatform.setWhitelist(APPID, 'text', []);
		simulator.openPlatform.configure({ whitelistForm: 'forbidden' });
		const { json } = await onTheWire(simulator, 'cws', {
			param: base64('{"type":"dependent"}'),
			body: `text=${withSmallEscapes(SENTENCE)}`,
		});
		expect(json).toMatchObject({
			code: '40202',
			desc: 'illegal access|illegal client_ip: access forbidden',
		});
	});

	it('streaming speech accepts `reg` and `rdn`, which say how English and numbers are read', async () => {
		const business =
			'{"aue":"raw","vcn":"xiaoyan","speed":60,"volume":80,"pitch":40,"tte":"UTF8","reg":"1","rdn":"2","bgs":1}';
		expect(
			(
				await exchange(withQuery(speechUrl(), queryOf()), speechFrame(business, 'call 10086'))
			).frames.at(-1),
		).toMatchObject({ code: 0 });
	});
});

describe('browser: a form with an origin and its own charset, a WebSocket with the host of the page', () => {
	it('a body made by URLSearchParams is accepted', async () => {
		const body = new URLSearchParams({ text: SENTENCE }).toString();
		const { json } = await onTheWire(simulator, 'cws', {
			body,
			contentType: 'application/x-www-form-urlencoded;charset=UTF-8',
			moreHeaders: { Origin: 'http://localhost:8080' },
		});
		expect(json).toMatchObject(cwsAnswer);
	});

	it('streaming speech accepts the host of the page, and an address in which only spaces are escaped', async () => {
		const { authorization = '', date = '', host = '' } = queryOf({ host: 'localhost:8080' });
		const url =
			`${speechUrl()}?authorization=${authorization}&date=${date}&host=${host}`.replaceAll(
				' ',
				'%20',
			);
		const answer = await exchange(
			url,
			speechFrame(
				'{"aue":"lame","sfl":1,"vcn":"xiaoyan","tte":"UTF8","speed":50,"volume":50,"pitch":50}',
			),
		);
		expect(answer.frames.at(-1)).toMatchObject({ code: 0, data: { status: 2 } });
	});

	it('a handshake with a wrong secret is refused with 401', async () => {
		expect(
			(await exchange(withQuery(speechUrl(), queryOf({ secret: 'wrong' })), speechFrame('{}')))
				.ended,
		).toBe(401);
	});
});
