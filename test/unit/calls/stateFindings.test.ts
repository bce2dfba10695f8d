/** What a check says of a task that is to be started or deleted. */
import { lookupClient, PlatformData } from '../../../nodes/shared/aiCall/lookup/platformData';
import {
	checkTaskDeletion,
	checkTaskStart,
} from '../../../nodes/IflytekAiCall/actions/task/stateFindings';
import { CONFIGURATION, fakeClient, NOW, SCRIPT } from './operationRun';

const OCCUPIED = '055100000009';

const configuration = { ...CONFIGURATION, lines: [{ line_num: OCCUPIED, status: '1' }] };

function platformWith(task: object | undefined) {
	const { client } = fakeClient((method) =>
		method === 'queryTasks' ? { rows: task ? [{ task_id: '7', ...task }] : [] } : configuration,
	);
	return new PlatformData(lookupClient(client, 5), 'all');
}

const started = async (task?: object) => await checkTaskStart(platformWith(task), '7', NOW);
const deleted = async (task?: object) => await checkTaskDeletion(platformWith(task), '7');

const END = NOW + 1000;
const NOT_FOUND = expect.stringMatching(/^Task 7 not found\. /);

test.each<[string, object, string, string]>([
	[
		'a task of which nothing is known',
		{ robot_id: ' ' },
		'Task 7: unknown number of rows: calling begins at once',
		'Task 7: unknown number of rows',
	],
	[
		'a paused task',
		{
			robot_id: ` ${SCRIPT} `,
			robot_name: ' ',
			status: 3,
			time_range: '[]',
			time_task_estimate_begin: Date.parse('2026-11-23T21:00:00+08:00'),
			count_tel: 1,
			task_name: 'A',
		},
		`Task 7 'A': 1 row, script ${SCRIPT}: calling begins Mon, Nov 23, 21:00 (UTC+8)`,
		"Task 7 'A': 1 row, status Paused",
	],
	[
		'a new task that has not ended',
		{ status: 0, count_tel: 2, time_task_estimate_end: END, robot_name: 'Survey' },
		'Task 7: 2 rows, script Survey: calling begins at once',
		'Task 7: 2 rows, status New',
	],
])('%s', async (_title, task, start, deletion) => {
	const startNote = `${start}. Nothing was started.`;
	const deletionNote = `${deletion}: it would be deleted permanently, with its rows. Nothing was deleted.`;
	for (const [{ json, text }, note] of [
		[await started(task), startNote],
		[await deleted(task), deletionNote],
	] as const)
		expect([json.state, json.note, text, 'problems' in json, 'warnings' in json]).toEqual([
			'ready',
			note,
			note,
			false,
			false,
		]);
});

test('a check of a start lists all problems and warnings of a task; the panel shows the first problem and the warnings', async () => {
	const problems = [
		'Task 7 is deleted. Choose another task, or create one.',
		'Task 7 is the long-term task of direct calls. Choose another task.',
		'Task 7 cannot be started: its status is Finished. Choose another task, or create one.',
		'The End Time of task 7 has passed (2026-11-23T04:00:00.000Z). Choose another task, or create one.',
		'Task 7 has no rows. Add rows first (Task: Add Rows).',
	];
	const task = { deleted: 1, task_type: 2, status: 4, time_task_estimate_end: NOW, count_tel: 0 };
	expect(await started(task)).toEqual({
		json: { state: 'problem', task_id: '7', total: 0, note: problems[0], problems },
		text: problems[0],
	});
	const warned = await started({ line_num: OCCUPIED, count_tel: 1 });
	expect(warned).toEqual({
		json: {
			state: 'ready',
			task_id: '7',
			total: 1,
			note: expect.stringMatching(/^Task 7: 1 row: /),
			warnings: [expect.stringMatching(/^Line 055100000009 is occupied: /)],
		},
		text: expect.stringMatching(
			/^Task 7: 1 row: .* Nothing was started\. Line 055100000009 is occupied: /,
		),
	});
});

test('a task that does not exist has a problem, and one that is deleted is deleted already', async () => {
	for (const check of [await started(), await deleted()])
		expect(check).toEqual({
			json: { state: 'problem', task_id: '7', note: NOT_FOUND, problems: [NOT_FOUND] },
			text: NOT_FOUND,
		});
	expect((await deleted({ deleted: 1 })).text).toBe(
		'Task 7: unknown number of rows: it is deleted already. Nothing was deleted.',
	);
});
