import { readEnvelope } from '../../../nodes/shared/openPlatform/protocol/openPlatformEnvelope';
import { resultList, readResponse } from '../../../nodes/shared/aiCall/protocol/aiCallEnvelope';
import {
	RefusalError,
	UnreadableResponseError,
} from '../../../nodes/shared/aiCall/protocol/aiCallErrors';
import { PlatformError } from '../../../nodes/shared/failure';

function thrownBy(action: () => unknown): unknown {
	try {
		action();
	} catch (error) {
		return error;
	}
	return undefined;
}

describe('an envelope', () => {
	it('reads code, message and result, and keeps the envelope as it came', () => {
		const sent = {
			code: 0,
			message: 'ok',
			result: { total: 1, task_data_ids: ['846252615123869697'] },
			trace: 'x1',
		};
		expect(
			readResponse(
				'queryTasks',
				'{"code":0,"message":"ok","result":{"total":1,"task_data_ids":[846252615123869697]},"trace":"x1"}',
			),
		).toEqual({
			code: '0',
			message: 'ok',
			result: { total: 1, task_data_ids: ['846252615123869697'] },
			sent,
		});
	});

	it.each([
		'{"code":"0","result":{}}',
		' {"code":0}\n',
		'{"code":0,"message":null,"result":null}',
		'{"code":"0","message":"","result":[]}',
		'{"code":" 0 "}',
	])('%s is a success without a result', (body) => {
		expect(readResponse('startTask', body)).toMatchObject({ code: '0', message: '', result: {} });
	});

	it.each([
		['', 'empty'],
		[' \n', 'empty'],
		['<html><body>Sign in</body></html>', 'html'],
		['Bad Gateway', 'notJson'],
		['{"code":0,"mess', 'cutOff'],
		['[]', 'notEnvelope'],
		['"ok"', 'notEnvelope'],
		['null', 'notEnvelope'],
		['{"status":"UP"}', 'notEnvelope'],
		['{"code":null}', 'notEnvelope'],
		['{"code":"ok"}', 'notEnvelope'],
		['{"code":"x7"}', 'notEnvelope'],
		['{"code":"7x"}', 'notEnvelope'],
		['{"code":0}', 'noResult'],
		['{"code":"0","result":null}', 'noResult'],
		['{"code":0,"result":[]}', 'noResult'],
		['{"code":0,"result":"ok"}', 'noResult'],
	])('the body %j is reported as %s', (body, form) => {
		const error = thrownBy(() => readResponse('queryTasks', body, 200));
		expect(error).toBeInstanceOf(UnreadableResponseError);
		expect(error).toMatchObject({ body: form, httpStatus: 200 });
	});

	it.each([
		[
			'<html>429</html>',
			'HTTP 429 instead of an answer of the AI call platform: too many requests',
		],
		[
			'{"code":429,"message":"slow down"}',
			'HTTP 429 instead of an answer of the AI call platform: too many requests (slow down)',
		],
	])(
		'for HTTP 429 with the body %s, the error has the same kind and advice as in the iFLYTEK node',
		(body, message) => {
			const error = thrownBy(() => readResponse('placeCalls', body, 429));
			const iflytekError = thrownBy(() =>
				readEnvelope({ status: 429, headers: {}, body: Buffer.from('') }),
			);
			expect(error).toMatchObject({ message, kind: 'rateLimited' });
			expect(error).toHaveProperty(
				'details.advice',
				expect.stringContaining('run fewer workflows at the same time'),
			);
			expect(iflytekError).toMatchObject({
				message: 'HTTP 429 instead of an answer of the iFLYTEK platform: too many requests',
				kind: 'rateLimited',
			});
			expect(error).toHaveProperty(
				'details.advice',
				(iflytekError as PlatformError).details.advice,
			);
		},
	);

	it('says what kind of response came and what to check, and does not quote the body', () => {
		const error = thrownBy(() =>
			readResponse('queryTasks', '<html>?token=0123456789abcdef</html>', 502),
		);
		expect(error).toBeInstanceOf(PlatformError);
		expect(error).toMatchObject({
			message:
				'Unexpected response from the AI call platform: a web page instead of JSON (HTTP status 502)',
			details: {
				advice:
					"The platform or a proxy has a problem. Try again later. If it goes on, check the credential's base URL.",
			},
		});
		expect(JSON.stringify(error)).not.toContain('0123456789abcdef');
	});
});

