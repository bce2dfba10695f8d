import {
	NodeConnectionTypes,
	type IBuilderHint,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { iflytekAiCallApiTest } from '../shared/aiCall/transport/aiCallCredentialTest';
import { operationOutputs, withHints, type ParameterHints } from '../shared/n8n/aiBuilder';
import { describeResources, runNode } from '../shared/n8n/run/operations';
import { createAiCallClient } from '../shared/aiCall/transport/aiCallClient';
import { systemClock, type Clock } from '../shared/n8n/requests/clock';
import { searchLines, searchScripts, searchTasks, searchVoices } from './methods/listSearch';
import { getLines, getScriptColumnNames, getTaskColumnNames } from './methods/loadOptions';
import { getScriptColumns, getTaskColumns } from './methods/resourceMapping';
import { resources } from './actions/router';
import { outputSchemas } from './outputSchemas';

/**
 * What the canvas shows under the name of the node. It begins with the mode, so that one sees which
 * workflow calls people: `Check only: place call`, `Calls people: run task`, but `get: task`.
 */
const SUBTITLE = [
	'={{ ((mode) => (mode && mode + ": ") + $parameter["operation"] + (mode ? " " : ": ") + $parameter["resource"])(',
	'({ check: "Check only", test: "My number",',
	'real: ["place", "run", "start"].includes($parameter["operation"]) ? "Calls people" : "" })',
	'[$parameter["runMode"]] || "") }}',
].join(' ');

export class IflytekAiCall implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'iFLYTEK AI Call',
		name: 'iflytekAiCall',
		icon: {
			light: 'file:../../icons/iflytek-ai-call.svg',
			dark: 'file:../../icons/iflytek-ai-call.dark.svg',
		},
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

/** The texts about this node for n8n's AI builder. */
export const builderHint: IBuilderHint = {
	searchHint: [
		'Calls real people on the phone with a robot that follows a script. A wrong run cannot be taken back.',
		'Call: Place, Task: Run Campaign and Task: Start stay on Mode Check Only, which calls nobody; the user changes it to Call All Rows or Start Calling. Task: Add Rows needs Mode Add All Rows ("real") for the next step to have rows; it calls nobody.',
		'Call: Place calls the rows of the input immediately. For a campaign use Task: Run Campaign, which creates one task for all rows of the input, adds them and starts it. Only for steps of their own use Task: Create, Add Rows, then Start, in this order; no rows can be added after Start.',
		'Scripts, lines, voices and the columns of a script are chosen from what Configuration: Get returns; never invent them.',
		'The result is only that the platform took the row (task_data_id). How a call went comes later and starts another workflow, through iFLYTEK AI Call Trigger.',
		'The same row is sent once a day: a retry or another run sends only what is missing.',
	].join(' '),
	relatedNodes: [
		{
			nodeType: 'n8n-nodes-xfyun.iflytekAiCallTrigger',
			relationHint:
				'Starts a workflow with the result, recording and dialog of each call; its task_data_id is that of the row',
		},
		{
			nodeType: 'n8n-nodes-xfyun.iflytekAiCallTaskTrigger',
			relationHint:
				'Starts a workflow when a task finishes, pauses, expires or reaches a percentage',
		},
		{
			nodeType: 'n8n-nodes-xfyun.iflytekAiCallContextTrigger',
			relationHint: 'Gives the robot data about the caller when an inbound call begins',
		},
	],
	extraTypeDefContent: operationOutputs(outputSchemas),
};

const ID = '{ __rl: true, mode: "id", value: "…" }';

export const parameterHints: ParameterHints = {
	runMode:
		'In Call: Place, Task: Run Campaign, Task: Start and Task: Delete leave it at "check", with which nobody is called and the result says what would happen; tell the user to change it. In Task: Add Rows use "real": the later steps need the rows, and nobody is called before Task: Start. Never an expression.',
	testNumber: 'Only for "test": the number of the user, who enters it. Never an expression.',
	robotId: `${ID} with a robot_id of the user's scripts. Explore the list, or use Configuration: Get with Type Scripts. Never invent one.`,
	lineNum: `${ID} with a line_num of the user's lines. Explore the list, or use Configuration: Get with Type Lines. Never invent one.`,
	voiceCode: `${ID} with a voice_code from the list, or an empty value, with which the platform chooses a voice. Leave it out unless the user names a voice.`,
	taskId: `For a task that an earlier node created: { __rl: true, mode: "id", value: expr("{{ $json.task_id }}") }. IDs are strings of digits: never make numbers of them.`,
	columns:
		'Explore the names of the columns, or read call_column in Configuration: Get with Type Scripts: they are those of the chosen script, the first is the phone number. If the input items have fields of the same names: { mappingMode: "autoMapInputData", value: null }. Otherwise map each column by its name: { mappingMode: "defineBelow", value: { "Name of the Column": expr("{{ $json.phone }}"), … } }.',
	options:
		'Leave out what the user does not ask for: the defaults are in force, such as the calling times 09:00-20:00 in China.',
	rowsField:
		'The name of the field that has the array, such as "rows", if an input item has an array of customers. Leave it out if each input item is one customer. Not an expression.',
	ifProblems:
		'Leave it out unless the user wants the other rows sent if some are invalid or refused: then "sendOthers".',
	skipCustomers:
		'Leave it out: a list calls a number once a day, and Call: Place once a day with the same values, whoever runs the workflow. "calledToday" in Call: Place for a list of customers. "sentKey" if a row must never be sent again, such as the list of a schedule that keeps old rows. "none" only if the user wants everybody called in each run.',
	rowKey:
		'With skipCustomers "sentKey": the name of the field that has a permanent key of the row, such as "orderNumber". Ask the user what identifies a row.',
	sendInterrupted: 'Leave it off: a person decides it after looking at the platform.',
	callingTimes:
		'Leave it out unless the user names times: every day, 09:00-20:00 in China, is in force then. Otherwise { times: { hours, days, datesLeftOut, datesAdded, zone } }, each only if it differs.',
	hours:
		'Text such as "09:00-12:00, 14:00-20:00", in the time zone of the group. Keep the default unless the user names hours; never widen it by yourself.',
	days: 'An array of days in lowercase, such as ["monday", "tuesday"]. Keep the default unless the user names days. A task calls on each day between its start and its end, so a task over a weekend cannot leave it out.',
	datesLeftOut:
		'Dates such as "2026-10-01 to 2026-10-07, 2027-01-01", or an expression that returns an array of dates.',
	datesAdded:
		'Dates on which customers are called although days leaves them out, such as the weekends on which China works: written as in datesLeftOut.',
	neverCall:
		'An expression that returns an array of numbers, such as expr("{{ $(\'Do Not Call\').all().map(({ json }) => json.phone) }}"). Use it wherever the user has a list of people who must not be called.',
	begin:
		'A time with its zone, such as "2026-11-23T09:00:00+08:00". Leave it empty if the task may start at once. A task calls nobody before it is started.',
	end: 'A time with its zone, such as "2026-11-23T18:00:00+08:00".',
	kind: 'Use "scripts" for robot_id and the columns of each script (call_column), "lines" for line_num, "voices" for voice_code.',
	filters: 'An object with only the filters that the user asks for.',
	output:
		'Keep "simplified" unless a later step needs another field: then "fields", with those in Fields.',
	sort: 'For example { by: { field: "CREATETIME", order: "DESC" } } for the newest first.',
};
