import { setMaxListeners } from 'events';
import { setTimeout as delay } from 'timers/promises';
import pLimit from 'p-limit';
import type { Setup } from './config';
import { Outgoing, tornBody, type Reply } from './outgoing';
import { withNumericIds, type Push, type PushPart } from './pushPayloads';
import type { UrlModule } from './protocol';
import { writeJson } from './strictJson';

/** Ends any number of waits, each of which listens to it. */
function endsMany(): AbortController {
	const controller = new AbortController();
	setMaxListeners(0, controller.signal);
	return controller;
}

export interface PushAttempt extends Reply {
	/** Millisecond timestamp, real time. */
	at: number;
	/** Whether the application accepted it: HTTP 2xx with `success` in the text. */
	success: boolean;
}

/** One push and its outcome. */
export interface PushRecord {
	/** 1, 2, 3 … in order of sending. */
	number: number;
	module: UrlModule;
	part: PushPart;
	callUuid: string;
	/** The URL to which it was sent; undefined if the module has no URL. */
	url: string | undefined;
	/** The whole body, even if only a part of it was sent. */
	body: string;
	/** Number of the push that this one repeats because a test asked for it. */
	repeatOf: number | undefined;
	attempts: PushAttempt[];
	/** `waiting` while attempts are under way or still to come. */
	state: 'waiting' | 'delivered' | 'given up' | 'no url';
}

/** Changes to the usual way of sending a push. */
export interface PushManner {
	/** Another URL than the module's. */
	url?: string;
	/** Replaces the URL's `secret`. */
	secret?: string;
	idsAsNumbers?: boolean;
	/** Sends only half: of the JSON, as if that were all, or of the announced bytes, and then cuts the connection. */
	cut?: 'json' | 'connection';
	/** How many attempts are cut; default 1, so that the repeats are complete. */
	cutAttempts?: number;
	/** Sends this text instead. */
	body?: string;
	timeoutMs?: number;
	repeats?: number;
}

/** Runs one attempt when its turn has come. */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>;

/** How many characters of an answer are kept. */
const TEXT_KEPT = 2000;

/** Sends pushes, repeats those that are not answered with `success`, and records them (seen in the live service). */
export class Pusher {
	records: PushRecord[] = [];
	private count = 0;
	private readonly turn = pLimit(1);
	private readonly outgoing = new Outgoing();
	private stopping = endsMany();
	private readonly sent = new Map<number, { push: Push; done: Promise<PushRecord> }>();

	constructor(private readonly setup: Setup) {}

	/** Sends pushes at once, or one after another (each waits for the first attempt of the previous one). */
	sendAll(pushes: readonly Push[], oneByOne: boolean): void {
		void (async () => {
			for (const push of pushes) {
				const { firstAttempt } = this.start(push);
				if (oneByOne) await firstAttempt;
			}
		})();
	}

	/** Sends one push; resolves when it is delivered or given up. */
	async send(
		push: Push,
		manner: PushManner = {},
		repeatOf?: number,
		turn?: Turn,
	): Promise<PushRecord> {
		return this.start(push, manner, repeatOf, turn).done;
	}

	/** Sends a push again that was sent before. */
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

	/** Forgets finished pushes; numbers continue. */
	clear(): void {
		const over = new Set(
			this.records.filter((record) => record.state !== 'waiting').map((record) => record.number),
		);
		this.records = this.records.filter((record) => !over.has(record.number));
		for (const number of over) this.sent.delete(number);
	}

	/** Aborts everything that is under way or waits to be repeated. */
	stop(): void {
		this.stopping.abort();
		this.stopping = endsMany();
		this.outgoing.close();
	}

	/** Begins to send one push; its record grows as attempts are made. */
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
			const made = await turn(async () =>
				signal.aborted ? undefined : this.attempt(url, record.body, cut, timeoutMs),
			);
			if (made === undefined) break;
			record.attempts.push(made);
			tellFirst();
			if (made.success) {
				record.state = 'delivered';
				return record;
			}
			if (attempt < repeats)
				await delay(Math.max(0, made.at + timeoutMs - Date.now()), undefined, { signal }).catch(
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

/** An address with another `secret`, if one was ordered. */
function textIn(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

function urlFor(url: string | undefined, secret: string | undefined): string | undefined {
	if (url === undefined || secret === undefined) return url;
	const changed = new URL(url);
	changed.searchParams.set('secret', secret);
	return changed.href;
}
