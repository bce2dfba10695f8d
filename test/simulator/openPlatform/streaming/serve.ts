import type { IncomingMessage } from 'http';
import type { Duplex } from 'stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { RequestLogEntry } from '../../http/log';
import { newSid } from '../envelope';
import type { FaultRule } from '../faults';
import { pause } from '../send';
import type { Platform } from '../serve';
import {
	failureFrame,
	successFrames,
	withFrameWithoutData,
	type AnswerFrame,
	type Spoken,
} from './answers';
import { distortFrames, type Step } from './distort';
import { FrameFailure, readRequest, type Synthesis } from './frame';
import { checkHandshake, HandshakeRefusal, type Caller, type Handshake } from './signature';

/** The path of streaming speech synthesis. */
export const STREAMING_PATH = '/v2/tts';

/** The size of the largest accepted frame. A frame with the longest allowed text is much smaller. */
const MAX_REQUEST_FRAME_BYTES = 1024 * 1024;

/** Faults of the handshake. A plain GET after a refused handshake gets the same fault, so that the client learns the reason. */
const HANDSHAKE_FAULTS: readonly string[] = ['status', 'whitelist', 'clock'];

/** An HTTP answer to a plain GET or to a refused handshake. */
export interface HandshakeAnswer {
	status: number;
	headers: Record<string, string>;
	body: string;
}

/** The streaming service. It answers over a WebSocket, and also answers plain GETs to its address. */
export class StreamingService {
	private readonly sockets = new WebSocketServer({
		noServer: true,
		maxPayload: MAX_REQUEST_FRAME_BYTES,
	});

	/** The fault that refused the last handshake. The next plain GET gets this fault too. */
	private faultForPlainGet: FaultRule | undefined;

	constructor(private readonly platform: Platform) {}

	/** Answers a plain GET. Refuses what a handshake would refuse, and otherwise says that a WebSocket is needed. */
	answerPlain(request: IncomingMessage, url: string): HandshakeAnswer {
		const fault = this.faultForPlainGet ?? this.platform.faults.take('streaming');
		this.faultForPlainGet = undefined;
		const entry = this.platform.log.of(request);
		const outcome = this.shakeHands(request, url, entry, fault);
		const answer =
			'status' in outcome
				? outcome
				: this.refuse(426, 'WebSocket upgrade required', fault, {
						Upgrade: 'websocket',
						Connection: 'Upgrade',
					});
		Object.assign(entry, { status: answer.status, bytesOut: Buffer.byteLength(answer.body) });
		return answer;
	}

