import type { AiCallOptions } from './config';
import { AiCallSimulator } from './simulator';

export { AiCallSimulator } from './simulator';
export type { Summary } from './simulator';
export type { Call, OutboundPart } from './call';
export { VirtualClock } from './clock';
export {
	DEFAULT_APP_KEY,
	DEFAULT_APP_SECRET,
	RESTRICTED_APP_KEY,
	RESTRICTED_APP_SECRET,
	defaultAccounts,
	defaultLines,
	defaultRobots,
	defaultVoices,
	urlsAt,
	type Account,
	type AiCallOptions,
	type CallbackModule,
	type CallbackUrl,
	type Line,
	type PushOrder,
	type Robot,
	type Settings,
	type Voice,
} from './config';
export type { Fault, FaultPlan } from './faults';
export type { ContextRecord, InboundOrder, PlacedCall } from './inbound';
export type { ManyOptions, ManyReport } from './manyPushes';
export { PATHS, type Endpoint } from './endpointList';
export type { UrlModule } from './protocol';
export type { PushAttempt, PushManner, PushRecord } from './pushes';
export type { AcceptedRow, RequestRecord } from './records';
export { RESULTS, type Customer, type ResultName, type ScriptedCall } from './results';

/** Builds a local platform for document 2. It does not listen at a port by itself: mount its `router` in a server. */
export function createAiCall(options: AiCallOptions = {}): AiCallSimulator {
	return new AiCallSimulator(options);
}
