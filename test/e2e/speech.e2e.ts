import { speak, type Simulator } from '../simulator';
import { wavSamples } from './lib/handwritingToSpeech';
import { openPlatformSite } from './lib/openPlatformSite';
import type { RestClient, StoredCredential } from './lib/rest';
import { chain, MANUAL_TRIGGER } from './lib/workflows';

const TYPE = 'n8n-nodes-xfyun.iflytek';
const TEXT = '您好，您的订单已发货。';

let rest: RestClient;
let simulator: Simulator;
let credential: StoredCredential;

beforeAll(async () => {
	({ rest, simulator, credential } = await openPlatformSite());
});
beforeEach(() => simulator.reset());
afterAll(async () => await simulator.close());

async function run(text: string, services: string[]) {
	const nodes = services.map((service) => ({
		name: service,
		type: TYPE,
		parameters: { resource: 'speech', operation: 'synthesize', text, options: { service } },
		credentials: [credential],
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
