/** Fields that many operations have. They have the same names and defaults as in n8n's own nodes. */
import { under, type Line, type Lines } from '../page';

export const SIMPLIFY: Line = { type: 'boolean', default: true };

export const NOTICE: Line = { type: 'notice', default: '' };

/** A warning in the mode that calls or adds everything. */
export const REAL_NOTICE: Line = {
	type: 'notice',
	default: '',
	shown: { runMode: ['real'], 'not @tool': [true] },
};

/** A notice that is shown if the node is a tool of an agent. */
export const TOOL_NOTICE: Line = { type: 'notice', default: '', shown: { '@tool': [true] } };

/** The user enters seconds. The node gives n8n the timeout of a request in milliseconds. */
export const TIMEOUT: Line = {
	type: 'number',
	default: 60,
	min: 1,
	max: 600,
	unit: 'Seconds',
	api: 'timeout',
	sends: { 1: 1000, 600: 600_000 },
	refused: [1.5, 'soon'],
};

const CONCURRENT_REQUESTS: Line = { type: 'number', default: 5, min: 1, max: 100, refused: [2.5] };

export const RETRIES: Line = { type: 'number', default: 2, min: 0, max: 10 };

/** The Options of an operation whose requests may be repeated. `own` are the options that only this operation has. */
export const options = (own: Lines = {}, path = 'options'): Lines =>
	collection(path, {
		concurrentRequests: CONCURRENT_REQUESTS,
		retries: RETRIES,
		timeout: TIMEOUT,
		...own,
	});

/** The Options of an operation of document 1. */
export const itemOptions = (own: Lines = {}): Lines =>
	options({ ...own, includeInputFields: { type: 'boolean', default: false } });

/**
 * The Options of an operation that calls, adds or creates. Retries is not among them, because such an operation must not do
 * its work twice.
 */
export const deliveryOptions = (own: Lines = {}): Lines =>
	collection('options', {
		...own,
		simplify: SIMPLIFY,
		concurrentRequests: CONCURRENT_REQUESTS,
		timeout: TIMEOUT,
	});

/** A collection and its fields. In a new node, the collection is empty. */
export const collection = (path: string, lines: Lines): Lines => ({
	[path]: { type: 'collection', default: {} },
	...under(path, lines),
});

/** The parameter for the name of the binary field that has the input file. */
export const FILE: Line = { type: 'string', default: 'data', required: true };
