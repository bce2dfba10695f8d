import { chance } from '../../nodes/shared/chance';
import { random, randomUUID, seedWith } from '../setup/chance';

test('tests seed all chance of the package', () => {
	expect(chance).toEqual({ random, randomUUID });
});

test('the same seed draws the same, another seed something else', () => {
	const draw = (seed: string) => {
		seedWith(seed);
		return [random(), randomUUID(), random(), randomUUID()];
	};
	const first = draw('1');
	expect(draw('1')).toEqual(first);
	expect(draw('2').filter((drawn) => first.includes(drawn))).toEqual([]);
	expect(new Set(first).size).toBe(4);
});

test('in n8n, each number and UUID is another one', async () => {
	await jest.isolateModulesAsync(async () => {
		const own = (await import('../../nodes/shared/chance')).chance;
		const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
		for (const draw of [own.randomUUID, chance.randomUUID]) {
			expect(draw()).toMatch(UUID);
			expect(draw()).not.toBe(draw());
		}
		for (const draw of [own.random, chance.random]) {
			expect(draw()).toBeGreaterThanOrEqual(0);
			expect(draw()).toBeLessThan(1);
			expect(draw()).not.toBe(draw());
		}
	});
});
