import { callOf, courseOf, type Call } from './call';
import type { VirtualClock } from './clock';
import type { Account, Robot, Setup } from './config';
import { Outgoing, type Reply } from './outgoing';
import { LIMITS } from './protocol';
import type { Random } from './random';
import { nthCall, type Customer } from './results';
import { writeJson } from './strictJson';
import { randomUUID } from '../../setup/chance';

/** An inbound call that a test orders. The fields with underscores are the SIP headers of document 2, 4.8. */
export interface InboundOrder {
	robot_id: string;
	/** IDs of the customer and the application; by default those of the first account. */
	business_id?: string;
	app_id?: string;
	/** By default a number that counts up. */
	call_relation_id?: string;
	caller?: string;
	/** By default the number of the first line. */
	callee?: string;
	/** How the customer behaves; by default `answers` (the customer talks to the end). */
	customer?: Customer;
	/** Whether the platform requests the context; by default only if the script has dynamic data. */
	ask?: boolean;
}

/** One request of the platform for a dynamic context, and the answer. */
export interface ContextRecord extends Reply {
	/** 1, 2, 3 … in order of the requests. */
	number: number;
	callUuid: string;
	/** Millisecond timestamp, real time. */
	at: number;
	url: string;
	/** The request's body. */
	request: Record<string, string>;
	/** The JSON object in the answer; undefined if the answer was not HTTP 2xx or not a JSON object. */
	context: Record<string, unknown> | undefined;
	/** Whether the answer came within the 500 ms of document 2, part 8. */
	inTime: boolean;
}

export interface PlacedCall {
	call: Call;
	/** Undefined if the platform did not request the context. */
	context: ContextRecord | undefined;
}

/** Takes inbound calls: requests the dynamic context, plays the call, and reports its end. */
export class Inbound {
	contexts: ContextRecord[] = [];
	calls: Call[] = [];
	private contextCount = 0;
	private relationCount = 0;
	private readonly outgoing = new Outgoing();

	constructor(
		private readonly setup: Setup,
		private readonly clock: VirtualClock,
		private readonly random: Random,
		private readonly onCallEnd: (call: Call) => void,
	) {}

	/** Places one call. Resolves when the conversation begins. By then the request for the context has ended. */
	async place(order: InboundOrder): Promise<PlacedCall> {
		const robot = this.setup.robot(order.robot_id);
		const account = this.setup.accounts[0];
		if (!robot) throw new Error(`There is no script ${order.robot_id}`);
		if (!account) throw new Error('The platform has no account');
		const callUuid = randomUUID();
		const relationId =
			order.call_relation_id ?? `R${String(++this.relationCount).padStart(6, '0')}`;
		const identity: Account = {
			...account,
			businessId: order.business_id ?? account.businessId,
			appId: order.app_id ?? account.appId,
		};
		const context = await this.askContext(order, robot, callUuid, {
			business_id: identity.businessId,
			app_id: identity.appId,
			robot_id: robot.robot_id,
			call_relation_id: relationId,
		});
		// Each inbound call is the first call of its customer.
		const script = nthCall(order.customer ?? 'answers', 0);
		const call: Call = {
			...callOf(identity, callUuid, script, courseOf(script, this.clock.now(), this.random)),
			direction: 1,
			robotId: robot.robot_id,
			caller: order.caller ?? '13900007788',
			callee: order.callee ?? this.setup.lines[0]?.line_num ?? '',
			outbound: undefined,
			relationId,
			values: context?.inTime ? valuesAsText(context.context ?? {}) : {},
		};
		this.calls.push(call);
		this.clock.at(call.timeHangup, () => {
			call.over = true;
			this.onCallEnd(call);
		});
		return { call, context };
	}

	get active(): number {
		return this.calls.filter((call) => !call.over).length;
	}

	clear(): void {
		this.contexts = [];
		this.calls = this.calls.filter((call) => !call.over);
	}

	/** Aborts requests that are under way. */
	stop(): void {
		this.outgoing.close();
	}

	/** Requests the dynamic context of a call, by default only if the script has columns besides the telephone number. */
	private async askContext(
		order: InboundOrder,
		robot: Robot,
		callUuid: string,
		request: Record<string, string>,
	): Promise<ContextRecord | undefined> {
		const url = this.setup.urlOf('getDialogContext', request.app_id, request.robot_id);
		const isWanted = order.ask ?? robot.call_column.length > 1;
		if (url === undefined || !isWanted) return undefined;
		const at = Date.now();
		const body = Buffer.from(writeJson(request));
		const reply = await this.outgoing.post(
			url,
			body,
			body.length,
			this.setup.settings.contextTimeoutMs,
		);
		const record: ContextRecord = {
			number: ++this.contextCount,
			callUuid,
			at,
			url,
			request,
			...reply,
			context: readMap(reply),
			inTime: reply.status !== undefined && reply.latencyMs <= LIMITS.contextMs,
		};
		this.contexts.push(record);
		return record;
	}
}

function readMap({ status, text }: Reply): Record<string, unknown> | undefined {
	if (status === undefined || status < 200 || status >= 300) return undefined;
	try {
		const value: unknown = JSON.parse(text);
		return isMap(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

function isMap(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The same map, with each value as text. */
function valuesAsText(map: Record<string, unknown>): Record<string, string> {
	return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, String(value)]));
}
