import { endpointNames } from './endpoints';
import type { Settings } from './settings';

/** What goes wrong with the frames of streaming speech. */
export interface StreamFault {
	kind: 'stream';
	/**
	 * - `closeEarly`: the connection is closed normally before a frame with status 2 is sent
	 * - `malformed`: the JSON of a frame is cut off
	 * - `notBase64`: a frame has audio that is not Base64
	 * - `noStatus`: a frame has data without a status
	 * - `afterEnd`: more audio follows the frame with status 2
	 * - `huge`: a frame contains `megabytes` (8 by default) of audio
	 * - `binary`: a frame is not text
	 * - `noAudio`: the answer is a success without any audio
	 * - `noSound`: the answer is a success with less than one sample of audio
	 * - `openEnd`: all frames are sent, but the connection stays open
	 */
	stream:
		| 'closeEarly'
		| 'malformed'
		| 'notBase64'
		| 'noStatus'
		| 'afterEnd'
		| 'huge'
		| 'binary'
		| 'noAudio'
		| 'noSound'
		| 'openEnd';
	megabytes?: number;
}

/** What goes wrong with one request. `FaultRule` adds the fields that every kind can have. */
export type Fault =
	/** Only a pause of `latencyMs` milliseconds. */
	| { kind: 'latency' }
	/** A failure envelope with this code. By default `desc` says that a test ordered it. */
	| {
			kind: 'code';
			code: string;
			desc?: string;
			/** Only for streaming speech: the failure comes after this number of good frames. */
			afterFrames?: number;
	  }
	| StreamFault
	/** This HTTP status instead of 200, for example the status of a proxy. By default the body is a JSON message. */
	| {
			kind: 'status';
			status: number;
			body?: string;
			contentType?: string;
			headers?: Record<string, string>;
	  }
	/** The connection is cut: `before` the body is read, or `after` the request is carried out. */
	| { kind: 'drop'; when: 'before' | 'after' }
	/** The complete headers and half the body are sent. Then the connection is cut. */
	| { kind: 'half' }
	/** The connection stays open. By default nothing is sent; with `half`, the headers and half the body are sent. */
	| { kind: 'stall'; after?: 'nothing' | 'half' }
	/** HTTP 200 with a wrong body: cut-off JSON, an empty body, a proxy's page, or `text`. */
	| { kind: 'body'; body: 'cut' | 'empty' | 'html' | 'text'; text?: string; contentType?: string }
	/** For this request the platform's clock is `shiftSeconds` ahead. The five-minute rule and the Date header use this clock. `date` replaces the Date header. */
	| { kind: 'clock'; shiftSeconds: number; date?: string }
	/** The caller is refused as if it were not on the whitelist. */
	| { kind: 'whitelist'; form?: Settings['whitelistForm'] };

/** The name of an endpoint of document 1, or `streaming`. */
export type FaultTarget = string;

const targets: readonly FaultTarget[] = [...endpointNames, 'streaming'];

const streamFaults: readonly StreamFault['stream'][] = [
	'closeEarly',
	'malformed',
	'notBase64',
	'noStatus',
	'afterEnd',
	'huge',
	'binary',
	'noAudio',
	'noSound',
	'openEnd',
];

export type FaultRule = Fault & {
	/** The endpoint or endpoints that get the fault; by default all. */
	endpoint?: FaultTarget | FaultTarget[] | 'all';
	/** The number of requests that get the fault (1 by default), or `always`. */
	times?: number | 'always';
	/** Pause in milliseconds before the answer or the fault, in addition to the pause of the settings. */
	latencyMs?: number;
};

const kinds: readonly Fault['kind'][] = [
	'latency',
	'code',
	'status',
	'drop',
	'half',
	'stall',
	'body',
	'clock',
	'whitelist',
	'stream',
];

/**
 * The faults that a test has ordered. A request gets the fault of the first rule for its
 * endpoint. A rule is removed when it has been used `times` times.
 */
export class FaultQueue {
	private rules: { rule: FaultRule; left: number }[] = [];

	/** @throws Error for an invalid rule; no rule is then added */
	add(...rules: FaultRule[]): void {
		for (const rule of rules) checkRule(rule);
		for (const rule of rules) {
			this.rules.push({ rule, left: rule.times === 'always' ? Infinity : (rule.times ?? 1) });
		}
	}

	/** Returns the rule for a request that has just arrived, and counts the request. */
	take(endpoint: FaultTarget): FaultRule | undefined {
		const found = this.rules.find(({ rule }) => concerns(rule, endpoint));
		if (!found) return undefined;
		found.left -= 1;
		if (found.left <= 0) this.rules = this.rules.filter((entry) => entry !== found);
		return found.rule;
	}

	/** The remaining rules. `left` is the number of requests that will still get the fault. */
	pending(): (FaultRule & { left: number | 'always' })[] {
		return this.rules.map(({ rule, left }) => ({
			...rule,
			left: Number.isFinite(left) ? left : 'always',
		}));
	}

	clear(): void {
		this.rules = [];
	}
}

function concerns(rule: FaultRule, endpoint: FaultTarget): boolean {
	const named = rule.kind === 'stream' ? 'streaming' : (rule.endpoint ?? 'all');
	if (named === 'all') return true;
	return Array.isArray(named) ? named.includes(endpoint) : named === endpoint;
}

function checkRule(rule: FaultRule): void {
	if (!kinds.includes(rule.kind)) {
		throw new Error(`Unknown fault kind "${String(rule.kind)}". Known: ${kinds.join(', ')}.`);
	}
	const named = [rule.endpoint ?? 'all'].flat();
	for (const name of named) {
		if (name !== 'all' && !targets.includes(name)) {
			throw new Error(`Unknown endpoint "${String(name)}". Known: all, ${targets.join(', ')}.`);
		}
	}
	const { times = 1 } = rule;
	if (times !== 'always' && !(Number.isInteger(times) && times > 0)) {
		throw new Error('Fault "times" must be a whole number above 0, or "always".');
	}
	if (rule.kind === 'code' && typeof rule.code !== 'string') {
		throw new Error(
			'A fault of kind "code" needs the code as text, e.g. { kind: "code", code: "10700" }.',
		);
	}
	if (rule.kind === 'stream' && !streamFaults.includes(rule.stream)) {
		throw new Error(`A fault of kind "stream" needs "stream", one of ${streamFaults.join(', ')}.`);
	}
	if (
		rule.kind === 'status' &&
		!(Number.isInteger(rule.status) && rule.status >= 200 && rule.status <= 599)
	) {
		throw new Error('A fault of kind "status" needs "status", a number from 200 to 599.');
	}
	if (rule.kind === 'clock' && !Number.isFinite(rule.shiftSeconds)) {
		throw new Error('A fault of kind "clock" needs "shiftSeconds", a number.');
	}
}
