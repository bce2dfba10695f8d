import { ENDPOINTS, type Endpoint } from './endpointList';
import { CODE } from './protocol';
import { Random } from './random';

/**
 * What can go wrong with one request. `before` means that the platform does not carry the request out. `after` means
 * that the platform carries the request out, but the client does not learn the result.
 *
 * - `code`: the platform refuses the request with that code
 * - `http`: the answer has this HTTP status and no envelope. It has a web page or, with `json`, the JSON of a gateway,
 *   which has a `code` too
 * - `drop`: the connection is cut without an answer
 * - `half`: the request is carried out, but only half of the answer is sent, and the connection is cut
 * - `stall`: there is no answer. The connection is cut after `ms` milliseconds. Without `ms` it stays open
 * - `late`: the request is carried out immediately, but the answer comes `ms` milliseconds later
 * - `expireToken`: the request's token expires just before it is checked
 * - `miscount`: the request is carried out, but `total` is added to the number in the answer, and the last `missingIds` IDs
 *   are left out
 * - `body`: the request is carried out, but the answer is HTTP 200 with this text instead of the envelope
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

/** A plan of random faults. The seed decides which requests get a fault. */
export interface FaultPlan {
	seed: number;
	/** The endpoints that get faults; by default all except `token`. */
	endpoints?: Endpoint[];
	// Each of the following is the probability (0 to 1) of a fault. The sum is at most 1. `PLANNED` lists the faults.
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

/** A fault for the next `left` requests to an endpoint (`*` for any). */
export interface OrderedFault {
	endpoint: Endpoint | '*';
	fault: Fault;
	left: number;
}

/** Decides what goes wrong with each request. Ordered faults come before random ones. */
export class Faults {
	private ordered: OrderedFault[] = [];
	private plan:
		{ probabilities: FaultPlan; endpoints: readonly Endpoint[]; random: Random } | undefined;

	/** Orders a fault for the next `times` requests to an endpoint (`*` for any). Faults that were ordered earlier come first. */
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
	get waiting(): readonly OrderedFault[] {
		return this.ordered;
	}

	/** The fault for a request that has just arrived, if any. */
	next(endpoint: Endpoint): Fault | undefined {
		const found = this.ordered.find(
			(ordered) => ordered.endpoint === endpoint || ordered.endpoint === '*',
		);
		if (found) {
			found.left -= 1;
			if (found.left <= 0) this.ordered = this.ordered.filter((ordered) => ordered !== found);
			return found.fault;
		}
		if (!this.plan?.endpoints.includes(endpoint)) return undefined;
		// Each fault owns a part of the range from 0 to 1, as long as its probability. The drawn number falls into the part of
		// one fault, or into the rest of the range. Then there is no fault.
		let drawn = this.plan.random.next();
		for (const [name, fault] of PLANNED) {
			drawn -= this.plan.probabilities[name] ?? 0;
			if (drawn < 0) return fault;
		}
		return undefined;
	}
}
