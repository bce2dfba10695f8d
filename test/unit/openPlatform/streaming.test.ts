import { readFrame, requestFrame, type StreamingBusiness } from '../../../nodes/shared/openPlatform/streaming/frames';
import { handshakeRefusal } from '../../../nodes/shared/openPlatform/streaming/handshake';

const business: StreamingBusiness = { aue: 'lame', sfl: 1, auf: 'audio/L16;rate=16000', vcn: 'xiaoyan', speed: 50, volume: 50, pitch: 50, tte: 'UTF8' };

test('the frame of a text, and of one in a minor language', () => {
	expect(JSON.parse(requestFrame('app', business, '你好'))).toEqual({ common: { app_id: 'app' }, business, data: { status: 2, text: '5L2g5aW9' } });
	const minor: StreamingBusiness = { ...business, tte: 'unicode', ent: 'mtts' };
	// printf 'สวัสดี𠮷' | iconv -t UTF-16LE | base64
	expect(JSON.parse(requestFrame('app', minor, 'สวัสดี𠮷'))).toMatchObject({ data: { text: 'Kg4nDjEOKg4UDjUOQti33w==' } });
});

test.each([
	['{"code":0,"message":"success","sid":"tts1","data":{"audio":"AAEC","status":1,"ced":"6"}}', { sid: 'tts1', audio: Buffer.from([0, 1, 2]), last: false, spokenBytes: 6 }],
	['{"code":0,"message":"success","sid":"tts1","data":{"audio":"AA==","status":2,"ced":"12"}}', { sid: 'tts1', audio: Buffer.from([0]), last: true, spokenBytes: 12 }],
	['{"code":0,"message":"success","sid":"tts1","data":null}', { sid: 'tts1', audio: Buffer.alloc(0), last: false }],
	['{"code":"0","sid":"tts1","data":{"audio":null,"status":2}}', { sid: 'tts1', audio: Buffer.alloc(0), last: true, spokenBytes: undefined }],
])('the frame %s', (text, frame) => {
	expect(readFrame(text)).toEqual(frame);
});

test.each([
	['no JSON', 'A frame of the iFLYTEK platform is not a JSON object; it begins: no JSON'],
	['[]', 'A frame of the iFLYTEK platform is not a JSON object; it begins: []'],
	['{"data":null}', 'A frame of the iFLYTEK platform has no result code; it begins: {"data":null}'],
	['{"code":0,"data":[]}', 'A frame of the iFLYTEK platform has data that are no object; it begins: {"code":0,"data":[]}'],
	['{"code":0,"data":{"audio":""}}', 'A frame of the iFLYTEK platform does not say whether it is the last; it begins: {"code":0,"data":{"audio":""}}'],
	['{"code":0,"data":{"status":1,"audio":"AAE"}}', 'A frame of the iFLYTEK platform has audio that is not Base64; it begins: {"code":0,"data":{"status":1,"audio":"AAE"}}'],
	['{"code":0,"data":{"status":1,"audio":"A-_="}}', 'A frame of the iFLYTEK platform has audio that is not Base64; it begins: {"code":0,"data":{"status":1,"audio":"A-_="}}'],
	['{"code":0,"data":{"status":1,"audio":7}}', 'A frame of the iFLYTEK platform has audio that is not Base64; it begins: {"code":0,"data":{"status":1,"audio":7}}'],
])('a frame out of form: %s', (text, message) => {
	expect(() => readFrame(text, 'tts1')).toThrow(expect.objectContaining({ message, temporary: true, details: expect.objectContaining({ sid: 'tts1' }) }));
});

test('a code is a refusal with its advice and sid', () => {
	expect(() => readFrame('{"code":10313,"message":"invalid appid","sid":"tts7","data":null}')).toThrow(
		expect.objectContaining({
			message: 'The iFLYTEK platform refused the request: invalid appid (code 10313)',
			temporary: false,
			details: expect.objectContaining({ code: '10313', sid: 'tts7', advice: expect.stringContaining('of one and the same application') }),
		}),
	);
	expect(() => readFrame('{"code":11501,"message":"","data":null}', 'tts1')).toThrow(expect.objectContaining({ temporary: true, details: expect.objectContaining({ sid: 'tts1' }) }));
});

describe('a handshake that was refused', () => {
	const NOW = Date.UTC(2026, 10, 22, 2, 40);
	const refusalOf = (status: number, body: string, date = new Date(NOW).toUTCString()) => handshakeRefusal({ status, headers: { date }, body: Buffer.from(body) }, NOW);

	test.each([
		[401, '{"message":"HMAC signature does not match"}', 'HMAC signature does not match (HTTP 401)', /^The API Secret does not belong to the API Key\./],
		[401, '{"message":"HMAC signature cannot be verified: apikey not found"}', 'HMAC signature cannot be verified: apikey not found (HTTP 401)', /^The platform does not know this API Key/],
		[401, '{"message":"Unauthorized"}', 'Unauthorized (HTTP 401)', /^Check in the iFLYTEK console/],
		[403, '{"message":"HMAC signature cannot be verified, a valid date or x-date header is required for HMAC Authentication"}', 'HMAC signature cannot be verified, a valid date or x-date header is required for HMAC Authentication (HTTP 403)', /^The date of the request was refused/],
		[403, '{"message":"Your IP address is not allowed"}', 'Your IP address is not allowed (HTTP 403)', /add this machine's public IP address to the whitelist/],
		[403, '<html>proxy</html>', 'forbidden (HTTP 403)', /proxy/],
		[503, 'busy', 'busy (HTTP 503)', /Try again later/],
	])('%i %s', (status, body, said, advice) => {
		const refusal = refusalOf(status, body);
		expect(refusal?.message).toBe(`The iFLYTEK platform refused the connection: ${said}`);
		expect(refusal?.details.advice).toMatch(advice);
		expect(refusal?.temporary).toBe(status >= 500);
	});

	test('by a clock that is off: by how much', () => {
		const date = new Date(NOW - 4_000_000).toUTCString();
		const refusal = refusalOf(403, '{"message":"HMAC signature cannot be verified, a valid date or x-date header is required for HMAC Authentication"}', date);
		expect(refusal?.details.advice).toBe("This machine's clock is 4000 seconds ahead of the platform's; at most 300 are allowed. Set the clock right (NTP), then try again.");
	});

	test.each([200, 400, 404, 426])('a GET without an upgrade that is answered %i was not refused for its signature', (status) => {
		expect(refusalOf(status, '')).toBeUndefined();
	});
});
