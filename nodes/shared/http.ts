/** An HTTP answer as it came, whatever its status; header names in lower case. */
export interface HttpResponse {
	status: number;
	headers: Record<string, unknown>;
	body: Buffer;
}
