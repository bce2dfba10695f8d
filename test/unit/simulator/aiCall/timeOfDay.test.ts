import { startSimulator } from '../../../simulator';

it("the platform's clock is set to the next moment with a time of day in China", async () => {
	const simulator = await startSimulator({
		aiCall: { speed: 0, startTime: Date.parse('2026-11-28T22:30:00+08:00') },
	});
	const set = async (timeOfDay: string) => {
		const response = await fetch(`${simulator.url}/_control/aicall/clock`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ timeOfDay }),
		});
		return [response.status, new Date(simulator.aiCall.clock.now()).toISOString()];
	};
	expect(await set('23:00')).toEqual([200, '2026-11-28T15:00:00.000Z']);
	expect(await set('10:00')).toEqual([200, '2026-11-29T02:00:00.000Z']);
	expect(await set('07:30')).toEqual([200, '2026-11-29T23:30:00.000Z']);
	expect(await set('25:00')).toEqual([400, '2026-11-29T23:30:00.000Z']);
	await simulator.close();
});
