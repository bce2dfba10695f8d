/** An HTTP response, whatever its status. Header names are in lower case. */
export interface HttpResponse {
	status: number;
	headers: Record<string, unknown>;
	body: Buffer;
}

/** HTTP statuses in words, for responses that say no more than their status. */
const MEANINGS: Readonly<Record<number, string>> = {
	401: 'not authorized',
	403: 'forbidden',
	404: 'not found',
	413: 'the request is too large',
	414: 'the URL is too long',
	429: 'too many requests',
	431: 'the headers are too long',
};

/** What a status of 300 or more means, in a few words. */
export function statusMeaning(status: number): string {
	return (
		MEANINGS[status] ??
		(status >= 500 ? 'the service failed' : status < 400 ? 'moved' : 'unexpected response')
	);
}
