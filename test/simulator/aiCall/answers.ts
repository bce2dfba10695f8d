import type { Response } from 'express';
import type { Fault } from './faults';
import { messageOf } from './protocol';
import type { RequestRecord } from './records';
import { writeJson } from './strictJson';

/** The envelope of document 2, 2.1. */
export interface Envelope {
	code: number;
	message: string;
	result: object;
}

export function success(result: object): Envelope {
	return { code: 0, message: 'ok', result };
}

export function failure(code: number, message = messageOf(code)): Envelope {
	return { code, message, result: {} };
}

/** Sends answers, complete or damaged by a fault, and records what the client received. */
export class Answers {
	/** Connections that stay open without an answer or that wait for a late answer, by the timer that ends the wait. */
	private readonly held = new Map<NodeJS.Timeout, { res: Response; then: () => void }>();

	/**
	 * Sends the answer that the platform has decided to give to a request. If there is a fault, it replaces, damages or delays
	 * this answer, unless its kind acts earlier.
	 */
	send(
		res: Response,
		record: RequestRecord,
		status: number,
		envelope: object,
		fault: Fault | undefined,
	): void {
		const text = writeJson(envelope);
		switch (fault?.kind) {
			case 'http':
				return this.sendPage(res, record, fault);
			case 'drop':
				return this.cut(res);
			case 'half':
				return this.sendHalf(res, record, status, text);
			case 'stall':
				return this.hold(res, fault.ms, () => this.cut(res));
			case 'late':
				return this.hold(res, fault.ms, () => this.sendWhole(res, record, status, text));
			case 'body':
				record.status = 200;
				res
					.status(200)
					.type(fault.contentType ?? 'text/html')
					.end(fault.text);
				return;
			default:
				return this.sendWhole(res, record, status, text);
		}
	}

	/** Answers as a proxy or gateway in front of the platform does: an HTTP status with a page, or with JSON of its own. */
	sendPage(
		res: Response,
		record: RequestRecord,
		{ status, json }: { status: number; json?: boolean },
	): void {
		record.status = status;
		if (json) {
			res.status(status).json({ code: status, message: 'Gateway trouble' });
			return;
		}
		res
			.status(status)
			.type('html')
			.end(`<html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>`);
	}

	/** Closes the connection without any further data. */
	cut(res: Response): void {
		res.socket?.destroy();
	}

	/** Holds the connection open for `ms` milliseconds (forever if undefined), and then calls `then` unless the client has gone. */
	hold(res: Response, ms: number | undefined, then: () => void): void {
		const timer = setTimeout(
			() => {
				this.held.delete(timer);
				then();
			},
			ms ?? 2 ** 31 - 1,
		);
		timer.unref();
		this.held.set(timer, { res, then });
		res.once('close', () => {
			clearTimeout(timer);
			this.held.delete(timer);
		});
	}

	/** Ends all waiting: sends late answers, and cuts stalled connections. */
	release(): void {
		for (const [timer, { then }] of this.held) {
			clearTimeout(timer);
			then();
		}
		this.held.clear();
	}

	/** Cuts all connections that are held. */
	close(): void {
		for (const [timer, { res }] of this.held) {
			clearTimeout(timer);
			this.cut(res);
		}
		this.held.clear();
	}

	private sendWhole(res: Response, record: RequestRecord, status: number, text: string): void {
		// The client has closed the connection.
		if (res.destroyed || res.socket?.destroyed !== false) return;
		record.status = status;
		// An answer with wrong numbers is complete but not correct.
		record.answered = record.fault?.kind !== 'miscount';
		res.status(status).set('Content-Type', 'application/json;charset=UTF-8').end(text);
	}

	/** Announces the length of the whole answer, but sends only the first half and then cuts the connection. */
	private sendHalf(res: Response, record: RequestRecord, status: number, text: string): void {
		const bytes = Buffer.from(text);
		record.status = status;
		res.writeHead(status, {
			'Content-Type': 'application/json;charset=UTF-8',
			'Content-Length': bytes.length,
		});
		res.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => this.cut(res));
	}
}
