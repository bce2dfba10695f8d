import { sleep, type IWebhookFunctions } from 'n8n-workflow';

type Response = ReturnType<IWebhookFunctions['getResponseObject']>;

/** What to answer, and when. */
export interface Deadline {
	/** Milliseconds since 1970. */
	at: number;
	/** Makes the answer of what n8n answers with when the workflow has ended; must not throw. */
	answer: (status: number, body: unknown) => object;
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
export function answerInTime(response: Response, { at, answer, fallback, late }: Deadline): void {
	// Middleware may have put its own functions there.
	const { json, send } = response;
	let answered = false;

	function give(map: object): void {
		answered = true;
		Object.assign(response, { json, send });
		response.status(200).json(map);
		silence(response, () => late(Date.now() - at));
	}

	const n8nAnswers = (body: unknown): Response => {
		give(answer(response.statusCode, body));
		return response;
	};
	Object.assign(response, { json: n8nAnswers, send: n8nAnswers });
	void sleep(Math.max(0, at - Date.now())).then(() => {
		if (!answered) give(fallback());
	});
}

/** Lets everything that would write into an answered response go nowhere; `told` is called once when a body comes. */
function silence(response: Response, told: () => void): void {
	let said = false;
	const toNowhere = (): Response => response;
	const bodyToNowhere = (): Response => {
		if (!said) told();
		said = true;
		return response;
	};
	Object.assign(response, {
		status: toNowhere,
		setHeader: toNowhere,
		appendHeader: toNowhere,
		removeHeader: toNowhere,
		writeHead: toNowhere,
		json: bodyToNowhere,
		send: bodyToNowhere,
		end: bodyToNowhere,
	});
}
