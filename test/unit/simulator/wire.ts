import { createHash } from 'crypto';
import type { Simulator } from '../../simulator';
import { APPID, KEY, paths, raw, type Name } from './client';

/** A request to document 1 as bytes on the wire. */
export interface WireRequest {
	/** The X-Param header as it is sent; without it no header is sent. */
	param?: string;
	/** The text that is signed after key and time; by default the header. */
	signed?: string;
	body: string | Buffer;
	contentType?: string;
	/** Changes the names of headers. */
	headerName?: (name: string) => string;
	/** Additional headers. */
	more?: Record<string, string>;
	version?: string;
}

export interface WireAnswer {
	/** Status line and headers. */
	head: string;
	/** The envelope; undefined if the body is not one. */
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
		more = {},
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
		...more,
	};
	const lines = Object.entries(headers).map(
		([header, value]) => `${headerName(header)}: ${value}\r\n`,
	);
	const head = `POST ${paths[name]} HTTP/${version}\r\n${lines.join('')}\r\n`;
	const answer = Buffer.from(
		await raw(simulator, Buffer.concat([Buffer.from(head), Buffer.from(body)])),
		'latin1',
	);
	// The answer may come after `100 Continue`.
	const text = answer.toString('latin1').replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
	const end = text.indexOf('\r\n\r\n');
	const content = Buffer.from(text.slice(end + 4), 'latin1');
	return { head: text.slice(0, end), json: envelopeIn(content), body: content };
}

function envelopeIn(body: Buffer): Record<string, unknown> | undefined {
	try {
		return JSON.parse(body.toString()) as Record<string, unknown>;
	} catch {
		return undefined;
	}
}

export const base64 = (text: string) => Buffer.from(text).toString('base64');
