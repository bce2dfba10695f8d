/** An HTTP response, whatever its status. Header names are in lower case. */
export interface HttpResponse {
	status: number;
	headers: Record<string, unknown>;
	body: Buffer;
}
