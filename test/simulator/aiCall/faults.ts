import { ENDPOINTS, type Endpoint } from './endpointList';
import { CODE } from './protocol';
import { Random } from './random';

/**
 * What can go wrong with one request. `before` means that the platform does not carry the request out. `after` means
 * that the platform carries the request out, but the client does not learn the result.
 *
 * - `code`: the platform refuses the request with that code
 * - `http`: an HTTP status with a page instead of an envelope, or with the JSON of a gateway, which has a `code` too
 * - `drop`: the connection is cut without an answer
 * - `half`: the request is carried out; the answer stops in the middle, and the connection is cut
 * - `stall`: there is no answer; the connection is cut after `ms` milliseconds, or stays open if `ms` is undefined
 * - `late`: the request is carried out immediately; the answer comes `ms` milliseconds later
 * - `expireToken`: the request's token expires just before it is checked
 * - `miscount`: the request is carried out; the number in the answer is wrong by `total`, and `missingIds` of its IDs are missing
 * - `body`: the request is carried out; the answer is HTTP 200 with this text instead of the envelope
 */
export type Fault =
	| { kind: 'code'; code: number; message?: string; status?: number }
	| { kind: 'http'; status: number; when?: 'before' | 'after'; json?: boolean }
	| { kind: 'drop'; when: 'before' | 'after' }
	| { kind: 'half' }
	| { kind: 'stall'; when: 'before' | 'after'; ms?: number }
	| { kind: 'late'; ms: number }
	| { kind: 'expireToken' }
	| { kind: 'miscount'; total?: number; missingIds?: number }
	| { kind: 'body'; text: string; contentType?: string };

export type FaultKind = Fault['kind'];

/** Random faults: the probability of each kind per request, from 0 to 1, with a sum of at most 1. The seed decides which requests get one. */
export interface FaultPlan {
	seed: number;
	/** The endpoints that get faults; by default all except `token`. */
	endpoints?: Endpoint[];
	busy?: number;
	dropBefore?: number;
	dropAfter?: number;
	http5xxBefore?: number;
	http5xxAfter?: number;
	json5xxBefore?: number;
	json5xxAfter?: number;
	half?: number;
	expireToken?: number;
}

/** The names of the probabilities in a plan, each with its fault. */
const PLANNED: readonly [Exclude<keyof FaultPlan, 'seed' | 'endpoints'>, Fault][] = [
	['busy', { kind: 'code', code: CODE.busy }],
	['dropBefore', { kind: 'drop', when: 'before' }],
	['dropAfter', { kind: 'drop', when: 'after' }],
	['http5xxBefore', { kind: 'http', status: 503, when: 'before' }],
	['http5xxAfter', { kind: 'http', status: 502, when: 'after' }],
	['json5xxBefore', { kind: 'http', status: 503, when: 'before', json: true }],
	['json5xxAfter', { kind: 'http', status: 504, when: 'after', json: true }],
	['half', { kind: 'half' }],
	['expireToken', { kind: 'expireToken' }],
];

export const PLANNED_NAMES = PLANNED.map(([name]) => name);

/** A fault for the next `left` requests to an endpoint. */
export interface Ordered {
	endpoint: Endpoint | '*';
	fault: Fault;
	left: number;
}

/** Decides what goes wrong with each request. Ordered faults come before random ones. */
export class Faults {
	private ordered: Ordered[] = [];
	private plan:
		{ probabilities: FaultPlan; endpoints: readonly Endpoint[]; random: Random } | undefined;

	/** The next `times` requests to an endpoint (`*` for any) get this fault. Faults are used up in the order in which they were added. */
	failNext(endpoint: Endpoint | '*', fault: Fault, times = 1): void {
		this.ordered.push({ endpoint, fault, left: times });
	}

	setPlan(plan: FaultPlan | undefined): void {
		if (!plan) {
			this.plan = undefined;
			return;
		}
		const sum = PLANNED.reduce((total, [name]) => total + (plan[name] ?? 0), 0);
		if (sum > 1)
			throw new Error(`The probabilities of the fault plan add up to ${sum}, more than 1`);
		this.plan = {
			probabilities: plan,
			endpoints: plan.endpoints ?? ENDPOINTS.filter((endpoint) => endpoint !== 'token'),
			random: new Random(plan.seed),
		};
	}

	clear(): void {
		this.ordered = [];
		this.plan = undefined;
	}

	/** Ordered faults that no request has used up yet. */
	get waiting(): readonly Ordered[] {
		return this.ordered;
	}

	/** The fault for a request that has just arrived, if any. */
	next(endpoint: Endpoint): Fault | undefined {
		const order = this.ordered.find((one) => one.endpoint === endpoint || one.endpoint === '*');
		if (order) {
			order.left -= 1;
			if (order.left <= 0) this.ordered = this.ordered.filter((one) => one !== order);
			return order.fault;
		}
		if (!this.plan?.endpoints.includes(endpoint)) return undefined;
		// Each probability takes a part of the range from 0 to 1; the drawn number falls into one part or into the rest.
		let drawn = this.plan.random.next();
		for (const [name, fault] of PLANNED) {
			drawn -= this.plan.probabilities[name] ?? 0;
			if (drawn < 0) return fault;
		}
		return undefined;
	}
}
