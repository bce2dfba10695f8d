import type { IncomingMessage, ServerResponse } from 'http';
import type { RequestLog, RequestLogEntry } from '../http/log';
import type { Accounts, ServiceAccount } from './accounts';
import { authenticate } from './auth';
import type { Endpoint } from './endpoint';
import type { Engines } from './engines';
import { failure, newSid, orderedFailure, success, type Answer } from './envelope';
import { PlatformFailure } from './failure';
import type { FaultQueue, FaultRule } from './faults';
import type { ImageMemory } from './images';
import { isUrlSafe, readParam, watched } from './param';
import type { Rates } from './rates';
import { distort, pause, send } from './send';
import type { Settings } from './settings';

/** The largest accepted body. An archive of 50M fits, even after Base64 and URL-encoding. */
const BODY_MAX = 100 * 1024 * 1024;

export interface Platform {
	accounts: Accounts;
	settings: Settings;
	faults: FaultQueue;
	images: ImageMemory;
	rates: Rates;
	engines: Engines;
	log: RequestLog;
	/** Counts one more call of this account, and returns the account's number of calls. */
	count(account: ServiceAccount): number;
}

/** Serves one request to an endpoint. It selects the fault, reads the body, checks rates, headers and parameters, and then answers. */
export async function serve(
	platform: Platform,
	endpoint: Endpoint,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const entry = platform.log.of(request);
	const fault = platform.faults.take(endpoint.name);
	entry.endpoint = endpoint.name;
	if (fault) entry.fault = fault.kind;
	if (fault?.kind === 'drop' && fault.when === 'before') {
		await pause(fault.latencyMs ?? 0);
		request.socket.destroy();
		return;
	}
	const body = await readBody(request, entry);
	if (!body) {
		refuseBody(request, response, entry);
		return;
	}
	const shiftOfFault = fault?.kind === 'clock' ? fault.shiftSeconds : 0;
	const shiftSeconds = platform.settings.clockShiftSeconds + shiftOfFault;
	const rateCode = platform.rates.enter(platform.settings, performance.now());
	if (rateCode !== undefined) {
		send(
			response,
			rateRefusal(platform, endpoint, rateCode),
			undefined,
			entry,
			dateHeader(shiftSeconds, fault),
		);
		return;
	}
	response.once('close', () => platform.rates.leave());
	const answer = await answerTo(platform, endpoint, request, body, shiftSeconds, fault);
	await pause(platform.settings.latencyMs + (fault?.latencyMs ?? 0));
	if (response.destroyed) return;
	send(response, distort(answer, fault), fault, entry, dateHeader(shiftSeconds, fault));
}

function rateRefusal({ settings }: Platform, endpoint: Endpoint, code: '11202' | '11203'): Answer {
	const detail = code === '11202' ? 'too many requests per second' : 'too many requests at once';
	return failure(endpoint, new PlatformFailure(code, detail), newSid(endpoint.sid), settings);
}

async function answerTo(
	platform: Platform,
	endpoint: Endpoint,
	request: IncomingMessage,
	body: Buffer,
	shiftSeconds: number,
	fault: FaultRule | undefined,
): Promise<Answer> {
	const { settings, log } = platform;
	const entry = log.of(request);
	const { headers } = request;
	const sid = newSid(endpoint.sid);
	entry.appid = headerText(headers['x-appid']);
	entry.curTime = headerText(headers['x-curtime']);
	entry.authentic = false;
	const realIp = headerText(headers['x-real-ip']);
	if (realIp !== '') entry.realIp = realIp;
	try {
		const whitelistForm = fault?.kind === 'whitelist' ? fault.form : undefined;
		authenticate({
			endpoint,
			headers,
			// An IPv4 address can have this prefix of IPv6.
			client: (request.socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
			accounts: platform.accounts,
			settings: whitelistForm === undefined ? settings : { ...settings, whitelistForm },
			now: Date.now() + shiftSeconds * 1000,
			refuseAddress: fault?.kind === 'whitelist',
			count: platform.count,
		});
		entry.authentic = true;
		const header = headerText(headers['x-param']);
		if (header === '' && !endpoint.withoutParam)
			throw new PlatformFailure('10106', 'invalid X-Param');
		const param = readParam(header);
		if (isUrlSafe(header))
			entry.note = 'X-Param in URL-safe Base64; the document has the standard one';
		entry.param = param;
		if (fault?.kind === 'code') {
			return orderedFailure(
				endpoint,
				fault.code,
				fault.desc ?? 'simulated|ordered by a test',
				sid,
				settings,
			);
		}
		const contentType = headerText(headers['content-type']);
		const { engines, images } = platform;
		const watchedParam = watched(param);
		const result = await endpoint.handle({
			endpoint,
			param: watchedParam.param,
			contentType,
			realIp,
			body,
			settings,
			engines,
			images,
		});
		entry.unread = watchedParam.unread();
		if ('data' in result) return success(endpoint, result.data, sid, settings);
		return audioAnswer(result.audio, sid);
	} catch (error) {
		if (error instanceof PlatformFailure) return failure(endpoint, error, sid, settings);
		const message = error instanceof Error ? error.message : String(error);
		entry.error = message;
		return failure(endpoint, new PlatformFailure('10700', message), sid, settings);
	}
}

/** The answer of a successful speech synthesis (document 1, 4.4). The server adds the documented `Connection: keep-alive`. */
function audioAnswer(audio: Buffer, sid: string): Answer {
	return {
		status: 200,
		headers: { 'Content-Type': 'audio/mpeg', sid, 'Cache-Control': 'no-cache' },
		body: audio,
		code: '0',
		sid,
	};
}

/** Reads the body. Undefined if it is too large, or if the client closed the connection. */
async function readBody(
	request: IncomingMessage,
	entry: RequestLogEntry,
): Promise<Buffer | undefined> {
	const chunks: Buffer[] = [];
	let size = 0;
	try {
		for await (const chunk of request) {
			if (!Buffer.isBuffer(chunk)) continue;
			size += chunk.length;
			if (size > BODY_MAX) return undefined;
			chunks.push(chunk);
		}
	} catch {
		return undefined;
	} finally {
		entry.bytesIn = size;
	}
	return Buffer.concat(chunks, size);
}

/** Answers that the body is too large. If the client closed the connection, nothing is sent. */
function refuseBody(
	request: IncomingMessage,
	response: ServerResponse,
	entry: RequestLogEntry,
): void {
	if (response.destroyed || request.errored) return;
	entry.status = 413;
	response.writeHead(413, { Connection: 'close', 'Content-Type': 'text/plain' });
	response.end('Request Entity Too Large\n');
}

/** The Date header of the answer. Undefined if the platform's clock is right. */
function dateHeader(shiftSeconds: number, fault: FaultRule | undefined): string | undefined {
	if (fault?.kind === 'clock' && fault.date !== undefined) return fault.date;
	return shiftSeconds === 0 ? undefined : new Date(Date.now() + shiftSeconds * 1000).toUTCString();
}

function headerText(header: string | string[] | undefined): string {
	return typeof header === 'string' ? header : '';
}