	/** Takes over a connection that asks to become a WebSocket. */
	upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, url: string): void {
		const { faults, log } = this.platform;
		const entry = log.of(request);
		const started = performance.now();
		socket.once('close', () => {
			entry.durationMs = Math.round(performance.now() - started);
			log.answered(entry);
		});
		const fault = faults.take('streaming');
		if (fault?.kind === 'drop' && fault.when === 'before') {
			entry.fault = fault.kind;
			socket.destroy();
			return;
		}
		const outcome = this.shakeHands(request, url, entry, fault);
		if ('status' in outcome) {
			if (fault && HANDSHAKE_FAULTS.includes(fault.kind)) this.faultForPlainGet = fault;
			Object.assign(entry, { status: outcome.status, bytesOut: Buffer.byteLength(outcome.body) });
			writeRefusal(socket, outcome);
			return;
		}
		entry.status = 101;
		this.sockets.handleUpgrade(request, socket, head, (connection) =>
			this.serve(connection, outcome, entry, fault),
		);
	}

	/** Forgets the fault for the next plain GET. */
	clear(): void {
		this.faultForPlainGet = undefined;
	}

	/** Cuts all connections. */
	close(): void {
		for (const connection of this.sockets.clients) connection.terminate();
		this.sockets.close();
	}

	/** Checks the handshake. Returns its caller, or the answer that refuses the handshake. Only the answer has a `status`. */
	private shakeHands(
		request: IncomingMessage,
		url: string,
		entry: RequestLogEntry,
		fault: FaultRule | undefined,
	): Caller | HandshakeAnswer {
		// Splits at the first question mark.
		const [path = '', query = ''] = url.split(/\?(.*)/s);
		const { accounts, settings } = this.platform;
		const handshake: Handshake = {
			method: request.method ?? '',
			path,
			query: new URLSearchParams(query),
			// Node.js can write an IPv4 address as ::ffff:127.0.0.1.
			client: (request.socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
			now: Date.now() + this.secondsAhead(fault) * 1000,
			accounts,
			unknownKey: settings.unknownKey,
			refuseAddress: fault?.kind === 'whitelist',
		};
		Object.assign(entry, {
			endpoint: 'streaming',
			authentic: false,
			curTime: handshake.query.get('date') ?? '',
		});
		if (fault) entry.fault = fault.kind;
		if (fault?.kind === 'status')
			return this.refuse(
				fault.status,
				`HTTP ${fault.status}, ordered by a test`,
				fault,
				fault.headers,
				fault.body,
			);
		try {
			const caller = checkHandshake(handshake);
			Object.assign(entry, { authentic: true, appid: caller.appid });
			return caller;
		} catch (error) {
			if (error instanceof HandshakeRefusal) return this.refuse(error.status, error.message, fault);
			throw error;
		}
	}

	/** Seconds by which the platform's clock is ahead. */
	private secondsAhead(fault: FaultRule | undefined): number {
		return (
			this.platform.settings.clockShiftSeconds + (fault?.kind === 'clock' ? fault.shiftSeconds : 0)
		);
	}

	private refuse(
		status: number,
		message: string,
		fault: FaultRule | undefined,
		headers: Record<string, string> = {},
		body?: string,
	): HandshakeAnswer {
		const date =
			fault?.kind === 'clock' && fault.date !== undefined
				? fault.date
				: new Date(Date.now() + this.secondsAhead(fault) * 1000).toUTCString();
		return {
			status,
			headers: { Date: date, 'Content-Type': 'application/json; charset=utf-8', ...headers },
			body: body ?? JSON.stringify({ message }),
		};
	}

	/** Serves a connection: waits for the client's only frame, and answers it. */
	private serve(
		connection: WebSocket,
		caller: Caller,
		entry: RequestLogEntry,
		fault: FaultRule | undefined,
	): void {
		const readTimeout = setTimeout(
			() =>
				void this.send(connection, entry, [
					failureFrame(10200, 'read timeout', newSid(SID_LETTERS)),
				]),
			this.platform.settings.readTimeoutMs,
		);
		readTimeout.unref();
		connection.on('error', () => connection.terminate());
		connection.once('close', () => clearTimeout(readTimeout));
		connection.once('message', (data: Buffer) => {
			clearTimeout(readTimeout);
			entry.bytesIn = data.length;
			void this.answer(connection, caller, data.toString('utf8'), entry, fault);
		});
	}

	private async answer(
		connection: WebSocket,
		caller: Caller,
		request: string,
		entry: RequestLogEntry,
		fault: FaultRule | undefined,
	): Promise<void> {
		const sid = newSid(SID_LETTERS);
		const { rates, settings } = this.platform;
		const rateCode = rates.enter(settings, performance.now());
		if (rateCode !== undefined) {
			await this.send(connection, entry, [
				failureFrame(
					Number(rateCode),
					rateCode === '11202' ? 'too many requests per second' : 'too many requests at once',
					sid,
				),
			]);
			return;
		}
		connection.once('close', () => rates.leave());
		const frames = await this.framesFor(request, caller, sid, entry, fault);
		await pause(settings.latencyMs + (fault?.latencyMs ?? 0));
		await this.send(connection, entry, frames, fault);
	}

	private async framesFor(
		request: string,
		caller: Caller,
		sid: string,
		entry: RequestLogEntry,
		fault: FaultRule | undefined,
	): Promise<AnswerFrame[]> {
		try {
			const synthesis = readRequest(request, this.platform.settings);
			Object.assign(entry, {
				param: synthesis.business,
				unread: synthesis.unread,
				appid: synthesis.appid,
			});
			this.checkAccount(caller, synthesis, fault);
			const frames = successFrames(synthesis, await this.speak(synthesis), sid);
			const { frameWithoutData } = this.platform.settings;
			return frameWithoutData === 'second' ? withFrameWithoutData(frames, sid) : frames;
		} catch (error) {
			if (error instanceof FrameFailure) return [failureFrame(error.code, error.message, sid)];
			entry.error = error instanceof Error ? error.message : String(error);
			return [failureFrame(10700, 'engine error', sid)];
		}
	}

	/**
	 * Checks the account. The key must belong to the application, the licence must be enabled, and the calls of today must be
	 * within the limit. After these checks, a fault of kind `code` without `afterFrames` refuses the request.
	 */
	private checkAccount(
		{ appid, account }: Caller,
		synthesis: Synthesis,
		fault: FaultRule | undefined,
	): void {
		if (synthesis.appid !== appid)
			throw new FrameFailure(10313, 'invalid appid: app_id does not belong to the key');
		if (account.enabled === false) throw new FrameFailure(11200, 'licc failed: no licence');
		if (account.dailyLimit !== undefined && this.platform.count(account) > account.dailyLimit)
			throw new FrameFailure(11201, 'licc limit: daily limit exceeded');
		if (fault?.kind === 'code' && fault.afterFrames === undefined)
			throw new FrameFailure(Number(fault.code), fault.desc ?? 'ordered by a test');
	}

	/** Speaks the text with the same engine as the service over HTTP. */
	private async speak({ text, encoding, options }: Synthesis): Promise<Spoken> {
		const { speech } = this.platform.engines;
		return await speech.sentences(text, options, encoding === 'lame' ? 'mp3' : 'pcm');
	}

	/**
	 * Sends the frames, changed by the fault. Waits until each frame is written, because `ws` cuts a connection 30
	 * seconds after `close()`, even if a slow client has not yet read all frames.
	 */
	private async send(
		connection: WebSocket,
		entry: RequestLogEntry,
		frames: AnswerFrame[],
		fault?: FaultRule,
	): Promise<void> {
		const [first] = frames;
		entry.sid = first?.sid;
		entry.code = String(frames.find(({ code }) => code !== 0)?.code ?? 0);
		for (const step of distortFrames(frames, fault)) await this.perform(connection, entry, step);
	}

	private async perform(connection: WebSocket, entry: RequestLogEntry, step: Step): Promise<void> {
		if (step === 'cut') connection.terminate();
		else if (step === 'close') connection.close(1000);
		else {
			entry.bytesOut += Buffer.byteLength(step.frame);
			const { frame, binary = false } = step;
			// Goes on even if the frame could not be sent, because the client may have gone.
			await new Promise<void>((resolve) => connection.send(frame, { binary }, () => resolve()));
		}
	}
}

/** The first letters of a session ID, and its letters after the `@`. */
const SID_LETTERS = ['tts', 'dx'] as const;

function writeRefusal(socket: Duplex, { status, headers, body }: HandshakeAnswer): void {
	const fields = Object.entries({
		...headers,
		'Content-Length': String(Buffer.byteLength(body)),
		Connection: 'close',
	});
	socket.end(
		`HTTP/1.1 ${status} Refused\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
	);
}
