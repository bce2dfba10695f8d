/** examples/photo-to-text.json and examples/voice-answer.json. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Jimp, JimpMime } from 'jimp';
import type { INode } from 'n8n-workflow';
import { PNG } from 'pngjs';

import { startSimulator, type Simulator } from '../simulator';
import { completion } from './lib/chatModel';
import { bindCredentials, readExample } from './lib/examples';
import { uploadFile } from './lib/form';
import { REPOSITORY } from './lib/pack';
import { localCredentials, storeCredentials } from './lib/platform';
import { endedExecutions, jsonOf } from './lib/publishedExample';
import type { RestClient, StoredCredential } from './lib/rest';
import { sharedN8n } from './shared';
import { describeOnPinned } from './shared/pinned';

let rest: RestClient;
let simulator: Simulator;
let credentials: Record<string, StoredCredential>;

beforeAll(async () => {
	({ rest } = sharedN8n());
	simulator = await startSimulator();
	credentials = await storeCredentials(rest, localCredentials(simulator));
});

afterAll(async () => await simulator.close());

describeOnPinned('examples/photo-to-text.json', () => {
	/** A photo of 12 million pixels: a note on a table, with the noise of a camera. */
	async function photo(): Promise<Buffer> {
		const file = path.join(REPOSITORY, 'test/fixtures/images/note-english.png');
		const note = new Jimp(PNG.sync.read(readFileSync(file)));
		note.scale(6);
		const image = new Jimp({ width: 4032, height: 3024, color: 0xf0f0f0ff });
		image.composite(note, 400, 800);
		const { data } = image.bitmap;
		let state = 1;
		for (let index = 0; index < data.length; index++) {
			if (index % 4 === 3) continue;
			state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
			const noise = (state / 0x7fffffff - 0.5) * 8;
			data[index] = Math.min(255, Math.max(0, (data[index] ?? 0) + noise));
		}
		return await image.getBuffer(JimpMime.jpeg, { quality: 97 });
	}

	/** Publishes the example, changed so that its form needs no sign-in. */
	async function publish(change: (node: INode) => Partial<INode>) {
		const example = bindCredentials(
			await readExample('photo-to-text'),
			await rest.nodeTypes(),
			credentials,
		);
		const webhookId = randomUUID();
		const openForm = { authentication: 'none', requireExecuteAccess: false };
		const nodes = example.nodes.map((node) => ({
			...node,
			...(node.name === 'Photo' && {
				webhookId,
				parameters: { ...node.parameters, ...openForm },
			}),
			...change(node),
		}));
		const { id } = await rest.createWorkflow({ ...example, nodes });
		await rest.activate(id);
		return { id, formUrl: `${rest.baseUrl}/form/${webhookId}` };
	}

	test('a photo of 12 million pixels is made smaller and read; without this, the error names the settings of the example', async () => {
		const file = new Blob([await photo()], { type: 'image/jpeg' });
		const { id, formUrl } = await publish(() => ({}));
		const page = await uploadFile(formUrl, file, 'photo.jpg');
		for (const line of ['Please water the plants', 'before nine on Friday.'])
			expect(page.text).toContain(line);
		const execution = await rest.execution(page.executionId);
		const [smaller] = execution.items('Make It Smaller');
		const field = smaller?.binary?.Photo;
		const bytes = field ? await rest.binary(field) : Buffer.alloc(0);
		// The frame of a JPEG states height and width.
		const frame = bytes.subarray(bytes.indexOf(Buffer.from([0xff, 0xc0])));
		expect([frame.readUInt16BE(7), frame.readUInt16BE(5)]).toEqual([1700, 1275]);
		await rest.deactivate(id);

		const asItIs = await publish(({ name }) =>
			name === 'Make It Smaller' ? { disabled: true } : {},
		);
		await expect(uploadFile(asItIs.formUrl, file, 'photo.jpg')).rejects.toThrow();
		const [refused] = await endedExecutions(rest, asItIs.id, 1);
		expect(refused?.error?.message).toMatch(/^The file has \d+ bytes in Base64; at most 4194304/);
		expect(refused?.error?.description).toContain('Operation Resize, Width and Height 1');
		await rest.deactivate(asItIs.id);
	});
});

