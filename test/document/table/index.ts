/** Everything that the nodes and credentials of this package show: one table for each. */
import { call, configuration } from './calls';
import { handwriting } from './handwriting';
import { image } from './image';
import type { Lines, Resource } from './line';
import { speech } from './speech';
import { outboundTask } from './task';
import { text } from './text';
import { callTrigger, contextTrigger, taskTrigger } from './triggers';

export { credentials } from './credentials';

/** Nodes with resources, and the resource that is chosen at first. */
export const actions: Readonly<
	Record<string, { default: string; resources: Readonly<Record<string, Resource>> }>
> = {
	iflytek: { default: 'text', resources: { handwriting, image, speech, text } },
	iflytekAiCall: { default: 'task', resources: { call, configuration, task: outboundTask } },
};

export const triggers: Readonly<Record<string, Lines>> = {
	iflytekAiCallTrigger: callTrigger,
	iflytekAiCallContextTrigger: contextTrigger,
	iflytekAiCallTaskTrigger: taskTrigger,
};
