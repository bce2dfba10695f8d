/** The triggers: document 2, part 6 and 4.8. */
import { EVERY_EVENT } from '../pushes';
import { collection, NOTICE, RETRIES, SIMPLIFY, TIMEOUT } from './common';
import { under, type Line, type Lines } from '../page';

const IDS: Line = { type: 'string', default: '' };

const SENDERS: Lines = {
	allowedIps: { type: 'string', default: '' },
	appIds: IDS,
	businessIds: IDS,
	registrationCheck: {
		type: 'options',
		default: 'stopIfOther',
		values: ['log', 'off', 'stop', 'stopIfOther'],
	},
};

const REQUIRE_SECRET: Line = { type: 'boolean', default: false };

/** The values for the result of a call, in document 2, 6.1, and in its newer revision. */
const RESULTS = [
	'-1',
	'0',
	'2',
	'3',
	'4',
	'5',
	'6',
	'7',
	'8',
	'9',
	'15',
	'16',
	'18',
	'19',
	'20',
	'22',
	'23',
	'25',
	'26',
	'27',
	'28',
];

export const callTrigger: Lines = {
	urlNotice: NOTICE,
	events: {
		type: 'multiOptions',
		default: ['callRecord'],
		required: true,
		values: EVERY_EVENT,
	},
	callRecords: {
		type: 'options',
		default: 'onePerCall',
		values: ['all', 'basic', 'onePerCall', 'outbound'],
		shown: { events: ['callRecord'] },
	},
	requireSecret: REQUIRE_SECRET,
	filters: { type: 'collection', default: {} },
	...under('filters', {
		direction: {
			type: 'options',
			default: '2',
			values: ['1', '2'],
			names: [
				['1', 'Inbound'],
				['2', 'Outbound'],
			],
		},
		intentions: IDS,
		result: { type: 'options', default: 'answered', values: ['answered', 'listed', 'notAnswered'] },
		results: { type: 'multiOptions', default: [], values: RESULTS, shown: { result: ['listed'] } },
		robotIds: IDS,
		taskIds: IDS,
	}),
	options: { type: 'collection', default: {} },
	...under('options', {
		...SENDERS,
		dropRepeats: { type: 'boolean', default: false },
		responseMode: { type: 'options', default: 'onReceived', values: ['lastNode', 'onReceived'] },
		recordingBaseAddress: { type: 'string', default: '' },
		simplify: SIMPLIFY,
	}),
};

export const contextTrigger: Lines = {
	urlNotice: NOTICE,
	// The platform waits for 500 ms, and the response needs some of this time to reach the platform.
	deadline: {
		type: 'number',
		default: 400,
		required: true,
		min: 50,
		max: 10_000,
		unit: 'Milliseconds',
	},
	fallback: { type: 'json', default: '{}' },
	requireSecret: REQUIRE_SECRET,
	options: { type: 'collection', default: {} },
	...under('options', SENDERS),
};

/** The trigger that polls tasks (4.7). */
export const taskTrigger: Lines = {
	events: {
		type: 'multiOptions',
		default: ['started', 'progress', 'paused', 'finished', 'expired'],
		required: true,
		values: ['expired', 'finished', 'paused', 'progress', 'started'],
	},
	shares: { type: 'string', default: '50', unit: 'Percent', shown: { events: ['progress'] } },
	includeExisting: { type: 'boolean', default: false },
	...collection('filters', { taskIds: IDS, taskName: IDS }),
	...collection('options', { retries: RETRIES, simplify: SIMPLIFY, timeout: TIMEOUT }),
};
