import { Rates } from '../../simulator/openPlatform/rates';
import { defaultSettings } from '../../simulator/openPlatform/settings';
import { startSimulator, type Simulator } from '../../simulator';
import { form, verdict } from './client';

const call = { param: { type: 'dependent' }, body: form('text', '他叫汤姆去拿外衣。') };
let simulator: Simulator;

beforeAll(async () => {
	simulator = await startSimulator();
	// The first request loads the dictionary.
	await verdict(simulator, 'cws', call);
});
afterEach(() => simulator.reset());
afterAll(() => simulator.close());

const codes = async () =>
	(
		await Promise.all(
			Array.from({ length: 4 }, async () => (await verdict(simulator, 'cws', call)).slice(0, 5)),
		)
	).sort();

test('more requests a second than allowed are refused with 11202', async () => {
	simulator.openPlatform.configure({ ratePerSecond: 0.01, rateBurst: 2 });
	expect(await codes()).toEqual(['0 suc', '0 suc', '11202', '11202']);
	simulator.reset();
	expect(await codes()).toEqual(Array.from({ length: 4 }, () => '0 suc'));
});

test('more requests at the same time than allowed are refused with 11203', async () => {
	simulator.openPlatform.configure({ rateAtOnce: 3, latencyMs: 500 });
	expect(await codes()).toEqual(['0 suc', '0 suc', '0 suc', '11203']);
	expect(await codes()).toEqual(['0 suc', '0 suc', '0 suc', '11203']);
});

test('the bucket fills evenly, and holds at most the requests of one second', () => {
	const rates = new Rates();
	const settings = { ...defaultSettings, ratePerSecond: 2 };
	const answers = [0, 10, 20, 499, 501, 600, 10_000, 10_001, 10_002].map(
		(now) => rates.enter(settings, now) ?? 'ok',
	);
	expect(answers).toEqual(['ok', 'ok', '11202', '11202', 'ok', '11202', 'ok', 'ok', '11202']);
});
