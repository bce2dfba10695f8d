/** Request bodies of document 1 (part 4): a form, or the raw bytes of an image. */
export type RequestBody = Record<string, string> | Buffer;

const FORM = 'application/x-www-form-urlencoded; charset=utf-8';
const BYTES = 'application/octet-stream';

/** Half of a character that was cut apart, as by slicing a text: it has no UTF-8, and its stand-in takes as much room. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** The Content-Type that a body is sent with. */
export function contentType(body: RequestBody): string {
	return Buffer.isBuffer(body) ? BYTES : FORM;
}

/** The body as it is sent: form values URL-encoded in UTF-8 (a Base64 `+` included), bytes as they are. */
export function encodeBody(body: RequestBody): string | Buffer {
	if (Buffer.isBuffer(body)) return body;
	return Object.entries(body)
		.map(([name, value]) => `${name}=${encodeURIComponent(value.replace(LONE_SURROGATE, '\ufffd'))}`)
		.join('&');
}
