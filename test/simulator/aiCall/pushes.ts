import { setMaxListeners } from 'events';
import { setTimeout as delay } from 'timers/promises';
import pLimit from 'p-limit';
import type { Setup } from './config';
import { Outgoing, tornBody, type Reply } from './outgoing';
import { withNumericIds, type Push, type PushPart } from './pushPayloads';
import type { UrlModule } from './protocol';
import { writeJson } from './strictJson';

/** A controller whose signal may have any number of listeners without a warning of Node.js. */
function controllerForMany(): AbortController {
	const controller = new AbortController();
	setMaxListeners(0, controller.signal);
	return controller;
}

export interface PushAttempt extends Reply {
	/** Millisecond timestamp, real time. */
	at: number;
	/** Whether the application accepted the push: HTTP 2xx with `success` in the text. */
	success: boolean;
}

/** One push, its attempts and its outcome. */
export interface PushRecord {
	/** 1, 2, 3 … in order of sending. */
	number: number;
	module: UrlModule;
	part: PushPart;
	callUuid: string;
	/** The URL to which the push is sent; undefined if the module has no URL. */
	url: string | undefined;
	/** The whole body, even if only a part of it was sent. */
	body: string;
	/** Number of the earlier push, if this push repeats one because of a test. */
	repeatOf: number | undefined;
	attempts: PushAttempt[];
	/** `waiting` while attempts are under way or still to come. */
	state: 'waiting' | 'delivered' | 'given up' | 'no url';
}

/** Changes to the usual way of sending a push. */
export interface PushManner {
	/** Replaces the module's URL. */
	url?: string;
	/** Replaces the URL's `secret`. */
	secret?: string;
	idsAsNumbers?: boolean;
	/**
	 * Sends only half of the body. `json`: Content-Length is that of the half, so the JSON is incomplete. `connection`:
	 * Content-Length is that of the whole body, and the connection is cut halfway.
	 */
	cut?: 'json' | 'connection';
	/** How many attempts send only half; default 1, so that the repeats are complete. */
	cutAttempts?: number;
	/** Replaces the JSON of the push. */
	body?: string;
	timeoutMs?: number;
	/** How often a push that is not answered with success is sent again. */
	repeats?: number;
}

/** Runs one attempt as soon as the limit of simultaneous requests allows it. */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>;

/** How many characters of an answer the record keeps. */
const TEXT_KEPT = 2000;

/** Sends pushes, and records them. Like the live service, it repeats a push that is not answered with `success`. */
export class Pusher {
	records: PushRecord[] = [];
	private count = 0;
	private readonly turn = pLimit(1);
	private readonly outgoing = new Outgoing();
	private stopping = controllerForMany();
	private readonly sent = new Map<number, { push: Push; done: Promise<PushRecord> }>();

	constructor(private readonly setup: Setup) {}

	/** Sends pushes at the same time, or one by one: each then waits for the first attempt of the one before it. */
	sendAll(pushes: readonly Push[], oneByOne: boolean): void {
		void (async () => {
			for (const push of pushes) {
				const { firstAttempt } = this.start(push);
				if (oneByOne) await firstAttempt;
			}
		})();
	}

	/** Sends one push. Resolves when it is delivered or given up. */
	async send(
		push: Push,
		manner: PushManner = {},
		repeatOf?: number,
		turn?: Turn,
	): Promise<PushRecord> {
		return this.start(push, manner, repeatOf, turn).done;
	}

	/** Repeats an earlier push. */
	async repeat(number: number, manner: PushManner = {}, turn?: Turn): Promise<PushRecord> {
		const known = this.sent.get(number);
		if (!known) throw new Error(`There is no push ${number}`);
		return this.send(known.push, manner, number, turn);
	}

	/** Resolves when no push is under way or waits to be repeated. */
	async idle(): Promise<void> {
		while (this.waiting > 0) await Promise.all([...this.sent.values()].map(({ done }) => done));
	}

	get waiting(): number {
		return this.records.filter((record) => record.state === 'waiting').length;
	}

