import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { withHints } from '../shared/n8n/aiBuilder';
import { describeResources } from '../shared/n8n/run/operations';
import { builderHint, parameterHints } from './builderHints';
import { iflytekApiTest } from './methods/credentialTest';
import { resources } from './actions/router';
import { searchVoices } from './actions/speech/speechParameters';
import { systemClock, type Clock } from '../shared/n8n/requests/clock';
import { runNode } from '../shared/n8n/run/runNode';
import { createOpenPlatformClient } from './transport/openPlatformClient';

export class Iflytek implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'iFLYTEK',
		name: 'iflytek',
		icon: { light: 'file:../../icons/iflytek.svg', dark: 'file:../../icons/iflytek.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Analyze Chinese text, read handwriting, synthesize speech and recognize images with iFLYTEK',
		defaults: { name: 'iFLYTEK' },
		usableAsTool: true,
		builderHint,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'iflytekApi', required: true, testedBy: 'iflytekApiTest' }],
		properties: withHints(describeResources(resources, 'text'), parameterHints),
	};

	methods = { credentialTest: { iflytekApiTest }, listSearch: { searchVoices } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runIflytek(this);
	}
}

/**
 * Runs the node over all its items.
 * @param clock the clock for the pauses between requests
 * @throws NodeApiError | NodeOperationError
 */
export async function runIflytek(
	context: IExecuteFunctions,
	clock: Clock = systemClock,
): Promise<INodeExecutionData[][]> {
	return await runNode(
		context,
		resources,
		clock,
		async (concurrency, ended) =>
			await createOpenPlatformClient(context, concurrency, ended, clock),
	);
}
