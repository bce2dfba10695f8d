import {
	aiCallHttpRequest,
	readHttpResponse,
} from '../../../nodes/shared/aiCall/protocol/aiCallEnvelope';
import { Failure } from '../../../nodes/shared/failure';

const ACCOUNT = { appKey: 'key-kk', appSecret: 'secret-s', baseUrl: 'https://call.example/proxy' };

test('a request is a POST of JSON to the address of its method, without a token', () => {
	expect(aiCallHttpRequest(ACCOUNT, 'startTask', { task_id: '88101', 名: '张' })).toEqual({
		url: 'https://call.example/proxy/v1/service/v1/aicall/outbound/v1/task/start',
		headers: { 'Content-Type': 'application/json;charset=UTF-8' },
		body: '{"task_id":"88101","名":"张"}',
		maxBytes: 1_048_576,
	});
});

test('headers that n8n adds to a request are not in the next request', () => {
	const { headers } = aiCallHttpRequest(ACCOUNT, 'startTask', {});
	Object.assign(headers, { 'X-Other': '1' });
	expect(Object.keys(aiCallHttpRequest(ACCOUNT, 'startTask', {}).headers)).toEqual([
		'Content-Type',
	]);
});

test('a response is read whatever its HTTP status', () => {
	const body = Buffer.from('{"code":0,"message":"ok","result":{"task_id":846252615123869697}}');
	expect(readHttpResponse(ACCOUNT, 'createTask', { status: 500, headers: {}, body })).toMatchObject(
		{ code: '0', message: 'ok', result: { task_id: '846252615123869697' } },
	);
});

test('a refusal shows neither keys nor token, and has the waiting time that the server asks for', () => {
	const body = Buffer.from('{"code":10004,"message":"key-kk secret-s token-t"}');
	let error: unknown;
	try {
		readHttpResponse(
			ACCOUNT,
			'queryTasks',
			{ status: 429, headers: { 'retry-after': '7' }, body },
			'token-t',
		);
	} catch (thrown) {
		error = thrown;
	}
	expect(error).toBeInstanceOf(Failure);
	expect(error).toMatchObject({
		httpStatus: 429,
		details: { code: '10004', desc: '*** *** ***' },
		hints: { retryAfterMs: 7000 },
	});
});
