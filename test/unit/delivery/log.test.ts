/** The lines in n8n's log, of which no phone number must be one. */
import { DeliveryLog } from '../../../nodes/IflytekAiCall/send/log';
import { nodeRunOf } from '../../../nodes/IflytekAiCall/send/nodeRun';
import { Failure } from '../../../nodes/shared/failure';
import { acceptedAs, contextOf, decisionsOf, entriesTo, PLACE_NAMES } from './context';

const entry = entriesTo({ body: () => ({}) });

test('each batch has a number, and its lines name items and IDs', () => {
	const { context, lines } = contextOf({ execution: { id: '9' } });
	const log = new DeliveryLog(nodeRunOf(context), PLACE_NAMES);
	const [first, second] = [entry(0), entry(1)];
	const rows = [first, second];
	const decisions = decisionsOf();
	expect([log.begin(rows), log.begin([entry(2)])]).toEqual([1, 2]);
	log.beginRows(rows);
	log.end(1, rows, decisions);
	decisions.set(first, { state: 'unknown', failure: new Failure('lost', 'interrupted') });
	log.end(1, rows, decisions);
	decisions.set(second, acceptedAs('7'));
	log.end(1, rows, decisions);
	log.started('t1');
	log.warnOfRecord('away');
	const last = entry(3);
	decisions.set(last, { state: 'notSent', failure: new Failure('stopped', 'stopped') });
	log.warnOfStop([...rows, entry(2), last], decisions);
	expect(lines).toEqual(
		[
			'info , batch 1: sending 2 rows, items 0 to 1',
			'info , batch 2: sending 1 row, item 2',
			'info : rows begun: 2 rows, items 0 to 1',
			'warn , batch 1: not accepted, items 0 to 1',
			'warn , batch 1: not known whether accepted, items 0 to 1',
			'info , batch 1: accepted (task_data_id): item 1: 7',
			'info : task t1 started',
			'warn : what became of the rows could not be recorded, so a later run may say that it is unknown: away',
			'warn : The execution was stopped. Of 4 rows 1 were accepted, 1 unknown, 2 not sent',
		].map((line) => line.replace(' ', ' Calls: execution 9')),
	);
});
