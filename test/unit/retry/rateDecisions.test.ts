import { RateControl, type Flight } from '../../../nodes/shared/retry/rateControl';

/** The pauses after this many refusals because of too many requests at the same time. No other request is in flight. */
function pausesAfterRefusals(count: number): (number | undefined)[] {
	const control = new RateControl(10, 60_000);
	let now = 0;
	return Array.from({ length: count }, () => {
		control.refused(control.sent(now), now, 'atOnce');
		const wait = control.waitMs(now);
		now += wait ?? 0;
		return wait;
	});
}

/** Sends requests at these times. If `accepted`, each is accepted immediately. */
function sendAll(control: RateControl, times: number[], accepted = true): Flight[] {
	return times.map((now) => {
		const flight = control.sent(now);
		if (accepted) control.accepted(flight);
		return flight;
	});
}

test('if no other request is in flight, pauses grow from a quarter of a second to eight seconds', () => {
	expect(pausesAfterRefusals(7)).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000]);
});

test('after an accepted request, pauses start again at the shortest', () => {
	const control = new RateControl(10, 60_000);
	control.refused(control.sent(0), 0, 'atOnce');
	control.refused(control.sent(250), 250, 'atOnce');
	sendAll(control, [750]);
	control.refused(control.sent(750), 750, 'atOnce');
	expect(control.waitMs(750)).toBe(250);
});

test('if other requests are in flight, the next request is sent when one of them ends', () => {
	const control = new RateControl(2, 60_000);
	const [first, second] = sendAll(control, [0, 0], false);
	if (!first || !second) throw new Error('not sent');
	expect(control.waitMs(0)).toBeUndefined();
	expect(control.refused(second, 0, 'atOnce')).toBe(true);
	expect(control.waitMs(0)).toBeUndefined();
	control.ended();
	expect(control.waitMs(0)).toBe(0);
});

test('after a refusal because of too many requests at the same time, one more request is allowed after twenty were accepted at this limit', () => {
	const control = new RateControl(5, 60_000);
	const [first, second] = sendAll(control, [0, 0], false);
	if (!first || !second) throw new Error('not sent');
	control.refused(second, 0, 'atOnce');
	control.accepted(first);
	const hadRoom = Array.from({ length: 21 }, () => {
		const flight = control.sent(0);
		const hasRoom = control.waitMs(0) === 0;
		control.accepted(flight);
		return hasRoom;
	});
	expect(hadRoom).toEqual([...Array.from({ length: 20 }, () => false), true]);
});

test('the first pace is the number of requests of the last second that were accepted or are in flight', () => {
	const control = new RateControl(20, 60_000);
	// At 1500, the requests of 0 and 500 are at least a second old.
	sendAll(control, [0, 500, 501, 1000, 1499]);
	const [refused, inFlight, last] = sendAll(control, [1500, 1500, 1500], false);
	if (!refused || !inFlight || !last) throw new Error('not sent');
	control.refused(refused, 1500, 'perSecond');
	// The requests of 501, 1000 and 1499, and the two in flight.
	expect(control.waitMs(1500)).toBeCloseTo(1000 / 5);
	control.refused(last, 1500, 'perSecond');
	expect(control.waitMs(1500)).toBeCloseTo(1000 / 4);
});

test('a late refusal counts what was accepted in the second before the last request', () => {
	const control = new RateControl(20, 60_000);
	sendAll(control, [0, 100]);
	const [early] = sendAll(control, [1050], false);
	if (!early) throw new Error('not sent');
	sendAll(control, [1060]);
	control.refused(early, 1900, 'perSecond');
	// The requests of 100 and 1060.
	expect(control.waitMs(1900)).toBeCloseTo(1000 / 2);
});

test('nothing is sent for as long as the platform asks, and the run ends if the wait is longer than the patience', () => {
	const control = new RateControl(10, 60_000);
	expect(control.refused(control.sent(0), 0, 'atOnce', 59_000)).toBe(true);
	expect(control.waitMs(0)).toBe(59_000);
	const [first, second, third] = sendAll(control, [59_000, 59_000, 59_000], false);
	if (!first || !second || !third) throw new Error('not sent');
	expect(control.refused(first, 59_000, 'perSecond', 60_000)).toBe(true);
	expect(control.refused(second, 59_000, 'perSecond', 60_001)).toBe(false);
});

