import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { shownFailure } from '../../shared/failure';
import type { HttpResponse } from '../../shared/httpResponse';
import { requireAccounts } from '../../shared/openPlatform/protocol/openPlatformAccount';
import {
	encodingMark,
	readEnvelope,
	sidOf,
	type OpenPlatformEnvelope,
} from '../../shared/openPlatform/protocol/openPlatformEnvelope';
import {
	openPlatformHttpRequest,
	openPlatformSecrets,
	type OpenPlatformRequest,
} from '../../shared/openPlatform/protocol/openPlatformRequest';
import type { ReadResponse, Service } from '../../shared/openPlatform/protocol/endpoint';
import { post } from '../../shared/n8n/http/transport';
import type { RequestOptions } from '../../shared/n8n/parameters/item';
import type { Clock } from '../../shared/n8n/requests/clock';
import { startRun, withRetries, type RequestGroup } from '../../shared/n8n/requests/attempts';
import { jsonResult, type Operation } from '../../shared/n8n/run/operations';

const CREDENTIAL = 'iflytekApi';

/**
 * Sends a request, with retries, and reads the response. Without `read`, the response is read as
 * an envelope.
 * @throws Failure if no attempt succeeded
 */
export interface Send {
	(request: OpenPlatformRequest): Promise<OpenPlatformEnvelope>;
	<T>(request: OpenPlatformRequest, read: ReadResponse<T>): Promise<T>;
}

/**
 * The client of the open platform. Each item gets a `Send` function of its own. After one request of an
 * item has failed, the requests of this item that still wait are not sent: the account would pay
 * for responses that no result contains.
 */
export interface OpenPlatformClient {
	/**
	 * @param services the services that the item will use
	 * @throws InputError if the App ID or the key of one of these services is missing or cannot be
	 * right. Nothing is sent for the item then.
	 */
	sender(options: RequestOptions, ...services: Service[]): Send;
	/**
	 * Like `sender`, for requests that do not go over HTTP. Returns a function that calls `attempt`
	 * until it succeeds or must not be repeated.
	 */
	retrier(options: RequestOptions): <T>(attempt: () => Promise<T>) => Promise<T>;
	credential: ICredentialDataDecryptedObject;
}

/**
 * Creates the client of the open platform for a run. The credential signs each attempt anew. At
 * most `concurrency` requests are in flight. A failed request that may succeed later is repeated.
 * This is safe, because every operation of the open platform only reads. Nothing more is sent after the
 * user has stopped the execution, or after `ended` was aborted because an item failed.
 */
export async function createOpenPlatformClient(
	context: IExecuteFunctions,
	concurrency: number,
	ended: AbortSignal,
	clock: Clock,
): Promise<OpenPlatformClient> {
	const credential = await context.getCredentials(CREDENTIAL);
	const run = startRun(concurrency, {
		clock,
		ended,
		stopped: context.getExecutionCancelSignal(),
	});

	const retrier: OpenPlatformClient['retrier'] = (options) => {
		const policy = { ...options, isSafe: () => true };
		const group: RequestGroup = {};
		return async (send) => await withRetries(run, { send, policy, group });
	};
	const sender = (options: RequestOptions, ...services: Service[]): Send => {
		requireAccounts(credential, services);
		const retry = retrier(options);
		async function send(request: OpenPlatformRequest): Promise<OpenPlatformEnvelope>;
		async function send<T>(request: OpenPlatformRequest, read: ReadResponse<T>): Promise<T>;
		async function send(
			request: OpenPlatformRequest,
			read: ReadResponse<unknown> = readEnvelope,
		): Promise<unknown> {
			return await retry(
				async () =>
					await sendOnce(request, credential, read, async (httpRequest) => {
						const { timeoutMs } = options;
						return await post(context, CREDENTIAL, { ...httpRequest, timeoutMs }, { credential });
					}),
			);
		}
		return send;
	};
	return { sender, retrier, credential };
}

/**
 * Sends a request once and reads the response. The account was checked before.
 * @param send sends the HTTP request and signs it
 * @throws InputError if the base URL in the credential is not valid
 * @throws what `send` and `read` throw; a Failure has none of the account's secrets
 */
export async function sendOnce<T>(
	request: OpenPlatformRequest,
	credential: Record<string, unknown>,
	read: ReadResponse<T>,
	send: (request: ReturnType<typeof openPlatformHttpRequest>) => Promise<HttpResponse>,
): Promise<T> {
	const httpRequest = openPlatformHttpRequest(request, credential);
	const sentAt = Date.now();
	try {
		return read(await send(httpRequest), request.endpoint);
	} catch (error) {
		throw shownFailure(error, openPlatformSecrets(request, credential, sentAt));
	}
}

/** An operation that sends requests with this client. */
export type IflytekOperation = Operation<OpenPlatformClient>;

/**
 * The result of one request. With Simplify on, it is the value that `read` returns, with the
 * session ID; otherwise it is the whole envelope.
 */
export function envelopeResult(
	envelope: OpenPlatformEnvelope,
	simplified: boolean,
	read: (envelope: OpenPlatformEnvelope) => object,
): INodeExecutionData[] {
	return jsonResult(
		simplified ? { ...read(envelope), sid: sidOf(envelope), ...encodingMark(envelope) } : envelope,
	);
}
