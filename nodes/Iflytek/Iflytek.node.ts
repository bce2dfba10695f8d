import {
	NodeConnectionTypes,
	type IBuilderHint,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { operationOutputs, withHints, type ParameterHints } from '../shared/n8n/aiBuilder';
import { describeResources, runNode } from '../shared/n8n/run/operations';
import { systemClock, type Clock } from '../shared/n8n/requests/clock';
import { iflytekApiTest } from './methods/credentialTest';
import { resources } from './actions/router';
import { searchVoices } from './methods/voiceSearch';
import { createOpenPlatformClient } from './transport/openPlatformClient';
import { outputSchemas } from './outputSchemas';

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
		usableAsTool: {
			// A tool neither takes nor returns files.
			replacements: { description: 'Analyze Chinese text and recognize images with iFLYTEK' },
		},
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

/** The texts about this node for n8n's AI builder. */
export const builderHint: IBuilderHint = {
	searchHint: [
		'Analyzes Chinese text, reads handwritten and printed text in images, converts text to speech, and classifies images.',
		'It does not recognize speech, translate or chat.',
		'Handwriting and Image take a file from a binary field of the input item ("data" by default), so a node that loads the file comes before: HTTP Request with a file as response, Read/Write Files from Disk, a form or an email trigger.',
		'Speech puts its audio file in the binary field "data". Its default service, Streaming, needs the API Secret in the credential.',
		'To get words, entities and syntax of one text, use one Analyze instead of several operations.',
		'Each service has its own key: one credential holds those of several services (Separate Keys per Service).',
	].join(' '),
	relatedNodes: [
		{
			nodeType: 'n8n-nodes-xfyun.iflytek',
			relationHint:
				'Reads aloud what Handwriting returned: Speech, Synthesize with the field "text" as Text',
		},
		{
			nodeType: 'n8n-nodes-base.httpRequest',
			relationHint:
				'Loads the image for Handwriting or Image: response format File, output field "data"',
		},
		{
			nodeType: 'n8n-nodes-xfyun.iflytekAiCallTrigger',
			relationHint: 'Its dialogs of phone calls have a text for Analyze or Recognize Entities',
		},
	],
	extraTypeDefContent: operationOutputs(outputSchemas),
};

export const parameterHints: ParameterHints = {
	binaryPropertyName:
		'The name of the binary field, such as "data". Not an expression, not the file itself.',
	imageUrl:
		'Only with inputType "url"; leave it out otherwise. A URL that iFLYTEK can reach from the internet.',
	imageUrls:
		'Only with inputType "urls"; leave it out otherwise. URLs that iFLYTEK can reach from the internet, one per line.',
	imageIds: 'Only with inputType "ids"; leave it out otherwise. An image_id of an earlier result.',
	voice:
		'For example { __rl: true, mode: "name", value: "xiaoyan" }. Keep the default unless the user names a voice: the application must be licensed for it.',
	service:
		'Keep "streaming", which needs the API Secret in the credential. Use "standard" only if the user says that the application has it.',
	includeWords:
		'Keep it on: without it the result has tags or relations by position, without the words.',
	flatOutput:
		'On only if the result goes to a sheet, a CSV file or a database: its fields are then the texts text, words, tags, people, places, organizations, warnings, sids.',
	includeInputFields:
		'On if a later step needs the fields of the input next to the result, such as an ID of the row.',
	longText: 'Leave it out: longer text is split and the results are merged.',
	outputField:
		'Leave it out unless another binary field must be kept: the node after this one reads "data".',
};
