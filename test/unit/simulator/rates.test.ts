import { Rates } from '../../simulator/openPlatform/rates';
import { defaultSettings } from '../../simulator/openPlatform/settings';
import { startSimulator, type Simulator } from '../../simulator';
import { ask, form } from './client';

const call = { param: { type: 'dependent' }, body: form('text', '他叫汤姆去拿外衣。') };
let simulator: Simulator;

beforeAll(async () => {
	simulator = await startSimulator();
	// The first request loads the dictionary.
	await ask(simulator, 'cws', call);
});
afterEach(() => simulator.reset());
afterAll(() => simulator.close());

/** The sorted codes of four requests that are sent together. */
const codesOfFour = async () =>
	(
		await Promise.all(
			Array.from({ length: 4 }, async () => String((await ask(simulator, 'cws', call)).code)),
		)
	).sort();

test('more requests per second than allowed are refused with 11202', async () => {
	simulator.openPlatform.configure({ ratePerSecond: 0.01, rateBurst: 2 });
	expect(await codesOfFour()).toEqual(['0', '0', '11202', '11202']);
	simulator.reset();
	expect(await codesOfFour()).toEqual(Array.from({ length: 4 }, () => '0'));
});

test('more requests at the same time than allowed are refused with 11203', async () => {
	simulator.openPlatform.configure({ rateAtOnce: 3, latencyMs: 500 });
	expect(await codesOfFour()).toEqual(['0', '0', '0', '11203']);
	// The earlier requests have ended, so they no longer count.
	expect(await codesOfFour()).toEqual(['0', '0', '0', '11203']);
});

test('the bucket fills evenly, and holds at most the requests of one second', () => {
	const rates = new Rates();
	const settings = { ...defaultSettings, ratePerSecond: 2 };
	const answers = [0, 10, 20, 499, 501, 600, 10_000, 10_001, 10_002].map(
		(now) => rates.enter(settings, now) ?? 'ok',
	);
	expect(answers).toEqual(['ok', 'ok', '11202', '11202', 'ok', '11202', 'ok', 'ok', '11202']);
});
