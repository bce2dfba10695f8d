/** Parts of workflows that place calls on the local platform. */
import type { NodeSketch } from './workflows';

/** Calling Hours that allow calls at any time of day. */
export const ANY_TIME = '00:00-24:00';

export const AI_CALL = 'n8n-nodes-xfyun.iflytekAiCall';
export const AI_CALL_CREDENTIAL = 'iflytekAiCallApi';

/** Two nodes that together return an item for each of these values. */
export const listOf = (values: object[]): NodeSketch[] => [
	{
		name: 'List',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { mode: 'raw', jsonOutput: JSON.stringify({ list: values }), options: {} },
	},
	itemsOf('list'),
];

/** A node that returns an item for each entry of the list in a field. */
export const itemsOf = (field: string, name = 'Items'): NodeSketch => ({
	name,
	type: 'n8n-nodes-base.splitOut',
	typeVersion: 1,
	parameters: { fieldToSplitOut: field, options: {} },
});

/** The value of a parameter that the editor shows as a list, given as an ID. */
export const chosen = (value: string) => ({ __rl: true, mode: 'id', value });

/** The parameter Columns with which each column of the script gets the value of the field of the same name. */
export const BY_NAME = {
	mappingMode: 'autoMapInputData',
	value: null,
	matchingColumns: [],
	schema: [],
	attemptToConvertTypes: false,
	convertFieldsToString: false,
};

/** `count` rows for the script 5201, each with its own phone number. */
export const customers = (count: number, first = 13_700_000_000) =>
	Array.from({ length: count }, (_, index) => ({
		客户手机号码: String(first + index),
		姓名: `客户${index}`,
		预约时间: '周五',
	}));

/** Parameters of Place that call the rows of `customers` at any time of day. */
export const PLACE = {
	resource: 'call',
	operation: 'place',
	runMode: 'real',
	robotId: chosen('5201'),
	lineNum: chosen('055168204601'),
	options: { callingTimes: { times: { hours: ANY_TIME } } },
	columns: BY_NAME,
};
