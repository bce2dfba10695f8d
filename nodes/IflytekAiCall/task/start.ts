import { noticeOf } from '../../shared/n8n/parameters/properties';
import { changeState } from './state';

/** Starting a task, or going on with a paused one (document 2, 4.6). */
export const start = changeState(
	{
		name: 'Start',
		value: 'start',
		action: 'Start or resume a task, which rings real telephones',
		description: 'Begin to call the rows of a task, or go on with a paused one. After that it takes no more rows (API: task/start).',
	},
	'startTask',
	'started',
	noticeOf('All rows of the task are called, real people on real telephones. Run it with your own number first. How a call went comes later, through the iFLYTEK AI Call Trigger.'),
);
