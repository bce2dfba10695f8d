import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeParameters } from 'n8n-workflow';

import type { Simulator } from '../simulator';
import { bindCredentials, readExample } from './lib/examples';
import { faultsOf, runHandwritingToSpeech } from './lib/handwritingToSpeech';
import { REPOSITORY } from './lib/pack';
import { openPlatformSite } from './lib/openPlatformSite';
import type { RestClient, StoredCredential } from './lib/rest';
import { chain, MANUAL_TRIGGER } from './lib/workflows';

const PACKAGE = 'n8n-nodes-xfyun';

let rest: RestClient;
let readLog: () => Promise<string>;
let simulator: Simulator;
let credential: StoredCredential;
/** The fields of the credential. */
let data: Record<string, unknown>;

beforeAll(async () => {
	({ rest, readLog, simulator, credential, data } = await openPlatformSite());
});

afterAll(async () => await simulator.close());

test('n8n loads every node of the package, and a tool for each node that is usable as a tool', async () => {
	const manifest = JSON.parse(readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8')) as {
		n8n: { nodes: string[] };
	};
	const names = manifest.n8n.nodes
		.map((file) => path.basename(file, '.node.js'))
		.map((name) => `${name.charAt(0).toLowerCase()}${name.slice(1)}`);
	const types = await rest.nodeTypes(`${PACKAGE}.`);
	const loaded = types.map(({ name }) => name);
	expect(loaded).toEqual(expect.arrayContaining(names.map((name) => `${PACKAGE}.${name}`)));
	const tools = types.filter(({ usableAsTool }) => usableAsTool).map(({ name }) => `${name}Tool`);
	expect(tools).not.toEqual([]);
	expect(loaded).toEqual(expect.arrayContaining(tools));
});

describe('the credential test', () => {
	const testWith = async (changes: Record<string, unknown>) =>
		await rest.testCredential(credential, { ...data, ...changes });

	test('the credential test is green with the right key of each service', async () => {
		for (const testService of [
			'text',
			'dependencies',
			'roles',
			'semantics',
			'handwriting',
			'speech',
			'streaming',
			'expression',
			'scene',
			'object',
			'violence',
		]) {
			expect({ testService, ...(await testWith({ testService })) }).toEqual({
				testService,
				status: 'OK',
				message: 'Connection successful',
			});
		}
	});
});

describe('examples/handwriting-to-speech.json', () => {
	test('the example contains the image from the fixtures, whose text the test knows', async () => {
		const image = readFileSync(
			path.join(REPOSITORY, 'test/fixtures/images/handwriting-to-speech.png'),
		).toString('base64');
		expect(JSON.stringify(await readExample('handwriting-to-speech'))).toContain(image);
	});

	test('the example reads the words in the image and speaks them', async () => {
		const workflow = bindCredentials(
			await readExample('handwriting-to-speech'),
			await rest.nodeTypes(PACKAGE),
			{ iflytekApi: credential },
		);
		const { id } = await rest.createWorkflow(workflow);
		const note = await runHandwritingToSpeech(rest, id);
		expect(await faultsOf(note)).toEqual([]);
		expect(simulator.log.slice(-2).map(({ endpoint }) => endpoint)).toEqual([
			'handwriting',
			'streaming',
		]);

		// npm start and CI use `faultsOf`, too. It must notice one wrong letter and one wrong sample.
		expect(await faultsOf({ ...note, text: note.text.replace('G', 'C') })).toEqual([
			expect.stringContaining('Cood morning'),
		]);
		// Sample 2000 comes after a header of 44 bytes and 2000 samples of two bytes.
		const audio = Buffer.from(note.audio);
		audio.writeInt16LE(audio.readInt16LE(4044) + 1, 4044);
		expect(await faultsOf({ ...note, audio })).toEqual([expect.stringMatching(/^Sample 2000 /)]);
	});
});

