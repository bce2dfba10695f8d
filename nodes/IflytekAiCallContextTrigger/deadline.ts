import { sleep, type IWebhookFunctions } from 'n8n-workflow';

type Response = ReturnType<IWebhookFunctions['getResponseObject']>;

export interface Deadline {
	/** Milliseconds since 1970. */
	at: number;
	/** Converts the response of n8n at the end of the workflow; must not throw. */
	respond: (status: number, body: unknown) => object;
	/** The response if the workflow has not finished in time; must not throw. */
	fallback: () => object;
	/** Called once if n8n responds after the deadline, with the delay in milliseconds. */
	late: (ms: number) => void;
}

/**
 * Ensures that a request is answered once and in time, as JSON with HTTP 200. n8n has no option for
 * this: when the workflow ends, it writes to the response object without checking whether it was
 * already sent, and closes the connection if that throws. So this wraps the response: before the
 * deadline the result of n8n is passed to `respond`, afterwards everything it writes is ignored.
 */
export function respondInTime(response: Response, { at, respond, fallback, late }: Deadline): void {
	// Middleware may have replaced these functions.
	const { json, send } = response;
	let responded = false;

	function respondWith(map: object): void {
		responded = true;
		Object.assign(response, { json, send });
		response.status(200).json(map);
		silence(response, () => late(Date.now() - at));
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
 * Ignores all writes to a response that was already sent; `onLateBody` is called once when a body
 * arrives.
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
