/** Direct calls and configuration: document 2, 4.2, 4.3 and part 8. */
import { fromModel } from '../fromModel';
import { under, type Line, type Lines, type Sample } from '../page';

export const CALL_HOST = 'https://callapi.xfyun.cn/v1/service/v1/aicall';

/** A script and a line of the local platform. */
export const SCRIPT = '5201';
export const LINE = '055168204601';
const CUSTOMER = { 客户手机号码: '13800000001', 姓名: '王芳', 预约时间: '周五' };

/** A field whose value is chosen from a list of the platform, or entered as an id. */
export const locator = (line: Partial<Line> = {}): Line => ({
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	...line,
});
/** The value of such a field, entered as an id. */
export const chosen = (value: string) => ({ __rl: true, mode: 'id', value });

/** The parameters with which each input item becomes a row. The columns of the row are the fields of the item. */
export const ROW_PARAMETERS = {
	columns: {
		mappingMode: 'autoMapInputData',
		value: null,
		matchingColumns: [],
		schema: [],
		attemptToConvertTypes: false,
		convertFieldsToString: false,
	},
};
/** An input item with a row, and the fields of the request that sends this row. */
export const ROW_ITEM = { json: CUSTOMER };
export const ROW_FIELDS = {
	call_column: Object.keys(CUSTOMER),
	call_list: [Object.values(CUSTOMER)],
};

/** Two customers, for the output schemas. */
const ROWS = [1, 2].map((number) => ({
	json: { ...CUSTOMER, 客户手机号码: `1380000000${number}` },
}));

/** Runs with two rows that are sent, with two rows that have the same number, and with a test call. */
export const ROW_SAMPLES: readonly Sample[] = [
	{ items: ROWS },
	// The first sample has sent this row on the same day.
	{ items: [ROW_ITEM, ROW_ITEM], parameters: { skipCustomers: 'none' } },
	{ items: ROWS, parameters: { runMode: 'test', testNumber: '13900000009' } },
];

/** Columns that a model fills in. The script decides which columns there are. Here, they are a phone number and a name. */
export const columnsFromModel = {
	mappingMode: 'defineBelow',
	value: {
		'Phone Number': fromModel(
			'phone',
			"The customer's mobile number, 11 digits, such as 13800000000",
		),
		Name: fromModel('name', "The customer's name"),
	},
};

export const rows: Lines = {
	columns: {
		type: 'resourceMapper',
		default: { mappingMode: 'defineBelow', value: null },
		required: true,
		shown: { 'not /options.rowsField': [{ _cnd: { exists: true } }] },
	},
	skipCustomers: {
		type: 'options',
		default: 'calledToday',
		values: ['calledToday', 'sameValues', 'none'],
		names: [
			['calledToday', 'Called Today'],
			['none', 'None'],
			['sameValues', 'Called Today with the Same Values'],
		],
		refused: ['never', '', '={{ "none" }}'],
	},
};

/** The same for rows that can have keys of the user. */
export const keyedRows: Lines = {
	...rows,
	skipCustomers: {
		...rows.skipCustomers,
		type: 'options',
		default: 'calledToday',
		values: ['calledToday', 'sameValues', 'sentKey', 'none'],
		names: [
			['calledToday', 'Called Today'],
			['none', 'None'],
			['sameValues', 'Called Today with the Same Values'],
			['sentKey', 'With a Key Sent Before'],
		],
		needs: { rowKey: '={{ Math.random() }}' },
	},
	rowKey: {
		type: 'string',
		default: '',
		required: true,
		shown: { skipCustomers: ['sentKey'] },
		refused: [''],
	},
};

const { skipCustomers, ...withoutSkip } = keyedRows;

/** The same for Place, which is for events: the same number is called again with other values, but not by an agent. */
export const rowsOfPlace: Lines = {
	...withoutSkip,
	'skipCustomers{not @tool=true}': { ...skipCustomers, type: 'options', default: 'sameValues' },
	'skipCustomers{@tool=true}': { ...skipCustomers, type: 'options', default: 'calledToday' },
};

/**
 * Mode decides whether anything is sent. With its default, a new node calls nobody. The node refuses an expression as the
 * Mode, because the expression could be wrong or come from a model.
 */
export const runMode = (...otherModes: string[]): Line => ({
	type: 'options',
	default: 'check',
	values: ['check', 'real', ...otherModes],
	refused: ['maybe', '', '={{ "real" }}'],
});

/** The phone number that a test call goes to. It is one of the user's own numbers, so the node refuses an expression. */
export const testNumber: Line = {
	type: 'string',
	default: '',
	required: true,
	shown: { runMode: ['test'] },
	refused: [' ', '12345', '={{ $fromAI("number", "", "string", "13900000009") }}'],
	needs: { runMode: 'test' },
};

export const rowOptions: Lines = {
	checkNumbers: { type: 'boolean', default: true },
	allowDuplicates: { type: 'boolean', default: false },
	ifProblems: {
		type: 'options',
		default: 'onError',
		values: ['onError', 'sendNothing', 'sendOthers'],
		refused: ['maybe'],
	},
	rowsField: { type: 'string', default: 'rows' },
	neverCall: {
		type: 'string',
		default: '',
		values: ['13900010001, +86 139-0001-0002'],
		refused: ['', 'nobody', '1.39E+10'],
	},
	sendInterrupted: { type: 'boolean', default: false },
};

/** The same for rows that can have keys of the user. */
export const keyedRowOptions: Lines = {
	...rowOptions,
	rememberedRowKeys: {
		type: 'number',
		default: 10_000,
		min: 100,
		max: 50_000,
		shown: { '/skipCustomers': ['sentKey'] },
		needs: { rowKey: '={{ Math.random() }}' },
	},
};

const EVERY_DAY = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/**
 * When customers may be called: every day from 09:00 to 20:00 in China, unless the user says otherwise. `hours`, `zone` and
 * `dates` are what the operation sends of them.
 */
export const callingTimes = (
	hours: Partial<Line> = {},
	zone: Partial<Line> = {},
	dates: Partial<Line> = {},
): Lines => ({
	callingTimes: {
		type: 'fixedCollection',
		default: {
			times: {
				hours: '09:00-20:00',
				days: EVERY_DAY,
				datesLeftOut: '',
				datesAdded: '',
				zone: 'Asia/Shanghai',
			},
		},
	},
	...under('callingTimes.times', {
		hours: {
			type: 'string',
			default: '09:00-20:00',
			required: true,
			refused: ['', 'mornings', '09:00-09:00', '09:00-20:00 CST'],
			...hours,
		},
		days: {
			type: 'multiOptions',
			default: EVERY_DAY,
			values: [...EVERY_DAY].sort(),
			refused: [[], ['holiday']],
		},
		datesLeftOut: {
			type: 'string',
			default: '',
			refused: ['Christmas', '2026-02-30', '2026-10-07 to 2026-10-01', '2026-10-01 CST'],
			...dates,
		},
		datesAdded: {
			type: 'string',
			default: '',
			refused: ['Christmas', '2026-02-30', '2026-10-07 to 2026-10-01', '2026-10-01 CST'],
		},
		zone: {
			type: 'string',
			default: 'Asia/Shanghai',
			refused: ['China time', 'CST', 'Etc/GMT+8'],
			...zone,
		},
	}),
});

export const voice: Line = locator({ values: ['65580'], api: 'voice_code' });
