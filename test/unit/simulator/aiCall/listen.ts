import type { Server } from 'http';
import type { AddressInfo } from 'net';
import axios, { type AxiosResponse } from 'axios';
import express from 'express';
import { createAiCall, type AiCallOptions, type AiCallSimulator } from '../../../simulator/aiCall';
import { DEFAULT_APP_KEY, DEFAULT_APP_SECRET } from '../../../simulator/aiCall/config';
import { PATHS, type Endpoint } from '../../../simulator/aiCall/endpointList';

export interface Listening {
	platform: AiCallSimulator;
	url: string;
	/** Fetches a token. */
	token(): Promise<string>;
	/** Sends one request with a token, by default one that is fetched only once. Returns the body as text. */
	send(endpoint: Endpoint, body: unknown, token?: string): Promise<AxiosResponse<string>>;
	/** Sends one request with that token. Returns the parsed body, in which long IDs have lost digits. */
	call(
		endpoint: Endpoint,
		body: unknown,
	): Promise<{ code: number; message: string; result: Record<string, unknown> }>;
	close(): Promise<void>;
}

/** Posts text or bytes as they are, and anything else as JSON. Returns the body as text, whatever the status. */
export async function post(
	url: string,
	body: unknown,
	contentType = 'application/json;charset=UTF-8',
): Promise<AxiosResponse<string>> {
	return axios.post<string>(
		url,
		typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
		{
			headers: { 'Content-Type': contentType },
			responseType: 'text',
			transformRequest: (data: unknown) => data,
			transformResponse: (data: unknown) => data,
			validateStatus: () => true,
			proxy: false,
		},
	);
}

/** Starts a local platform on a free port of 127.0.0.1. */
export async function listen(options: AiCallOptions = {}): Promise<Listening> {
	const platform = createAiCall(options);
	const app = express();
	app.use(platform.router);
	app.use('/call', platform.router);
	const server = await new Promise<Server>((resolve) => {
		const started = app.listen(0, '127.0.0.1', () => resolve(started));
	});
	const { port } = server.address() as AddressInfo;
	const url = `http://127.0.0.1:${port}`;
	let sharedToken: string | undefined;

	const token = async (): Promise<string> => {
		const answer = await post(url + PATHS.token, {
			app_key: DEFAULT_APP_KEY,
			app_secret: DEFAULT_APP_SECRET,
		});
		const parsed = JSON.parse(answer.data) as { result: { token: string } };
		return parsed.result.token;
	};
	const send: Listening['send'] = async (endpoint, body, givenToken) => {
		if (givenToken === undefined) sharedToken ??= await token();
		return post(`${url}${PATHS[endpoint]}?token=${givenToken ?? sharedToken}`, body);
	};
	return {
		platform,
		url,
		token,
		send,
		call: async (endpoint, body) =>
			JSON.parse((await send(endpoint, body)).data) as Awaited<ReturnType<Listening['call']>>,
		close: async () => {
			await platform.close();
			await new Promise((resolve) => {
				server.close(resolve);
				server.closeAllConnections();
			});
		},
	};
}