describeOnPinned('examples/voice-answer.json', () => {
	const ANSWER =
		'**您好！** 😊 营业时间是：\n\n- 周一至周五 9:00\n- 周六 10:00\n\n详情见[官网](https://example.com)。';
	const SPOKEN = '您好！营业时间是：\n周一至周五 9:00\n周六 10:00\n详情见官网。';
	const TOKEN = '1:stand-in';
	let server: Server;
	/** What Telegram and the model got, by the last part of the path. */
	const received: Record<string, Buffer[]> = {};
	const answers: Record<string, object> = { completions: completion(ANSWER) };
	let base: string;

	beforeAll(async () => {
		server = createServer((request, response) => {
			void (async () => {
				const chunks: Buffer[] = [];
				for await (const chunk of request) chunks.push(chunk as Buffer);
				const name = (request.url ?? '').split('/').at(-1) ?? '';
				(received[name] ??= []).push(Buffer.concat(chunks));
				const body = JSON.stringify(answers[name] ?? { ok: true, result: true });
				response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
			})();
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	});

	afterAll(() => {
		server.close();
		server.closeAllConnections();
	});

	test('the answer of a model is sent as speech, without its marks', async () => {
		const openAiApi = await rest.createCredential('openAiApi', 'Stand-in', {
			apiKey: 'none',
			url: `${base}/v1`,
		});
		const telegramApi = await rest.createCredential('telegramApi', 'Stand-in', {
			accessToken: TOKEN,
			baseUrl: base,
		});
		const workflow = await readExample('voice-answer');
		const working = workflow.nodes.filter(({ type }) => !type.endsWith('.stickyNote'));
		expect(working.length).toBeLessThanOrEqual(8);
		const example = bindCredentials(workflow, await rest.nodeTypes(), {
			...credentials,
			openAiApi,
			telegramApi,
		});
		const nodes = example.nodes.map((node) =>
			node.name === 'Message' ? { ...node, webhookId: randomUUID() } : node,
		);
		const { id } = await rest.createWorkflow({ ...example, nodes });
		await rest.activate(id);
		const registered = JSON.parse(String(received.setWebhook?.at(-1))) as {
			url: string;
			secret_token: string;
		};
		const chat = { id: 42, type: 'private', first_name: 'Li' };
		await fetch(`${rest.baseUrl}${new URL(registered.url).pathname}`, {
			method: 'POST',
			headers: {
				'Content-Type': 'application/json',
				'X-Telegram-Bot-Api-Secret-Token': registered.secret_token,
			},
			body: JSON.stringify({
				update_id: 1,
				message: { message_id: 1, date: 1, chat, from: chat, text: '几点开门？' },
			}),
		});
		const [execution] = await endedExecutions(rest, id, 1);
		expect(execution?.error).toBeUndefined();
		const [spoken] = execution ? jsonOf(execution, 'Speak the Answer') : [];
		expect(spoken).toMatchObject({
			format: 'mp3',
			spokenText: SPOKEN,
			leftOut: {
				emoji: { count: 1, characters: 1 },
				linkAddresses: { count: 1, characters: 19 },
			},
		});
		const field = execution?.items('Speak the Answer')[0]?.binary?.data;
		const audio = field ? await rest.binary(field) : Buffer.alloc(0);
		const [message = Buffer.alloc(0)] = received.sendAudio ?? [];
		expect(audio.length).toBeGreaterThan(1000);
		expect(message.includes(audio)).toBe(true);
		expect(message.toString('latin1')).toMatch(/name="chat_id"\s+42\s/);
		expect(message.toString('latin1')).toContain('filename="answer.mp3"');
		expect(String(received.completions?.at(-1))).toContain('几点开门？');
		await rest.deactivate(id);
	});
});
