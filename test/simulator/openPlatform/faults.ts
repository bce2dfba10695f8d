import { endpointNames } from './endpoints';
import type { Settings } from './settings';

/** What goes wrong with the frames of streaming speech. */
export interface StreamFault {
	kind: 'stream';
	/**
	 * `closeEarly`: closed regularly, but before status 2; `malformed`: a frame that is cut-off JSON; `notBase64`,
	 * `noStatus`: audio that is not Base64, data without status; `afterEnd`: more audio after status 2; `huge`: a frame of
	 * `megabytes` (8) of audio; `binary`: a frame that is not text; `noAudio`: success without a byte of audio; `noSound`:
	 * success with less than a sample of it; `openEnd`: all frames, but the connection stays open.
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

/** The fault. `…Ms`, `times` and `endpoint` belong to every kind. */
export type Fault =
	/** Only a pause: give `latencyMs`. */
	| { kind: 'latency' }
	/** A failure envelope with this code; `desc` is `<category>|simulated` unless given. */
	| {
			kind: 'code';
			code: string;
			desc?: string;
			/** Streaming speech: after this number of good frames. */ afterFrames?: number;
	  }
	| StreamFault
	/** An HTTP status that is not 200, e.g. of a proxy. The body is a JSON message unless given. */
	| {
			kind: 'status';
			status: number;
			body?: string;
			contentType?: string;
			headers?: Record<string, string>;
	  }
	/** The connection is cut: before the body is read, or after the work is done. */
	| { kind: 'drop'; when: 'before' | 'after' }
	/** The right headers and half the body, then the connection is cut. */
	| { kind: 'half' }
	/** No answer, or headers and half the body, and then nothing, on an open connection. */
	| { kind: 'stall'; after?: 'nothing' | 'half' }
	/** HTTP 200 with the right headers and a wrong body: cut off JSON, nothing, a proxy's page, or `text`. */
	| { kind: 'body'; body: 'cut' | 'empty' | 'html' | 'text'; text?: string; contentType?: string }
	/** For this request the platform's clock is `shiftSeconds` ahead, in the five-minute rule and the Date header (unless `date` is given). */
	| { kind: 'clock'; shiftSeconds: number; date?: string }
	/** The caller is not on the whitelist. */
	| { kind: 'whitelist'; form?: Settings['whitelistForm'] };

/** An endpoint of document 1, or streaming speech. */
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
	/** The endpoint or endpoints concerned; by default all. */
	endpoint?: FaultTarget | FaultTarget[] | 'all';
	/** Number of requests (1 by default) or `always`. */
	times?: number | 'always';
	/** Pause before the answer (or before the fault), on top of the general one. */
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
 * The faults that a test has ordered. A request takes the first rule for its endpoint
 * that still has requests left.
 */
export class FaultQueue {
	private rules: { rule: FaultRule; left: number }[] = [];

	/** @throws Error for a rule that cannot be understood */
	add(...rules: FaultRule[]): void {
		for (const rule of rules) checkRule(rule);
		for (const rule of rules) {
			this.rules.push({ rule, left: rule.times === 'always' ? Infinity : (rule.times ?? 1) });
		}
	}

	take(endpoint: FaultTarget): FaultRule | undefined {
		const found = this.rules.find(({ rule }) => concerns(rule, endpoint));
		if (!found) return undefined;
		found.left -= 1;
		if (found.left <= 0) this.rules = this.rules.filter((entry) => entry !== found);
		return found.rule;
	}

	/** Rules that still have requests left, and how many. */
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
	const wanted = rule.kind === 'stream' ? 'streaming' : (rule.endpoint ?? 'all');
	return (
		wanted === 'all' || (Array.isArray(wanted) ? wanted.includes(endpoint) : wanted === endpoint)
	);
}

function checkRule(rule: FaultRule): void {
	if (!kinds.includes(rule.kind)) {
		throw new Error(`Unknown fault kind "${String(rule.kind)}". Known: ${kinds.join(', ')}.`);
	}
	const wanted = [rule.endpoint ?? 'all'].flat();
	for (const name of wanted) {
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
