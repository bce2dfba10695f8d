import { PLATFORM_ZONE, readCallingHours } from '../../../nodes/shared/aiCall/time/callingHours';
import { platformPeriods } from '../../../nodes/shared/aiCall/time/taskWindow';
import { checkColumns } from '../../../nodes/shared/aiCall/rows/columns';
import { contextResponse, fallbackResponse } from '../../../nodes/shared/aiCall/pushes/callContext';
import { checkKeys } from '../../../nodes/shared/aiCall/protocol/aiCallAccount';
import { normalizeBaseUrl } from '../../../nodes/shared/aiCall/protocol/apiMethods';
import {
	checkPushSecret,
	pushSecretIn,
} from '../../../nodes/shared/aiCall/configuration/pushSecret';
import { taskCreationBody, type TaskPlan } from '../../../nodes/shared/aiCall/tasks/taskCreation';
import { listTasks } from '../../../nodes/IflytekAiCallTaskTrigger/watchedTasks';
import { taskQueryBody } from '../../../nodes/shared/aiCall/tasks/taskQuery';
import { toMilliseconds } from '../../../nodes/shared/aiCall/time/times';
import { Failure } from '../../../nodes/shared/failure';
import { CONSOLE } from '../../setup/console';

const PLAN: TaskPlan = {
	name: 'a',
	robotId: '801',
	lineNums: ['1'],
	begin: 1_800_000_000_000,
	periods: ['09:00:00-20:00:00'],
	voiceCode: '',
};
const createWith = (change: Partial<TaskPlan>) => () => taskCreationBody({ ...PLAN, ...change });

/** The advice in the error for refused input. */
async function adviceOf(action: () => unknown): Promise<string | undefined> {
	try {
		await action();
	} catch (error) {
		if (error instanceof Failure) return error.details.advice;
		throw error;
	}
	throw new Error('was not refused');
}

test.each<[string, () => unknown, string]>([
	[
		'no columns',
		() => checkColumns([]),
		'Select the script to load its columns. The first column is the phone number.',
	],
	[
		'too many tasks',
		async () => await listTasks(async () => ({ totalRows: 30_000, rows: [] })),
		'Set Name Contains or Task IDs under Filters.',
	],
	[
		'an unknown time zone',
		() => readCallingHours('09:00-20:00', 'x'),
		'Enter a name such as Asia/Shanghai, Asia/Tokyo or Europe/Berlin. An abbreviation such as CST can mean several.',
	],
	[
		'no calling hours',
		() => readCallingHours('', PLATFORM_ZONE),
		'Enter one or several periods such as 09:00-20:00 or 09:00-12:00, 14:00-20:00. A period may go over midnight (22:00-06:00); 00:00-24:00 is any time. A time zone such as Asia/Shanghai goes into Time Zone under Calling Times.',
	],
	[
		'hours that have no common time before and after a clock change',
		() => platformPeriods(readCallingHours('09:00-10:00', 'Europe/Berlin'), 1_800_000_000_000),
		'Choose longer hours, or an End Time before the clocks change.',
	],
	['a failed item', () => contextResponse({ error: 'x' }), 'See its error in the execution.'],
	[
		'a response that is not an object',
		() => contextResponse([]),
		'Make the last node return one item whose fields are the dynamic variables of the script.',
	],
	[
		'a fallback that is not JSON',
		() => fallbackResponse('{'),
		'Enter it like {"name": "value", "other": "value"}.',
	],
	[
		'empty keys',
		() => checkKeys({ appKey: '', appSecret: '' }),
		`Copy both from ${CONSOLE}: your application, Opened Services.`,
	],
	[
		'an invalid base URL',
		() => normalizeBaseUrl('x'),
		'Correct it in the credential: host name and optional path only. The default is https://callapi.xfyun.cn.',
	],
	[
		'a secret with #',
		() => checkPushSecret('#'),
		'Use only letters, digits and - . _ ~, or replace # with %23 in the URL.',
	],
	[
		'a secret that is neither text nor a number',
		() => pushSecretIn({ pushSecret: true }),
		'No request can match it. Check the expression in the credential: it must return text.',
	],
	[
		'a text that is not a date',
		() => toMilliseconds('x', PLATFORM_ZONE, 'From'),
		'Enter a date and time such as 2026-11-21T09:00:00 (time zone optional), or a Unix timestamp in milliseconds.',
	],
	[
		'a time in seconds',
		() => toMilliseconds(1_800_000_000, PLATFORM_ZONE, 'From'),
		'Enter a date and time such as 2026-11-21T09:00:00, or a Unix timestamp in milliseconds (13 digits), not in seconds.',
	],
	[
		'an end before the start',
		createWith({ end: 1 }),
		'Correct Start Time or End Time. A time without a time zone is read in that of Calling Times.',
	],
	['a task without a line', createWith({ lineNums: [] }), 'Choose at least one line.'],
	[
		'a filter that ends before it begins',
		() => taskQueryBody({ begin: 2, end: 1 }),
		'Swap or correct the two times.',
	],
])('the advice about %s', async (_name, action, advice) => {
	expect(await adviceOf(action)).toBe(advice);
});
