import { speak, type Simulator } from '../simulator';
import { wavSamples } from './lib/handwritingToSpeech';
import { openPlatformSite } from './lib/openPlatformSite';
import type { RestClient, StoredCredential } from './lib/rest';
import { chain, MANUAL_TRIGGER } from './lib/workflows';

const TYPE = 'n8n-nodes-xfyun.iflytek';
const TEXT = '您好，您的订单已发货。';

let rest: RestClient;
let readLog: () => Promise<string>;
let simulator: Simulator;
let credential: StoredCredential;
let data: Record<string, unknown>;

beforeAll(async () => {
	({ rest, readLog, simulator, credential, data } = await openPlatformSite());
});
beforeEach(() => simulator.reset());
afterAll(async () => await simulator.close());

async function run(text: string, services: string[], account = credential, options = {}) {
	const nodes = services.map((service) => ({
		name: service,
		type: TYPE,
		parameters: { resource: 'speech', operation: 'synthesize', service, text, options },
		credentials: [account],
	}));
	const { id } = await rest.createWorkflow(chain('Speech', [MANUAL_TRIGGER, ...nodes]));
	return await rest.run(id);
}

test('both services return exactly the samples that the speech engine makes of the text', async () => {
	const execution = await run(TEXT, ['streaming', 'standard']);
	const expected = await speak(TEXT, { sampleRate: 16000 });
	for (const service of ['streaming', 'standard']) {
		const [item] = execution.items(service);
		const file = item?.binary?.data;
		if (!file)
			throw new Error(`${service} gave no file: ${execution.error?.message ?? 'no error'}`);
		const { samples, sampleRate } = wavSamples(await rest.binary(file));
		expect([sampleRate, samples.length]).toEqual([16000, expected.length]);
		expect(samples.findIndex((sample, index) => sample !== expected[index])).toBe(-1);
		expect(item.json).toMatchObject({
			durationSeconds: expected.length / 16000,
			pieces: 1,
			format: 'wav',
		});
	}
	expect(simulator.log.map(({ endpoint, authentic }) => [endpoint, authentic])).toEqual([
		['streaming', true],
		['speech', true],
	]);
});

test('the node repeats the request if the connection ends early', async () => {
	simulator.openPlatform.faults.add({ kind: 'stream', stream: 'closeEarly' });
	const execution = await run(TEXT, ['streaming']);
	expect(execution.items('streaming')[0]?.json).toMatchObject({ pieces: 1 });
	expect(simulator.log).toHaveLength(2);
});

test.each([
	[
		'closeEarly',
		/^The connection to 127\.0\.0\.1:\d+ was closed before the response was complete$/,
	],
	['malformed', /^A frame of the iFLYTEK platform is not a JSON object/],
	['afterEnd', /^The iFLYTEK platform sent audio after the end$/],
	['huge', /^127\.0\.0\.1:\d+ sent a frame of \d+ characters; at most 1048576 are accepted$/],
] as const)('the fault %s gives an error, never an incomplete file', async (stream, message) => {
	simulator.openPlatform.faults.add({ kind: 'stream', stream });
	const execution = await run(TEXT, ['streaming'], credential, { retries: 0 });
	expect([execution.status, execution.error?.message]).toEqual([
		'error',
		expect.stringMatching(message),
	]);
});

test('the error for a refused handshake names the reason and shows no secret', async () => {
	const apiSecret = 'a-secret-that-is-wrong';
	const wrongCredential = await rest.createCredential('iflytekApi', 'Wrong secret', {
		...data,
		apiSecret,
	});
	const execution = await run(TEXT, ['streaming'], wrongCredential);
	expect(execution.error).toMatchObject({
		message:
			'API Key or API Secret is wrong for streaming speech synthesis (HTTP 401, the platform says: HMAC signature does not match)',
		description: expect.stringMatching(/^Copy APIKey and APISecret again/) as string,
	});
	const written = JSON.stringify(execution.data) + (await readLog());
	for (const secret of [
		apiSecret,
		String(data.apiKey),
		'authorization=',
		Buffer.from('api_key="').toString('base64'),
	])
		expect(written).not.toContain(secret);
});
