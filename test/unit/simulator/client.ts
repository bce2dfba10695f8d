import axios, { type AxiosResponse } from 'axios';
import { createHash } from 'crypto';
import net from 'net';
import { ADDRESSES } from '../../document';
import type { Simulator } from '../../simulator';

/** The demo account. Its one key works for all services. */
export const APPID = '5a1c0de1';
export const KEY = 'f1e2d3c4b5a697887766554433221100';

/** The path of each HTTP endpoint of the document, by the endpoint's name on the local platform. */
export const paths: Readonly<Record<string, string>> = Object.fromEntries(
	Object.entries(ADDRESSES)
		.filter(([, address]) => address.startsWith('http'))
		.map(([name, address]) => [name, new URL(address).pathname]),
);

/** The name of an endpoint, such as `cws`. */
export type Name = string;

export interface Call {
	/** Business parameters, or the finished X-Param header. */
	param?: object | string;
	body?: string | Buffer;
	appid?: string;
	key?: string;
	/** X-CurTime; this machine's clock by default. */
	curTime?: string;
	checkSum?: string;
	contentType?: string;
	/** Headers to leave out. */
	without?: string[];
	/** Additional headers. */
	headers?: Record<string, string>;
	timeout?: number;
}

export interface Envelope {
	code: unknown;
	data: unknown;
	desc: unknown;
	sid: string;
}

/** The headers that part 5 of document 1 describes. */
export function headersOf({
	param = {},
	appid = APPID,
	key = KEY,
	without = [],
	...call
}: Call): Record<string, string> {
	const curTime = call.curTime ?? String(Math.floor(Date.now() / 1000));
	const encoded =
		typeof param === 'string' ? param : Buffer.from(JSON.stringify(param)).toString('base64');
	const all: Record<string, string> = {
		'X-Appid': appid,
		'X-CurTime': curTime,
		'X-Param': encoded,
		'X-CheckSum':
			call.checkSum ??
			createHash('md5')
				.update(key + curTime + encoded)
				.digest('hex'),
		'Content-Type': call.contentType ?? 'application/x-www-form-urlencoded; charset=utf-8',
	};
	return Object.fromEntries(Object.entries(all).filter(([name]) => !without.includes(name)));
}

export function send(base: string, name: Name, call: Call = {}): Promise<AxiosResponse<Buffer>> {
	return axios.post<Buffer>(base + paths[name], call.body ?? '', {
		headers: { ...headersOf(call), ...call.headers },
		responseType: 'arraybuffer',
		validateStatus: () => true,
		timeout: call.timeout ?? 60_000,
		proxy: false,
	});
}

/** The envelope of an answer with HTTP status 200. */
export async function ask(simulator: Simulator, name: Name, call: Call = {}): Promise<Envelope> {
	const { status, data } = await send(simulator.url, name, call);
	if (status !== 200) throw new Error(`HTTP ${status}: ${data.toString()}`);
	return JSON.parse(data.toString()) as Envelope;
}

/** `code` and `desc` of an answer in one text. Most tests of rules compare this text. */
export async function verdict(simulator: Simulator, name: Name, call: Call = {}): Promise<string> {
	const { code, desc } = await ask(simulator, name, call);
	return `${String(code)} ${String(desc)}`;
}

/** A form body with one field. Bytes are sent in Base64. */
export function form(field: string, value: string | Buffer): string {
	return `${field}=${encodeURIComponent(Buffer.isBuffer(value) ? value.toString('base64') : value)}`;
}

/** Sends bytes as they are, and returns everything received until the connection ends. */
export function raw(simulator: Simulator, request: string | Buffer): Promise<string> {
	const { hostname, port } = new URL(simulator.url);
	return new Promise((resolve, reject) => {
		const chunks: Buffer[] = [];
		const socket = net.connect(Number(port), hostname, () => socket.write(request));
		socket.on('data', (chunk) => chunks.push(chunk));
		socket.on('error', reject);
		socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
	});
}
