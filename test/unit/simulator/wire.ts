import { createHash } from 'crypto';
import type { Simulator } from '../../simulator';
import { APPID, KEY, paths, raw, type Name } from './client';

/** A request to an endpoint of document 1, as it is sent. */
export interface WireRequest {
	/** The value of the X-Param header. If undefined, the header is not sent. */
	param?: string;
	/** The text that is signed together with the key and the time; by default `param`. */
	signed?: string;
	body: string | Buffer;
	contentType?: string;
	/** Changes the names of headers. */
	headerName?: (name: string) => string;
	/** Additional headers. */
	moreHeaders?: Record<string, string>;
	/** The version of HTTP. */
	version?: string;
}

export interface WireAnswer {
	/** Status line and headers. */
	head: string;
	/** The parsed body; undefined if it is not JSON. */
	json: Record<string, unknown> | undefined;
	body: Buffer;
}

/** Sends a request as it is, and returns the answer as it came. */
export async function onTheWire(
	simulator: Simulator,
	name: Name,
	{ param, signed = param ?? '', body, ...request }: WireRequest,
): Promise<WireAnswer> {
	const {
		contentType = 'application/x-www-form-urlencoded; charset=utf-8',
		headerName = (header) => header,
		moreHeaders = {},
		version = '1.1',
	} = request;
	const curTime = String(Math.floor(Date.now() / 1000));
	const headers: Record<string, string> = {
		Host: 'api.xfyun.cn',
		Connection: 'close',
		'X-Appid': APPID,
		'X-CurTime': curTime,
		...(param === undefined ? {} : { 'X-Param': param }),
		'X-CheckSum': createHash('md5')
			.update(KEY + curTime + signed)
			.digest('hex'),
		'Content-Type': contentType,
		'Content-Length': String(Buffer.byteLength(body)),
		...moreHeaders,
	};
	const lines = Object.entries(headers).map(
		([header, value]) => `${headerName(header)}: ${value}\r\n`,
	);
	const head = `POST ${paths[name]} HTTP/${version}\r\n${lines.join('')}\r\n`;
	const received = await raw(simulator, Buffer.concat([Buffer.from(head), Buffer.from(body)]));
	// The answer may come after `100 Continue`.
	const answer = received.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
	const end = answer.indexOf('\r\n\r\n');
	const content = Buffer.from(answer.slice(end + 4), 'latin1');
	return { head: answer.slice(0, end), json: jsonIn(content), body: content };
}

function jsonIn(body: Buffer): Record<string, unknown> | undefined {
	try {
		return JSON.parse(body.toString()) as Record<string, unknown>;
	} catch {
		return undefined;
	}
}

export const base64 = (text: string) => Buffer.from(text).toString('base64');
