import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { iflytekAiCallApiTest } from '../shared/aiCall/transport/aiCallCredentialTest';
import { withHints } from '../shared/n8n/aiBuilder';
import { builderHint, parameterHints } from './builderHints';
import { properties } from './parameters';
import { pollTasks } from './poll';

export class IflytekAiCallTaskTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'iFLYTEK AI Call Task Status Trigger',
		name: 'iflytekAiCallTaskTrigger',
		// In n8n's list it stands beside the node that makes tasks, and loses the word Trigger.
		icon: {
			light: 'file:../../icons/iflytek-task-status.svg',
			dark: 'file:../../icons/iflytek-task-status.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["events"].join(", ") }}',
		description:
			'Starts the workflow when an iFLYTEK AI call task starts, pauses, finishes, expires or reaches a percentage. n8n polls the platform, so no public URL is needed.',
		eventTriggerDescription: '',
		activationMessage:
			'Changes of tasks will start this workflow. The first poll only remembers the tasks as they are.',
		defaults: { name: 'iFLYTEK AI Call Task Status Trigger' },
		polling: true,
		builderHint,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'iflytekAiCallApi', required: true, testedBy: 'iflytekAiCallApiTest' }],
		properties: withHints(properties, parameterHints),
	};

	methods = { credentialTest: { iflytekAiCallApiTest } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollTasks(this);
	}
}
