import { CredentialTestContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { iflytekApiTest } from '../../nodes/Iflytek/methods/credentialTest';
import { provideWebSocket } from '../setup/webSocket';
import { withAnswers, type GivenAnswer, type SeenRequest } from './answers';
import { CallBench, chosen } from './aiCall';
import { Bench, speechParameters } from './iflytek';

provideWebSocket();

const bench = new Bench();

/** A text that repeats the whole request in several encodings. A proxy that is set up for debugging may answer so. */
function echoOf({ path, headers, body }: SeenRequest): string {
	const query = new URLSearchParams(path.split('?')[1]);
	const request = `${path} ${JSON.stringify(headers)} ${body.toString()}`;
	return [
		'The request was refused:',
		...['authorization', 'signature', 'token'].map((name) => `${name}=${query.get(name)}`),
		decodeURIComponent(path),
		request,
		encodeURIComponent(request),
		Buffer.from(request).toString('base64'),
		Buffer.from(`.${request}`).toString('base64url'),
		Buffer.from(query.get('authorization') ?? '', 'base64').toString(),
		Buffer.from(String(headers['x-param']), 'base64').toString(),
	].join(' ');
}

/** The ways in which a platform, or a proxy in front of it, can refuse a request and repeat it in the refusal. */
const REFUSALS: Record<string, (echo: string) => GivenAnswer> = {
	'a code': (desc) => ({ body: JSON.stringify({ code: '10107', desc, message: desc }) }),
	'a code and a signature problem': (desc) => ({
		body: JSON.stringify({ code: '10105', desc, message: desc }),
	}),
	'the code and session id of an entry': (desc) => ({
		body: JSON.stringify({ code: 0, sid: desc, data: { fileList: [{ label: 1, code: 5, desc }] } }),
	}),
	'HTTP 401 with a message': (message) => ({ status: 401, body: JSON.stringify({ message }) }),
	'HTTP 403 with text': (body) => ({
		status: 403,
		body,
		headers: { 'Content-Type': 'text/plain' },
	}),
	'HTTP 302': (echo) => ({ status: 302, body: '', headers: { location: `/${encodeURI(echo)}` } }),
	'no code': (echo) => ({ body: JSON.stringify({ [echo]: echo }) }),
	'text instead of JSON': (body) => ({
		body: `x ${body}`,
		headers: { 'Content-Type': 'text/plain' },
	}),
	'half of a JSON object': (echo) => ({ body: `{"x ${echo}` }),
};

/** A text, followed by all texts that somebody can decode from it. */
function withDecodedTexts(text: string): string {
	const decoded = [
		text,
		text.replace(/%([0-9a-f]{2})/gi, (_all, hex) => String.fromCharCode(parseInt(hex, 16))),
	];
	const words = decoded.flatMap((decodedText) => decodedText.match(/[\w+/-]{8,}/g) ?? []);
	// Base64 has groups of four characters. A group may begin at any of the first four characters of a word.
	const base64 = words.flatMap((word) =>
		[0, 1, 2, 3].map((from) => Buffer.from(word.slice(from), 'base64').toString('latin1')),
	);
	return [...decoded, ...base64].join('\n');
}

const expectHidden = (shown: unknown, secrets: string[]) => {
	const text = withDecodedTexts(JSON.stringify(shown));
	// If a secret is shown, the failure prints only this secret, not the whole text.
	for (const secret of secrets) expect(text.includes(secret) ? secret : 'hidden').toBe('hidden');
};

/** Runs the node, and returns all parts of its error that n8n shows. */
async function shownOf(service: string, parameters: IDataObject, data: object) {
	const { error } = await bench.run(service, { options: { retries: 0 }, ...parameters }, [{}], {
		credentials: [{ ...bench.signer(), data: { ...bench.credential(service), ...data } }],
	});
	expect(error).toBeDefined();
	const { message, description, context, stack, messages } = error ?? {};
	return { message, description, data: context?.data, stack, messages };
}

describe.each(Object.entries(REFUSALS))(
	'if a refusal by %s repeats the request',
	(_name, refuse) => {
		test('no key, checksum or password of a URL is shown', async () => {
			const { apiKey } = bench.credential('scene');
			let checkSum = '';
			const answer = (request: SeenRequest) => {
				checkSum = String(request.headers['x-checksum']);
				return refuse(echoOf(request));
			};
			await withAnswers(answer, async (url) => {
				const parameters = {
					resource: 'image',
					operation: 'recognizeScene',
					inputType: 'url',
					imageUrl: 'https://me:hunter-2!@pictures.example/a.jpg',
					simplify: true,
				};
				const shown = await shownOf('scene', parameters, { visionBaseUrl: url });
				expect(checkSum).toHaveLength(32);
				expectHidden(shown, [apiKey, checkSum, 'hunter-2']);
				expectHidden(
					await iflytekApiTest.call(new CredentialTestContext(), {
						id: '1',
						name: 'Test',
						type: 'iflytekApi',
						data: { ...bench.credential('scene'), visionBaseUrl: url },
					}),
					[apiKey, checkSum],
				);
			});
		});

		test('no key, secret or signature from the address of a WebSocket is shown', async () => {
			const { apiKey, apiSecret } = bench.credential('streaming');
			let authorization = '';
			const answer = (request: SeenRequest) => {
				authorization = new URLSearchParams(request.path.split('?')[1]).get('authorization') ?? '';
				return refuse(echoOf(request));
			};
			await withAnswers(answer, async (url) => {
				const streamingBaseUrl = url.replace('http', 'ws');
				const shown = await shownOf('streaming', speechParameters('streaming')('好'), {
					streamingBaseUrl,
				});
				const tested = await iflytekApiTest.call(new CredentialTestContext(), {
					id: '1',
					name: 'Test',
					type: 'iflytekApi',
					data: { ...bench.credential('streaming'), streamingBaseUrl },
				});
				const [, signature = ''] =
					/signature="(.*)"/.exec(Buffer.from(authorization, 'base64').toString()) ?? [];
				expect(signature).toHaveLength(44);
				expectHidden([shown, tested], [apiKey, apiSecret, authorization, signature]);
			});
		});
	},
);

describe('a call platform that repeats what was sent', () => {
	const calls = new CallBench();

	test.each(Object.entries(REFUSALS))(
		'if a refusal by %s repeats the request, no token, key or secret is shown',
		async (_name, refuse) => {
			const { appKey, appSecret } = calls.credential;
			const token = '00112233445566778899aabbccddeeff';
			const tokenAnswer = JSON.stringify({
				code: 0,
				message: '',
				result: { token, time_expire: '7200' },
			});
			const answer = (request: SeenRequest) =>
				request.path.includes('oauth') ? { body: tokenAnswer } : refuse(echoOf(request));
			await withAnswers(answer, async (url) => {
				calls.credential.baseUrl = url;
				const { error } = await calls.run({
					resource: 'task',
					operation: 'pause',
					taskId: chosen('88101'),
					options: { retries: 0 },
				});
				const { message, description, context, stack, messages } = error ?? {};
				expectHidden({ message, description, data: context?.data, stack, messages }, [token]);
			});
			await withAnswers(
				(request) => refuse(echoOf(request)),
				async (url) => {
					Object.assign(calls.credential, { baseUrl: url, token: '' });
					const { error } = await calls.run({
						resource: 'task',
						operation: 'pause',
						taskId: chosen('88101'),
						options: { retries: 0 },
					});
					const { message, description, context, stack, messages } = error ?? {};
					expectHidden({ message, description, data: context?.data, stack, messages }, [
						String(appKey),
						String(appSecret),
					]);
				},
			);
		},
	);
});
