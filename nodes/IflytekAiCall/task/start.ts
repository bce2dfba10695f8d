import { noticeOf } from '../../shared/n8n/parameters';
import { changeState } from './state';

/** Starting a task, or going on with a paused one (document 2, 4.6). */
export const start = changeState(
	{ name: 'Start', value: 'start', action: 'Start or resume calling for a task', description: 'Start calling the rows of a task, or resume a paused task (启动任务, API: task/start). No more rows can be added afterwards.' },
	'startTask',
	'started',
	noticeOf('Starting a task calls every row in it. Test with your own number first. Call results arrive later, through the iFLYTEK AI Call Trigger.'),
);
