import { setMaxListeners } from 'events';
import { setTimeout as delay } from 'timers/promises';
import pLimit from 'p-limit';
import type { Setup } from './config';
import { Outgoing, tornBody, type Reply } from './outgoing';
import { withNumericIds, type Push, type PushPart } from './pushPayloads';
import type { UrlModule } from './protocol';
import { writeJson } from './strictJson';

/** A controller whose signal may have many listeners. Without this, Node.js would warn of a memory leak. */
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
	/** If a test ordered this push as a repeat: the number of the repeated push. */
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
	/** How many attempts send only half of the body. By default only the first one does. */
	cutAttempts?: number;
	/** Replaces the JSON of the push. */
	body?: string;
	timeoutMs?: number;
	/** How many times a push is sent again, as long as it is not answered with success. */
	repeats?: number;
}

/** Limits simultaneous requests: runs the attempt as soon as the limit allows it. */
export type Limit = <T>(work: () => Promise<T>) => Promise<T>;

/** A record keeps only this many characters of an answer. */
const KEPT_CHARACTERS = 2000;

/** Sends pushes, and records them. Like the live service, it repeats a push that is not answered with `success`. */
export class Pusher {
	records: PushRecord[] = [];
	private count = 0;
	private readonly sharedLimit = pLimit(1);
	private readonly outgoing = new Outgoing();
	private stopping = controllerForMany();
	private readonly sent = new Map<number, { push: Push; done: Promise<PushRecord> }>();

	constructor(private readonly setup: Setup) {}

	/** Sends pushes. With `oneByOne`, each push waits until the first attempt of the push before it has ended. Without it, none waits. */
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
		limit?: Limit,
	): Promise<PushRecord> {
		return this.start(push, manner, repeatOf, limit).done;
	}

	/** Sends the earlier push with this number again. */
	async repeat(number: number, manner: PushManner = {}, limit?: Limit): Promise<PushRecord> {
		const earlier = this.sent.get(number);
		if (!earlier) throw new Error(`There is no push ${number}`);
		return this.send(earlier.push, manner, number, limit);
	}

	/** Resolves when no attempt is under way and no repeat is still to come. */
	async idle(): Promise<void> {
		while (this.waiting > 0) await Promise.all([...this.sent.values()].map(({ done }) => done));
	}

	/** Number of pushes in the state `waiting`. */
	get waiting(): number {
		return this.records.filter((record) => record.state === 'waiting').length;
	}

	/** Forgets finished pushes. The numbers of later pushes continue. */
	clear(): void {
		const finished = new Set(
			this.records.filter((record) => record.state !== 'waiting').map((record) => record.number),
		);
		this.records = this.records.filter((record) => !finished.has(record.number));
		for (const number of finished) this.sent.delete(number);
	}

	/** Aborts all attempts under way. Pushes that wait for a repeat are given up. */
	stop(): void {
		this.stopping.abort();
		this.stopping = controllerForMany();
		this.outgoing.close();
	}

	/** Begins to send one push. Each attempt is added to the push's record. */
	start(
		push: Push,
		manner: PushManner = {},
		repeatOf?: number,
		limit?: Limit,
	): { record: PushRecord; done: Promise<PushRecord>; firstAttempt: Promise<void> } {
		const { settings } = this.setup;
		const withNumbers = manner.idsAsNumbers ?? settings.pushIdsAsNumbers;
		const record: PushRecord = {
			number: ++this.count,
			module: push.module,
			part: push.part,
			callUuid: push.callUuid,
			url: urlFor(
				manner.url ??
					this.setup.urlOf(
						push.module,
						textOrEmpty(push.payload.app_id),
						textOrEmpty(push.payload.robot_id),
					),
				manner.secret,
			),
			body: manner.body ?? writeJson(withNumbers ? withNumericIds(push.payload) : push.payload),
			repeatOf,
			attempts: [],
			state: 'waiting',
		};
		this.records.push(record);
		// `firstAttempt` resolves after the first attempt. If there is no attempt, it resolves when the push is over.
		let onFirstAttempt: () => void = () => undefined;
		const firstAttempt = new Promise<void>((resolve) => {
			onFirstAttempt = resolve;
		});
		const done = this.deliver(record, manner, limit ?? this.usualLimit(), onFirstAttempt).finally(
			onFirstAttempt,
		);
		this.sent.set(record.number, { push, done });
		return { record, done, firstAttempt };
	}

	private usualLimit(): Limit {
		this.sharedLimit.concurrency = this.setup.settings.pushConcurrency;
		return this.sharedLimit;
	}

	private async deliver(
		record: PushRecord,
		manner: PushManner,
		limit: Limit,
		onFirstAttempt: () => void,
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
			// Undefined if the pusher was stopped before the attempt began.
			const result = await limit(async () =>
				signal.aborted ? undefined : this.attempt(url, record.body, cut, timeoutMs),
			);
			if (result === undefined) break;
			record.attempts.push(result);
			onFirstAttempt();
			if (result.success) {
				record.state = 'delivered';
				return record;
			}
			if (attempt < repeats)
				// The platform repeats a push when its time-out has passed, even if the answer came earlier.
				await delay(Math.max(0, result.at + timeoutMs - Date.now()), undefined, { signal }).catch(
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
		return { at, ...reply, text: reply.text.slice(0, KEPT_CHARACTERS), success };
	}
}

function textOrEmpty(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

/** The URL. If a test sets a secret, it replaces the URL's `secret`. */
function urlFor(url: string | undefined, secret: string | undefined): string | undefined {
	if (url === undefined || secret === undefined) return url;
	const changed = new URL(url);
	changed.searchParams.set('secret', secret);
	return changed.href;
}
