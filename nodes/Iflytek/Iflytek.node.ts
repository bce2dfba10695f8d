import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { describeResources } from '../shared/n8n/run/operations';
import { iflytekApiTest } from './credentialTest';
import { resources } from './resources';
import { runIflytek } from './run';
import { searchVoices } from './speech/speechParameters';

export class Iflytek implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'iFLYTEK',
		name: 'iflytek',
		icon: { light: 'file:../../icons/iflytek.svg', dark: 'file:../../icons/iflytek.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Analyze Chinese text, read handwriting, synthesize speech and recognize images with iFLYTEK (讯飞)',
		defaults: { name: 'iFLYTEK' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'iflytekApi', required: true, testedBy: 'iflytekApiTest' }],
		properties: describeResources(resources, 'text'),
	};

	methods = { credentialTest: { iflytekApiTest }, listSearch: { searchVoices } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runIflytek(this);
	}
}
