import {
	contextResponse,
	fallbackResponse,
	readContextRequest,
	variablesWithoutValue,
} from '../../../nodes/shared/aiCall/pushes/callContext';
import { InputError } from '../../../nodes/shared/failure';
import { refusal } from '../n8n/fakeContext';
import { fc } from './property';

describe('readContextRequest', () => {
	it('reads the four fields and any others, and turns IDs into text', () => {
		expect(
			readContextRequest(
				'{"call_relation_id":"order-7","business_id":9001,"app_id":846252615123869697,"robot_id":"801","extra":1}',
			),
		).toEqual({
			ok: true,
			request: {
				business_id: '9001',
				app_id: '846252615123869697',
				robot_id: '801',
				call_relation_id: 'order-7',
				extra: 1,
			},
		});
	});

	it('says of a body that is not UTF-8 that it is damaged', () => {
		const body = '{"robot_id":"801","name":"é"}';
		expect(readContextRequest(Buffer.from(body))).toEqual({
			ok: true,
			request: expect.objectContaining({ name: 'é' }),
		});
		expect(readContextRequest(Buffer.from(body, 'latin1'))).toEqual({
			ok: true,
			request: expect.objectContaining({ robot_id: '801', name: '\uFFFD' }),
			notUtf8: true,
		});
	});

	it('accepts a request that lacks some of the fields', () => {
		expect(readContextRequest('{"robot_id":"801","app_id":""}')).toEqual({
			ok: true,
			request: { business_id: null, app_id: '', robot_id: '801', call_relation_id: null },
		});
	});

	it.each([
		['', 'The body is empty'],
		[' \n', 'The body is empty'],
		['{', 'The body is not JSON'],
		['[1]', 'The body is not a JSON object'],
		['{}', 'The body has none of the fields'],
		['{"robot_id":" ","app_id":null,"business_id":{}}', 'The body has none of the fields'],
	])('the reason for refusing %j says what was expected', (body, problem) => {
		expect(readContextRequest(Buffer.from(body))).toEqual({
			ok: false,
			reason: `${problem}. Expected a JSON object with business_id, app_id, robot_id, call_relation_id.`,
		});
	});

	it('accepts a JSON object that has at least one of the fields, and refuses everything else', () => {
		const fields = ['business_id', 'app_id', 'robot_id', 'call_relation_id'];
		const id = fc.oneof(fc.uuid(), fc.integer());
		const missing = fc.constantFrom(null, '', ' ', {}, undefined);
		const others = fc.dictionary(fc.constantFrom('call_uuid', 'name', '__proto__'), fc.jsonValue());
		fc.assert(
			fc.property(
				fc.subarray(fields),
				id,
				missing,
				others,
				(sentFields, sentId, noId, otherFields) => {
					const body = {
						...otherFields,
						...Object.fromEntries(
							fields.map((field) => [field, sentFields.includes(field) ? sentId : noId]),
						),
					};
					expect(readContextRequest(JSON.stringify(body)).ok).toBe(sentFields.length > 0);
				},
			),
		);
		fc.assert(
			fc.property(
				fc.oneof(
					fc.string(),
					fc.array(fc.jsonValue()).map((list) => JSON.stringify(list)),
				),
				(body) => expect(readContextRequest(body).ok).toBe(false),
			),
		);
	});
});

