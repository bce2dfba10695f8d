import express from 'express';
import { Answers } from './answers';
import { VirtualClock } from './clock';
import { pickSettings, Setup, type AiCallOptions, type Settings } from './config';
import { createEndpoints } from './endpoints';
import { Faults, type Fault, type FaultPlan } from './faults';
import { FIRST_LONG_ID, RowIds } from './ids';
import type { Endpoint } from './protocol';
import { Random } from './random';
import { Records, type AcceptedRow, type RequestRecord } from './records';
import { Tasks } from './tasks';
import { Tokens } from './token';

export type { AiCallOptions } from './config';

/** The local platform of document 2: its router, and the controls by which a test steers it and reads its books. */
export interface AiCallSimulator {
	/** The platform's endpoints and `/_control/aicall/…`; may be mounted in several places. */
	readonly router: express.Router;
	/** Scripts, lines, voices, accounts, urls and settings; may be changed at any time. */
	readonly setup: Setup;
	/** The time that tasks and calls go by. */
	readonly clock: VirtualClock;
	/** The time that tokens go by. */
	readonly tokenClock: VirtualClock;
	/** Every request, in order of arrival. */
	readonly requests: readonly RequestRecord[];
	/** Every row that was accepted, in order of acceptance. */
	readonly acceptedRows: readonly AcceptedRow[];
	/** Changes settings. */
	configure(settings: Partial<Settings>): void;
	/** Orders a fault for the next requests to an endpoint (`*` for any). */
	failNext(endpoint: Endpoint | '*', fault: Fault, times?: number): void;
	/** Sets or ends the seeded random faults. */
	setFaultPlan(plan: FaultPlan | undefined): void;
	/** Ends all ordered and random faults. */
	clearFaults(): void;
	/** Ends all tokens; how many were still good. */
	expireAllTokens(): number;
	/** Stops everything that is under way. */
	close(): Promise<void>;
}

/** Builds a local platform. It listens to nothing by itself: mount `router`. */
export function createAiCall(options: AiCallOptions = {}): AiCallSimulator {
	const setup = new Setup(options);
	const random = new Random(options.seed ?? 1);
	const clock = options.clock ?? new VirtualClock(options.startTime, options.speed ?? 60);
	const tokenClock = options.tokenClock ?? new VirtualClock(undefined, options.tokenSpeed ?? 1);
	const records = new Records();
	const faults = new Faults();
	faults.setPlan(options.faultPlan);
	const tokens = new Tokens(setup, tokenClock);
	const longIds = options.ids !== 'small';
	const ids = new RowIds(options.firstTaskDataId ?? (longIds ? FIRST_LONG_ID : '130'), longIds ? random : undefined);
	const tasks = new Tasks(setup, clock, ids, records, () => ({ wake: () => undefined, payable: () => Infinity }));
	const answers = new Answers();
	const router = express.Router();
	router.use(createEndpoints({ setup, tokens, tasks, faults, records, answers, activeOn: () => 0 }));
	return {
		router,
		setup,
		clock,
		tokenClock,
		get requests() {
			return records.requests;
		},
		get acceptedRows() {
			return records.acceptedRows;
		},
		configure: (settings) => void Object.assign(setup.settings, pickSettings(settings)),
		failNext: (endpoint, fault, times) => faults.failNext(endpoint, fault, times),
		setFaultPlan: (plan) => faults.setPlan(plan),
		clearFaults: () => faults.clear(),
		expireAllTokens: () => tokens.endAll(),
		close: async () => {
			answers.close();
		},
	};
}