test('the run ends if nothing was accepted for as long as the patience and nothing is in flight', () => {
	const control = new RateControl(10, 60_000);
	expect(control.refused(control.sent(0), 1000, 'perSecond')).toBe(true);
	const [waiting] = sendAll(control, [60_999], false);
	if (!waiting) throw new Error('not sent');
	// The run goes on, because one request is still in flight.
	expect(control.refused(control.sent(61_000), 61_000, 'perSecond')).toBe(true);
	expect(control.refused(waiting, 60_999, 'perSecond')).toBe(true);
	expect(control.refused(control.sent(61_000), 61_000, 'perSecond')).toBe(false);
	// After an accepted request, the run goes on.
	sendAll(control, [61_001]);
	expect(control.refused(control.sent(62_000), 62_000, 'perSecond')).toBe(true);
});

/** A control whose first request was refused at 0, and of which two requests were accepted in the second before. */
function refusedOnce(): RateControl {
	const control = new RateControl(10, 60_000);
	sendAll(control, [-500, -400]);
	control.refused(control.sent(0), 0, 'perSecond');
	return control;
}

/** Sends the next request as soon as it may be sent. Returns when that was. */
function sendNext(control: RateControl, now: number, accepted: boolean): number {
	const at = now + (control.waitMs(now) ?? 0);
	const flight = control.sent(at);
	if (accepted) control.accepted(flight);
	else control.refused(flight, at, 'perSecond');
	return at;
}

test('each accepted request raises the pace: by 5 percent, and by half a percent for 40 requests after a second refusal', () => {
	const control = refusedOnce();
	const first = sendNext(control, 0, true);
	const second = sendNext(control, first, true);
	const third = sendNext(control, second, true);
	expect([second - first, third - second]).toEqual([500, expect.closeTo(500 / 1.05)]);
	let at = sendNext(control, third, false);
	const pauses = Array.from({ length: 43 }, () => {
		const before = at;
		at = sendNext(control, before, true);
		return at - before;
	});
	const growths = pauses.map((ms, index) => (pauses[index - 1] ?? Number.NaN) / ms);
	expect(growths.slice(2, 41)).toEqual(growths.slice(2, 41).map(() => expect.closeTo(1.005, 4)));
	expect(growths.slice(41)).toEqual([expect.closeTo(1.05, 4), expect.closeTo(1.05, 4)]);
});

test('a refusal lowers the pace by a tenth, and by half if nothing was accepted since the one before', () => {
	const control = refusedOnce();
	const accepted = sendNext(control, 0, true);
	const refused = sendNext(control, accepted, false);
	expect(control.waitMs(refused)).toBeCloseTo(500 / 1.05 / 0.9);
	const again = sendNext(control, refused, false);
	expect(control.waitMs(again)).toBeCloseTo(1000 / 1.05 / 0.9);
});

test('refusals of requests that were sent together lower the pace once, and it stays above one request in ten seconds', () => {
	const control = refusedOnce();
	const [first, second] = sendAll(control, [500, 500], false);
	if (!first || !second) throw new Error('not sent');
	control.refused(first, 1000, 'perSecond');
	const wait = control.waitMs(1000);
	control.refused(second, 1000, 'perSecond');
	expect(control.waitMs(1000)).toBe(wait);
	let now = 1000;
	for (let count = 0; count < 20; count++) now = sendNext(control, now, false);
	expect(control.waitMs(now)).toBeCloseTo(10_000);
});

test('no more requests are in flight than the user allows, however many are accepted', () => {
	const control = new RateControl(1, 60_000);
	sendAll(
		control,
		Array.from({ length: 50 }, () => 0),
	);
	control.sent(0);
	expect(control.waitMs(0)).toBeUndefined();
});

/** How many requests need not wait at this time. */
function countImmediate(control: RateControl, now: number): number {
	let count = 0;
	for (; control.waitMs(now) === 0; count++) control.accepted(control.sent(now));
	return count;
}

test('after a delay, as many requests follow at once as fit into 50 ms, or one if the pace is slower', () => {
	const fast = new RateControl(200, 60_000);
	sendAll(
		fast,
		Array.from({ length: 100 }, () => -500),
	);
	fast.refused(fast.sent(0), 0, 'perSecond');
	expect(countImmediate(fast, 10_000)).toBe(6);
	expect(countImmediate(refusedOnce(), 10_000)).toBe(2);
});
