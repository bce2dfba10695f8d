import { sleep, type IWebhookFunctions } from 'n8n-workflow';

type Response = ReturnType<IWebhookFunctions['getResponseObject']>;

/** What to answer, and when. */
export interface Deadline {
	/** Milliseconds since 1970. */
	at: number;
	/** Makes the answer of what n8n answers with when the workflow has ended; must not throw. */
	respond: (status: number, body: unknown) => object;
	/** Gives the answer where the workflow has not ended in time; must not throw. */
	fallback: () => object;
	/** Told once where n8n answers after the deadline, with the milliseconds since then. */
	late: (ms: number) => void;
}

/**
 * Sees to it that a request whose answer is the end of its workflow is answered in time, once, as JSON with
 * HTTP 200. n8n has no place for that: it writes into the response object when the workflow ends, without
 * looking whether it was answered, and takes what is thrown then for a reason to tear the connection
 * down. So its way to this one response leads through here: before the deadline its answer is
 * handed to `answer`, afterwards all it writes goes nowhere.
 */
export function respondInTime(response: Response, { at, respond, fallback, late }: Deadline): void {
	// Middleware may have put its own functions there.
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

/** Lets everything that would write into an answered response go nowhere; `told` is called once when a body comes. */
function silence(response: Response, onLateBody: () => void): void {
	let reported = false;
	const ignore = (): Response => response;
	const ignoreBody = (): Response => {
		if (!reported) onLateBody();
		reported = true;
		return response;
	};
	Object.assign(response, {
		status: ignore,
		setHeader: ignore,
		appendHeader: ignore,
		removeHeader: ignore,
		writeHead: ignore,
		json: ignoreBody,
		send: ignoreBody,
		end: ignoreBody,
	});
}