	/** Forgets finished pushes. The numbers of later pushes continue. */
	clear(): void {
		const over = new Set(
			this.records.filter((record) => record.state !== 'waiting').map((record) => record.number),
		);
		this.records = this.records.filter((record) => !over.has(record.number));
		for (const number of over) this.sent.delete(number);
	}

	/** Aborts all attempts under way, and all waiting for repeats. */
	stop(): void {
		this.stopping.abort();
		this.stopping = controllerForMany();
		this.outgoing.close();
	}

	/** Begins to send one push. Each attempt adds to its record. */
	start(
		push: Push,
		manner: PushManner = {},
		repeatOf?: number,
		turn?: Turn,
	): { record: PushRecord; done: Promise<PushRecord>; firstAttempt: Promise<void> } {
		const { settings } = this.setup;
		const numeric = manner.idsAsNumbers ?? settings.pushIdsAsNumbers;
		const record: PushRecord = {
			number: ++this.count,
			module: push.module,
			part: push.part,
			callUuid: push.callUuid,
			url: urlFor(
				manner.url ??
					this.setup.urlOf(push.module, textIn(push.payload.app_id), textIn(push.payload.robot_id)),
				manner.secret,
			),
			body: manner.body ?? writeJson(numeric ? withNumericIds(push.payload) : push.payload),
			repeatOf,
			attempts: [],
			state: 'waiting',
		};
		this.records.push(record);
		// `firstAttempt` resolves after the first attempt. If there is no attempt, it resolves when the push is over.
		let tellFirst: () => void = () => undefined;
		const firstAttempt = new Promise<void>((resolve) => {
			tellFirst = resolve;
		});
		const done = this.deliver(record, manner, turn ?? this.usualTurn(), tellFirst).finally(
			tellFirst,
		);
		this.sent.set(record.number, { push, done });
		return { record, done, firstAttempt };
	}

	private usualTurn(): Turn {
		this.turn.concurrency = this.setup.settings.pushConcurrency;
		return this.turn;
	}

	private async deliver(
		record: PushRecord,
		manner: PushManner,
		turn: Turn,
		tellFirst: () => void,
	): Promise<PushRecord> {
		const { url } = record;
		if (url === undefined) {
			record.state = 'no url';
			return record;
		}
		const timeoutMs = manner.timeoutMs ?? this.setup.settings.pushTimeoutMs;
		const repeats = manner.repeats ?? this.setup.settings.pushRepeats;
		const { signal } = this.stopping;
		for (let attempt = 0; attempt <= repeats; attempt++) {
			const cut = attempt < (manner.cutAttempts ?? 1) ? manner.cut : undefined;
			const finished = await turn(async () =>
				signal.aborted ? undefined : this.attempt(url, record.body, cut, timeoutMs),
			);
			if (finished === undefined) break;
			record.attempts.push(finished);
			tellFirst();
			if (finished.success) {
				record.state = 'delivered';
				return record;
			}
			if (attempt < repeats)
				// The platform repeats a push when its time-out has passed, even if the answer came earlier.
				await delay(Math.max(0, finished.at + timeoutMs - Date.now()), undefined, { signal }).catch(
					() => undefined,
				);
		}
		record.state = 'given up';
		return record;
	}

	private async attempt(
		url: string,
		text: string,
		cut: PushManner['cut'],
		timeoutMs: number,
	): Promise<PushAttempt> {
		const at = Date.now();
		const bytes = Buffer.from(text);
		const half = bytes.subarray(0, Math.floor(bytes.length / 2));
		const body = cut === 'connection' ? tornBody(bytes) : cut === 'json' ? half : bytes;
		const length = cut === 'json' ? half.length : bytes.length;
		const reply = await this.outgoing.post(url, body, length, timeoutMs);
		const success =
			reply.status !== undefined &&
			reply.status >= 200 &&
			reply.status < 300 &&
			reply.text.includes('success');
		return { at, ...reply, text: reply.text.slice(0, TEXT_KEPT), success };
	}
}

function textIn(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

/** The URL, with another `secret` if a test sets one. */
function urlFor(url: string | undefined, secret: string | undefined): string | undefined {
	if (url === undefined || secret === undefined) return url;
	const changed = new URL(url);
	changed.searchParams.set('secret', secret);
	return changed.href;
}
