import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { iflytekAiCallApiTest } from '../shared/aiCall/transport/aiCallCredentialTest';
import { withHints } from '../shared/n8n/aiBuilder';
import { describeResources } from '../shared/n8n/run/operations';
import { builderHint, parameterHints } from './builderHints';
import { searchLines, searchScripts, searchTasks, searchVoices } from './methods/listSearch';
import { getLines, getScriptColumnNames, getTaskColumnNames } from './methods/loadOptions';
import { getScriptColumns, getTaskColumns } from './methods/resourceMapping';
import { resources } from './actions/router';
import { createAiCallClient } from '../shared/aiCall/transport/aiCallClient';
import { systemClock, type Clock } from '../shared/n8n/requests/clock';
import { runNode } from '../shared/n8n/run/runNode';

/**
 * What the canvas shows under the name of the node. It begins with the mode, so that one sees which
 * workflow calls people: `Check only: place: call`, `Calls people: place: call`.
 */
const SUBTITLE = [
	'={{ ({ check: "Check only: ", test: "My number: ",',
	'real: ["place", "run", "start"].includes($parameter["operation"]) ? "Calls people: " : "" }',
	')[$parameter["runMode"]] || "" }}{{ $parameter["operation"] + ": " + $parameter["resource"] }}',
].join(' ');

export class IflytekAiCall implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'iFLYTEK AI Call',
		name: 'iflytekAiCall',
		icon: { light: 'file:../../icons/iflytek.svg', dark: 'file:../../icons/iflytek.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: SUBTITLE,
		description: 'Place calls and run call campaigns with the AI phone robot of iFLYTEK',
		defaults: { name: 'iFLYTEK AI Call' },
		usableAsTool: true,
		builderHint,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'iflytekAiCallApi', required: true, testedBy: 'iflytekAiCallApiTest' }],
		properties: withHints(describeResources(resources, 'task'), parameterHints),
	};

	methods = {
		credentialTest: { iflytekAiCallApiTest },
		listSearch: { searchLines, searchScripts, searchTasks, searchVoices },
		loadOptions: { getLines, getScriptColumnNames, getTaskColumnNames },
		resourceMapping: { getScriptColumns, getTaskColumns },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runIflytekAiCall(this);
	}
}

/**
 * Runs the node over all its items.
 * @param clock the clock for the pauses between requests and for the calling hours
 * @throws NodeApiError | NodeOperationError
 */
export async function runIflytekAiCall(
	context: IExecuteFunctions,
	clock: Clock = systemClock,
): Promise<INodeExecutionData[][]> {
	return await runNode(
		context,
		resources,
		clock,
		async (concurrency) => await createAiCallClient(context, { concurrency }, clock),
	);
}
