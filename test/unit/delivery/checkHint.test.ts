import { showCheck, type CheckedRow } from '../../../nodes/IflytekAiCall/check/checkHint';
import { contextOf } from './context';

test('the hint of a check with 200,000 rows that must wait names the earliest time', () => {
	const rows = Array.from({ length: 200_000 }, (_, item): CheckedRow => ({
		item,
		state: 'wouldWait',
		from: `2026-11-${item === 100_000 ? 24 : 25}T09:00:00+08:00`,
		json: {},
	}));
	const { context, hints } = contextOf();
	showCheck(
		context,
		{ method: 'placeCalls', action: 'call people', idName: 'id', nouns: ['row', 'rows'] },
		rows,
		{ runFindings: [] },
	);
	expect(hints).toEqual([
		{
			message: 'Check, nothing was sent: 200000 would be called from Tue, Nov 24, 09:00 (UTC+8) on',
			location: 'outputPane',
		},
	]);
});
