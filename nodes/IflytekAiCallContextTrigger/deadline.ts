import { sleep, type IWebhookFunctions } from 'n8n-workflow';

type Response = ReturnType<IWebhookFunctions['getResponseObject']>;

export interface Deadline {
	/** When the deadline is, in milliseconds since 1970. */
	at: number;
	/** Converts the response of n8n at the end of the workflow; must not throw. */
	respond: (status: number, body: unknown) => object;
	/** The response if the workflow has not finished in time; must not throw. */
	fallback: () => object;
	/**
	 * Called if n8n responds after the deadline, at most one time, with the delay in milliseconds.
	 */
	onLate: (delayMs: number) => void;
}

/**
 * Ensures that a request is answered exactly once and in time, as JSON with HTTP 200. n8n has no
 * option for this. When the workflow ends, n8n writes to the response object without checking
 * whether the response was already sent, and closes the connection if writing throws. Therefore
 * this function replaces methods of the response. Before the deadline they pass the result of n8n
 * to `respond`; after it they ignore everything that n8n writes.
 */
export function respondInTime(
	response: Response,
	{ at, respond, fallback, onLate }: Deadline,
): void {
	// Middleware may have replaced these functions.
	const { json, send } = response;
	let responded = false;

	function respondWith(body: object): void {
		responded = true;
		// The original functions send the response.
		Object.assign(response, { json, send });
		response.status(200).json(body);
		silence(response, () => onLate(Date.now() - at));
	}

	const n8nAnswers = (body: unknown): Response => {
		respondWith(respond(response.statusCode, body));
		return response;
	};
	Object.assign(response, { json: n8nAnswers, send: n8nAnswers });
	void sleep(Math.max(0, at - Date.now())).then(() => {
		if (!responded) respondWith(fallback());
	});
}

/**
 * Makes a response that was already sent ignore everything that n8n writes. Calls `onLateBody` the
 * first time that n8n writes a body.
 */
function silence(response: Response, onLateBody: () => void): void {
	let reported = false;
	const ignore = (): Response => response;
	const ignoreBody = (): Response => {
		if (!reported) onLateBody();
		reported = true;
		return response;
	};
	const ignored = {
		setHeader: ignore,
		appendHeader: ignore,
		removeHeader: ignore,
		writeHead: ignore,
	};
	Object.assign(response, { ...ignored, json: ignoreBody, send: ignoreBody, end: ignoreBody });
}
