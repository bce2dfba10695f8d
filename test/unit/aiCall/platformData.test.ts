/** What is requested from the platform about scripts and tasks, and how often. */
import {
	lookupClient,
	PlatformData,
	platformOfRun,
} from '../../../nodes/shared/aiCall/lookup/platformData';
import { LookupError, RefusalError } from '../../../nodes/shared/aiCall/protocol/aiCallErrors';
import { InputError } from '../../../nodes/shared/failure';
import { CONFIGURATION, fakeClient, PAGE, SCRIPT, type Answer } from '../calls/operationRun';

/** The data of a platform with these answers, and the requests for this data. */
function platformData(answer?: Answer, kind?: 'all') {
	const { client, asked } = fakeClient(answer);
	return { platform: new PlatformData(lookupClient(client, 5), kind), asked };
}

/** As many retries as the sending itself has. */
const PATIENT = { timeoutMs: 5, retries: 5 };

/** Answers every query of tasks with all these tasks, whatever the query asks for. */
const tasks =
	(...rows: object[]): Answer =>
	(method) =>
		method === 'queryTasks' ? { rows } : undefined;

/** The error with which this work fails; undefined if it succeeds. */
const failure = async (work: Promise<unknown>) =>
	await work.then(
		() => undefined,
		(error: unknown) => error,
	);

test('the configuration is requested once, and only the scripts unless everything is needed', async () => {
	const { platform, asked } = platformData();
	expect(await platform.configuration()).toEqual(CONFIGURATION);
	await Promise.all([platform.configuration(), platform.columnsOfScript(SCRIPT)]);
	expect(asked).toEqual([['queryConfiguration', { type: 1 }, PATIENT]]);
	const everything = platformData(undefined, 'all');
	await everything.platform.configuration();
	expect(everything.asked).toEqual([['queryConfiguration', { type: 0 }, PATIENT]]);
});

test('a run asks for the whole configuration once, and waits as long as it does to send', async () => {
	const { client, asked } = fakeClient();
	const platform = platformOfRun(client, 5);
	await Promise.all([platform.configuration(), platform.columnsOfScript(SCRIPT)]);
	expect(asked).toEqual([['queryConfiguration', { type: 0 }, PATIENT]]);
});

test('a query that failed says nothing about the items, unless it says that the task is wrong', async () => {
	const busy = new RefusalError('queryTasks', '10004', 'slow');
	const wrongTask = new RefusalError('queryTasks', '200202', 'no task');
	const wrongId = new InputError('The ID is wrong', 'Correct it.');
	const bug = new Error('a bug');
	const errorFor = async (error: Error) =>
		await failure(platformData(() => error).platform.task('7'));
	expect(await errorFor(busy)).toEqual(new LookupError(busy));
	expect(await errorFor(busy)).toBeInstanceOf(LookupError);
	for (const error of [wrongTask, wrongId, bug]) expect(await errorFor(error)).toBe(error);
});

test('a task is requested only once, even if it does not exist', async () => {
	const { platform, asked } = platformData(tasks({ task_id: '7' }, { task_id: '8' }));
	expect(await Promise.all(['8', '8', '9'].map(async (id) => await platform.task(id)))).toEqual([
		{ task_id: '8' },
		{ task_id: '8' },
		undefined,
	]);
	expect(await platform.task('9')).toBeUndefined();
	expect(asked).toEqual([
		['queryTasks', { task_id: '8', ...PAGE }, PATIENT],
		['queryTasks', { task_id: '9', ...PAGE }, PATIENT],
	]);
});

test('the columns of a script come from the configuration', async () => {
	const { platform } = platformData();
	const columns = await platform.columnsOfScript(SCRIPT);
	expect(columns).toEqual(['tel', 'name']);
	expect(await platform.columnsOfScript(SCRIPT)).toBe(columns);
	expect(await failure(platform.columnsOfScript('9'))).toMatchObject({
		message: 'Script 9 not found in this application',
	});
	const withoutColumns = platformData(() => ({ robots: [{ robot_id: SCRIPT, call_column: [] }] }));
	expect(await failure(withoutColumns.platform.columnsOfScript(SCRIPT))).toMatchObject({
		kind: 'invalidInput',
	});
});

describe('the script of a task', () => {
	test('the script of a task is the one that the task names, otherwise the chosen one', async () => {
		const { platform } = platformData(
			tasks({ task_id: '7', robot_id: ` ${SCRIPT} ` }, { task_id: '8', robot_id: ' ' }),
		);
		expect(await platform.scriptOfTask('7', 'chosen')).toBe(SCRIPT);
		expect(await platform.scriptOfTask('8', 'chosen')).toBe('chosen');
		expect(await platform.scriptOfTask('9', 'chosen')).toBe('chosen');
		expect(await platform.columnsOfTask('7', '')).toEqual(['tel', 'name']);
		expect(await platform.columnsOfTask('8', SCRIPT)).toEqual(['tel', 'name']);
	});

	test('it is an error if a task names no script and none is chosen', async () => {
		const { platform } = platformData(tasks({ task_id: '8' }));
		expect(await failure(platform.scriptOfTask('8', ''))).toMatchObject({
			name: 'InputError',
			message: 'The platform did not return the script of task 8',
			details: {
				advice: 'Select the script of the task in the Script field so its columns can be loaded.',
			},
		});
		expect(await failure(platform.scriptOfTask('9', ''))).toMatchObject({
			message: 'Task 9 not found',
		});
	});
});
