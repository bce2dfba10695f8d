/** When a new task, and a task that takes rows, can first call, and what is said of it. */
import { callsText } from '../../../nodes/IflytekAiCall/actions/task/callsText';
import { readPlan } from '../../../nodes/IflytekAiCall/actions/task/plan';
import { readCallingHours } from '../../../nodes/shared/aiCall/time/callingHours';
import { Item } from '../../../nodes/shared/n8n/parameters/item';
import { FakeContext } from '../n8n/fakeContext';
import { NOW } from './operationRun';

const at = (time: string) => Date.parse(`2026-11-${time}+08:00`);

describe('the first possible call of a new task', () => {
	const hours = readCallingHours('09:00-20:00', 'Asia/Shanghai');
	const firstCall = (startTime: string | undefined, start: number) => {
		const options = startTime === undefined ? {} : { begin: startTime };
		const item = new Item(new FakeContext({ options }).n8n, 0);
		return readPlan(item, () => hours, NOW).firstCall(start);
	};

	test.each([
		['without a start, the beginning of the execution', undefined, '23T12:00', '23T12:00'],
		['at night, the next opening', undefined, '23T22:00', '24T09:00'],
		['a start later than the execution', '2026-11-25T10:00:00+08:00', '23T12:00', '25T10:00'],
		['a start outside the hours', '2026-11-25T21:00:00+08:00', '23T12:00', '26T09:00'],
		['a start that is over', '2026-11-20T10:00:00+08:00', '23T12:00', '23T12:00'],
	])('%s', (_name, startTime, start, first) => {
		expect(firstCall(startTime, at(start))).toBe(at(first));
	});
});

describe('when a task calls, in words', () => {
	const body = { time_begin: NOW, time_range: ['09:00:00-20:00:00'] };

	test('without an end', () => {
		expect(callsText(body, 'Asia/Shanghai', NOW)).toBe(
			'calling begins at once, 09:00-20:00 in China, with no end time',
		);
	});

	test('with an end, in the zone of the calling times', () => {
		expect(callsText({ ...body, time_end: at('30T18:00') }, 'Asia/Shanghai', NOW)).toBe(
			'calling begins at once, 09:00-20:00 in China, until 2026-11-30 18:00 in Asia/Shanghai',
		);
	});
});