describe('contextResponse and fallbackResponse', () => {
	it('refuses an item without any text, as an agent gives it, and says what to do', () => {
		for (const item of [
			{ output: {} },
			{ output: { 客户: { 姓名: '王' } } },
			{ list: ['a'], more: {} },
			{ a: [{ b: 1 }] },
		])
			expect(() => contextResponse(item)).toThrow(
				expect.objectContaining({
					message: 'The response has none of the variables of the script, only objects or lists',
					details: { advice: expect.stringContaining('Edit Fields') },
				}),
			);
		expect(contextResponse({})).toEqual({});
	});

	it('takes the only object of an item, as an agent gives its structured answer', () => {
		const variables = { 姓名: '王芳', 金额: '12.5' };
		for (const item of [
			{ output: { 姓名: '王芳', 金额: 12.5 } },
			{ output: '{"姓名":"王芳","金额":12.5}' },
			{ output: ' {"姓名 ": "王芳", "金额": "12.5"}\n' },
			{ json: { 姓名: '王芳', 金额: 12.5 } },
			{ output: { 姓名: '王芳', 金额: 12.5 }, more: undefined },
		])
			expect(contextResponse(item)).toEqual(variables);
		expect(contextResponse({ output: { 姓名: '王芳' }, more: 'x' })).toEqual({
			output: '{"姓名":"王芳"}',
			more: 'x',
		});
		expect(contextResponse({ output: '{王芳}' })).toEqual({ output: '{王芳}' });
		expect(() => contextResponse({ output: { error: 'x' } })).toThrow('The last node failed');
		expect(() => contextResponse({ output: { 单: 2 ** 53 } })).toThrow(/lost its last digits/);
	});

	it('sends names as a script has them, and refuses two of one name', () => {
		expect(contextResponse({ '姓名 ': ' 王 ', '\u00A0Cafe\u0301\u200B': 'x' })).toEqual({
			姓名: ' 王 ',
			'Caf\u00e9': 'x',
		});
		expect(() => contextResponse({ 姓名: 'a', '姓名\u200B': 'b' })).toThrow(
			expect.objectContaining({
				message:
					'Two fields of the response have one name, apart from blanks and invisible characters',
				details: { advice: 'Remove or rename one of them.' },
			}),
		);
	});

	it('names the variables whose value is none', () => {
		expect(variablesWithoutValue({ a: 'undefined', b: '王', c: '{姓名}', d: '' })).toEqual([
			'a',
			'c',
		]);
	});

	it('turns every value into text', () => {
		expect(
			contextResponse({
				姓名: '张三',
				余额: 12.5,
				会员: true,
				空: null,
				单: 846252615123869,
				列: [1],
			}),
		).toEqual({
			姓名: '张三',
			余额: '12.5',
			会员: 'true',
			空: '',
			单: '846252615123869',
			列: '[1]',
		});
	});

	it.each([{ error: 'x' }, { error: 'x', message: 'y', details: {} }])(
		'refuses a failed item: %j',
		(item) => {
			expect(() => contextResponse(item)).toThrow(new InputError('The last node failed'));
		},
	);

	it('refuses a number that has lost its last digits, and accepts the largest that has not', () => {
		const lost: [string, string] = [
			'A value is a number that lost its last digits',
			'Pass it as text. Numbers only keep 15 to 16 digits.',
		];
		for (const id of [2 ** 53, -(2 ** 53), 1e21]) {
			expect(refusal(() => contextResponse({ 姓名: '张三', id }))).toEqual(lost);
			expect(refusal(() => fallbackResponse({ 姓名: '张三', id }))).toEqual(lost);
		}
		expect(contextResponse({ id: 2 ** 53 - 1, text: '346252615123869699' })).toEqual({
			id: '9007199254740991',
			text: '346252615123869699',
		});
	});

	it.each([{ error: 'x', 姓名: '张三' }, { message: 'y' }, { details: 'z' }])(
		'accepts %j, which is not a failed item',
		(item) => {
			expect(contextResponse(item)).toEqual(item);
		},
	);

	it('a response must be an object', () => {
		for (const response of [null, undefined, [], 'x', 1])
			expect(() => contextResponse(response)).toThrow('The response is not an object');
	});

	it('the fallback can be text or an object', () => {
		expect(fallbackResponse('{"a":12345678901234567890,"b":null}')).toEqual({
			a: '12345678901234567890',
			b: '',
		});
		expect(fallbackResponse({ a: 1 })).toEqual({ a: '1' });
		expect(fallbackResponse(' ')).toEqual({});
		expect(() => fallbackResponse('{a}')).toThrow('Fallback Response is not JSON');
		for (const fallback of ['[]', 'null', '"a"', [], null, 1])
			expect(() => fallbackResponse(fallback)).toThrow('Fallback Response is not a JSON object');
	});
});