describe('readResponse', () => {
	it('returns a success even if the HTTP status is that of an error', () => {
		expect(readResponse('startTask', '{"code":0,"message":"ok","result":{}}', 500)).toMatchObject({
			code: '0',
		});
	});

	it('throws a refusal with code, description and advice, whatever the HTTP status', () => {
		for (const status of [200, 400, 500]) {
			const error = thrownBy(() =>
				readResponse('addRows', '{"code":200202,"message":"任务编号错误","result":{}}', status),
			);
			expect(error).toBeInstanceOf(RefusalError);
			expect(error).toMatchObject({
				message:
					'The AI call platform refused to add rows to a task: there is no such task (code 200202, the platform says: 任务编号错误)',
				code: '200202',
				kind: 'refused',
				details: {
					code: '200202',
					desc: '任务编号错误',
					advice:
						'There is no such task in this application. Use the ID returned by Create or Get Many, as text. Long IDs lose digits when converted to numbers.',
				},
			});
		}
	});

	it('a busy platform is unavailable, and an unknown code is explained by its parts', () => {
		expect(
			thrownBy(() => readResponse('placeCalls', '{"code":"10004","message":""}')),
		).toMatchObject({
			message: 'The AI call platform refused to place calls: the service is busy (code 10004)',
			kind: 'unavailable',
		});
		expect(
			thrownBy(() => readResponse('placeCalls', '{"code":204517,"message":"x"}')),
		).toMatchObject({
			message:
				'The AI call platform failed to place calls: unknown code: service level, module 045, error 17 (code 204517, the platform says: x)',
			kind: 'refused',
		});
		expect(
			thrownBy(() => readResponse('placeCalls', '{"code":504,"message":"Gateway Time-out"}', 504)),
		).toMatchObject({
			message:
				'The AI call platform failed to place calls: unknown code (code 504, HTTP status 504, the platform says: Gateway Time-out)',
			httpStatus: 504,
		});
	});
});

describe('a response that is not UTF-8', () => {
	/** 提醒 in GBK. */
	const REMINDER = Buffer.of(0xcc, 0xe1, 0xd0, 0xd1);
	const around = (text: string) => text.split('#').map((part) => Buffer.from(part));
	const withName = (text: string, name: Buffer) => {
		const [before = Buffer.of(), after = Buffer.of()] = around(text);
		return Buffer.concat([before, name, after]);
	};

	it('is read as GBK, and marked: itself, its result, and each entry of a list', () => {
		const body = '{"code":0,"message":"ok","result":{"total_rows":1,"rows":[{"task_name":"#"}]}}';
		const { sent, result } = readResponse('queryTasks', withName(body, REMINDER));
		const marked = {
			total_rows: 1,
			rows: [{ task_name: '提醒', notUtf8: true }],
			notUtf8: true,
		};
		expect(result).toEqual(marked);
		expect(sent).toEqual({ code: 0, message: 'ok', result: marked, notUtf8: true });
	});

	it('tells why the platform refuses', () => {
		const body = withName('{"code":200209,"message":"#"}', Buffer.of(0xd3, 0xe0, 0xb6, 0xee));
		expect(thrownBy(() => readResponse('placeCalls', body))).toMatchObject({
			details: { desc: '余额' },
		});
	});

	it('is marked without a result, too', () => {
		const body = withName('{"code":0,"message":"#"}', REMINDER);
		expect(readResponse('startTask', body).sent).toEqual({
			code: 0,
			message: '提醒',
			notUtf8: true,
		});
	});

	it('of document 1 is read and marked in the same way', () => {
		const body = withName('{"code":"0","data":{"word":["#"]},"sid":"s"}', REMINDER);
		expect(readEnvelope({ status: 200, headers: {}, body })).toEqual({
			code: '0',
			data: { word: ['提醒'] },
			sid: 's',
			notUtf8: true,
		});
	});
});

describe('listIn', () => {
	it('returns the objects of a list, and none if the platform sent no list', () => {
		const lists = [[{ a: 1 }, null, 'x', { b: 2 }], [], null, undefined];
		expect(lists.map((list) => resultList({ list }, 'list'))).toEqual([
			[{ a: 1 }, { b: 2 }],
			[],
			[],
			[],
		]);
	});

	it('refuses a value that is neither missing nor a list', () => {
		for (const [list, isRequired] of [
			['text'],
			[5],
			[{}],
			[undefined, true],
			[null, true],
		] as const)
			expect(thrownBy(() => resultList({ list }, 'list', isRequired))).toMatchObject({
				message: 'The platform reported success, but "list" in its response is not a list',
				kind: 'unreadable',
				details: {
					advice: 'Try again later. If it keeps happening, check the base URL in the credential.',
				},
			});
	});
});
