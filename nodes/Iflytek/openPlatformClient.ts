import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import { shownFailure } from '../shared/failure';
import { requireAccounts } from '../shared/openPlatform/protocol/openPlatformAccount';
import {
	readEnvelope,
	type OpenPlatformEnvelope,
} from '../shared/openPlatform/protocol/openPlatformEnvelope';
import {
	openPlatformHttpRequest,
	openPlatformSecrets,
	type OpenPlatformRequest,
	type ReadResponse,
} from '../shared/openPlatform/protocol/openPlatformRequest';
import type { Service } from '../shared/openPlatform/protocol/services';
import { post } from '../shared/n8n/http/transport';
import type { RequestOptions } from '../shared/n8n/parameters';
import type { Clock } from '../shared/n8n/retry/clock';
import { startRun, withRetries, type RequestGroup } from '../shared/n8n/retry/retry';

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
 * The client of document 1. Each item gets a `Send` function of its own. Once one request of an
 * item has failed, the item's waiting requests are not sent: the account would pay for responses
 * that no result contains.
 */
export interface OpenPlatformClient {
	/**
	 * @param services the services that the item will use
	 * @throws InputError if the App ID or the key of one of these services is missing or cannot be
	 * right; nothing is sent for the item then
	 */
	sender(options: RequestOptions, ...services: Service[]): Send;
	/** Like `sender`, for requests that do not go over HTTP. */
	attempts(options: RequestOptions): <T>(attempt: () => Promise<T>) => Promise<T>;
	credential: ICredentialDataDecryptedObject;
}

/**
 * Creates the client of document 1's services for a run. The credential signs each attempt anew. At
 * most `concurrency` requests are in flight. Requests that may succeed later are repeated, because
 * every operation of document 1 only reads. Nothing more is sent once the user stops the execution,
 * or once `ended` is aborted because an item has failed.
 */
export async function createOpenPlatformClient(
	context: IExecuteFunctions,
	concurrency: number,
	ended: AbortSignal,
	clock: Clock,
): Promise<OpenPlatformClient> {
	const credential = await context.getCredentials(CREDENTIAL);
	const shared = startRun(concurrency, {
		clock,
		ended,
		stopped: context.getExecutionCancelSignal(),
	});

	const attempts: OpenPlatformClient['attempts'] = (options) => {
		const policy = { ...options, isSafe: () => true };
		const group: RequestGroup = {};
		return async (send) => await withRetries(shared, { send, policy, group });
	};
	const sender = (options: RequestOptions, ...services: Service[]): Send => {
		requireAccounts(credential, services);
		const attempt = attempts(options);
		async function send(request: OpenPlatformRequest): Promise<OpenPlatformEnvelope>;
		async function send<T>(request: OpenPlatformRequest, read: ReadResponse<T>): Promise<T>;
		async function send(
			request: OpenPlatformRequest,
			read: ReadResponse<unknown> = readEnvelope,
		): Promise<unknown> {
			return await attempt(async () => {
				const sent = {
					...openPlatformHttpRequest(request, credential),
					timeoutMs: options.timeoutMs,
				};
				const sentAt = Date.now();
				try {
					return read(await post(context, CREDENTIAL, sent, { credential }), request.endpoint);
				} catch (error) {
					throw shownFailure(error, openPlatformSecrets(request, credential, sentAt));
				}
			});
		}
		return send;
	};
	return { sender, attempts, credential };
}