describe('the credential in the HTTP Request node', () => {
	const requestWith = (headers: { name: string; value: string }[]) =>
		chain('HTTP Request', [
			MANUAL_TRIGGER,
			{
				name: 'Ask',
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				parameters: {
					method: 'POST',
					url: `${simulator.baseUrls.nlp}/v1/cws`,
					authentication: 'predefinedCredentialType',
					nodeCredentialType: 'iflytekApi',
					sendHeaders: headers.length > 0,
					headerParameters: { parameters: headers },
					sendBody: true,
					contentType: 'form-urlencoded',
					bodyParameters: { parameters: [{ name: 'text', value: '今天天气很好' }] },
				},
				credentials: [credential],
			},
		]);

	test('if a request has an X-Param, the credential signs the request with this X-Param', async () => {
		const param = Buffer.from('{"type":"dependent"}').toString('base64');
		const { id } = await rest.createWorkflow(requestWith([{ name: 'X-Param', value: param }]));
		const execution = await rest.run(id);
		const [item] = execution.items('Ask');
		expect(item?.json).toMatchObject({
			code: '0',
			data: { word: expect.arrayContaining(['今天天气', '很']) as string[] },
		});
		expect(simulator.log.at(-1)).toMatchObject({
			endpoint: 'cws',
			authentic: true,
			param: { type: 'dependent' },
		});
	});
});

describe('the credential in the HTTP Request node with HMAC-SHA256', () => {
	const requestWith = (stored: StoredCredential, options: INodeParameters, settings: object = {}) =>
		chain('HTTP Request', [
			MANUAL_TRIGGER,
			{
				name: 'Ask',
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				parameters: {
					method: 'GET',
					url: `${simulator.baseUrls.streaming.replace('ws', 'http')}/v2/tts`,
					authentication: 'predefinedCredentialType',
					nodeCredentialType: 'iflytekApi',
					options,
				},
				credentials: [stored],
				settings,
			},
		]);
	/**
	 * The API Key as a signed address contains it, in Base64. The last four characters are left out, because they depend on what
	 * follows the key.
	 */
	const base64Key = () =>
		Buffer.from(`api_key="${String(data.apiKey)}"`)
			.toString('base64')
			.slice(0, -4);

	test('the credential signs the address', async () => {
		const stored = await rest.createCredential('iflytekApi', 'HMAC', {
			...data,
			httpSignature: 'hmac',
		});
		const { id } = await rest.createWorkflow(
			requestWith(stored, { response: { response: { neverError: true, fullResponse: true } } }),
		);
		const execution = await rest.run(id);
		expect(execution.items('Ask')[0]?.json).toMatchObject({
			statusCode: 426,
			body: { message: 'WebSocket upgrade required' },
		});
		expect(simulator.log.at(-1)).toMatchObject({
			endpoint: 'streaming',
			authentic: true,
			appid: data.appId,
		});
		expect(JSON.stringify(execution.data)).not.toContain(base64Key());
	});
});

test('a failure tells the user what happened, what to do and the sid, but not the key', async () => {
	const wrong = await rest.createCredential('iflytekApi', 'Wrong key', {
		...data,
		apiKey: 'a-key-that-is-wrong',
	});
	const { id } = await rest.createWorkflow(
		chain('Wrong key', [
			MANUAL_TRIGGER,
			{
				name: 'Segment',
				type: `${PACKAGE}.iflytek`,
				parameters: { resource: 'text', operation: 'segment', text: '今天天气很好' },
				credentials: [wrong],
			},
		]),
	);
	const execution = await rest.run(id);
	expect(execution.status).toBe('error');
	const shown = JSON.stringify(execution.error);
	expect(shown).toContain('10105');
	expect(shown).toContain(simulator.log.at(-1)?.sid ?? 'no sid in the log');
	expect(execution.error).toMatchObject({
		message: expect.any(String) as string,
		description: expect.stringMatching(/key/i) as string,
	});
	expect(shown).not.toContain('a-key-that-is-wrong');
	expect(JSON.stringify(execution.data)).not.toContain('a-key-that-is-wrong');
	expect(await readLog()).not.toContain('a-key-that-is-wrong');
});
