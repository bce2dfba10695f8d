import { ENDPOINTS, type Endpoint } from './endpointList';
import { CODE } from './protocol';
import { Random } from './random';

/**
 * What can go wrong with one request. `before` means that the platform has not carried the request out, `after` that it
 * has, but the client does not learn the result.
 *
 * - `code`: an envelope with that code, nothing carried out
 * - `http`: a bare HTTP status with a page instead of an envelope, or with the JSON of a gateway, which has a `code` too
 * - `drop`: the connection is cut without an answer
 * - `half`: carried out; the answer stops in the middle and the connection is cut
 * - `stall`: no answer; cut after `ms` milliseconds, or when the client or the platform goes away
 * - `late`: carried out at once, the answer comes `ms` milliseconds later
 * - `expireToken`: the request's token is ended just before it is checked
 * - `miscount`: carried out; `total` and the number of IDs in the answer are wrong by this many (IDs are removed)
 * - `body`: carried out; HTTP 200 with this text instead of the envelope
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

/** Probabilities (0 to 1, together at most 1) of the faults of a request, drawn from a seed in order of arrival. */
export interface FaultPlan {
	seed: number;
	/** The endpoints concerned; by default all except `token`. */
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

/** The probabilities of a plan, with the fault that each stands for. */
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

/** A fault that waits for requests. */
export interface Ordered {
	endpoint: Endpoint | '*';
	fault: Fault;
	left: number;
}

/** Decides what goes wrong with each request: ordered faults first, then the plan. */
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

	/** Ordered faults that no request has met yet. */
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
		let drawn = this.plan.random.next();
		for (const [name, fault] of PLANNED) {
			drawn -= this.plan.probabilities[name] ?? 0;
			if (drawn < 0) return fault;
		}
		return undefined;
	}
}
