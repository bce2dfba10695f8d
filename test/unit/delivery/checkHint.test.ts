import { showCheck, type CheckedRow } from '../../../nodes/IflytekAiCall/report/checkHints';
import {
	OutsideHoursError,
	readCallingHours,
} from '../../../nodes/shared/aiCall/time/callingHours';
import { contextOf, PLACE_NAMES } from './context';

test('the hint of a check with 200,000 rows outside the calling times names the earliest time', () => {
	const hours = readCallingHours('09:00-20:00', 'Asia/Shanghai');
	const [first, later] = ['2026-11-23T21:00:00+08:00', '2026-11-24T21:00:00+08:00'].map(
		(at) => new OutsideHoursError(hours, Date.parse(at)),
	);
	const rows = Array.from({ length: 200_000 }, (_, item): CheckedRow => ({
		state: 'outsideHours',
		held: item === 100_000 ? first : later,
		json: {},
	}));
	const { context, hints } = contextOf();
	showCheck(context, PLACE_NAMES, rows, { runFindings: [] });
	expect(hints).toEqual([
		{
			message: 'Check, nothing was sent: 0 ready to be called · 200000 outside the calling times',
			location: 'outputPane',
		},
		{
			message:
				'Nobody can be called now: it is 21:00 in Asia/Shanghai, outside the Calling Hours 09:00-20:00. Nothing is queued: run this again from Tue, Nov 24, 09:00 (UTC+8) on, or use a task, which waits.',
			type: 'warning',
			location: 'outputPane',
		},
	]);
});
