import { VirtualClock } from '../../../simulator/aiCall/clock';

it('a clock that is advanced by hand runs planned actions in order, each at its own time', () => {
	const clock = new VirtualClock(1000, 0);
	const seen: [string, number][] = [];
	const note = (name: string) => (): void => void seen.push([name, clock.now()]);
	clock.after(500, note('b'));
	clock.after(100, () => {
		note('a')();
		clock.after(300, note('nested'));
		clock.at(5, note('past'));
	});
	clock.after(500, note('c'));
	const cancel = clock.after(200, note('never'));
	cancel();
	clock.after(501, note('later'));
	clock.advance(500);
	expect(seen).toEqual([
		['a', 1100],
		['past', 1100],
		['nested', 1400],
		['b', 1500],
		['c', 1500],
	]);
	expect([clock.now(), clock.nextDue()]).toEqual([1500, 1501]);
});

it('the clock runs at the configured multiple of real time, and an action sees exactly its planned time', async () => {
	const clock = new VirtualClock(0, 1000);
	const seen = await new Promise<number>((resolve) => clock.at(20_000, () => resolve(clock.now())));
	expect(seen).toBe(20_000);
	clock.setSpeed(0);
	// At speed 0 the clock stands still.
	const now = clock.now();
	await new Promise((resolve) => setTimeout(resolve, 15));
	expect(clock.now()).toBe(now);
	clock.stop();
});
