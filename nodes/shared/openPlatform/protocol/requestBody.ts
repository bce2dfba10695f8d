/** A request body of the open platform (document 1, part 4), as it is sent. */
export interface RequestBody {
	contentType: string;
	content: string | Buffer;
}

const FORM = 'application/x-www-form-urlencoded; charset=utf-8';
const BYTES = 'application/octet-stream';

/**
 * Half of a surrogate pair, which stays behind if a text was cut inside a character. UTF-8 has no
 * form for such a half, so it is replaced by a character of the same length.
 */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/**
 * How many bytes of a file are encoded in one step: a multiple of three bytes, which Base64 turns
 * into four characters.
 */
const SLICE_BYTES = 3 * 64 * 1024;

/** A form with text fields, URL-encoded in UTF-8. */
export function textForm(fields: Record<string, string>): RequestBody {
	const pairs = Object.entries(fields).map(
		([name, value]) => `${name}=${encodeURIComponent(value.replace(LONE_SURROGATE, '\ufffd'))}`,
	);
	return { contentType: FORM, content: pairs.join('&') };
}

/**
 * A form with one file, which is encoded in Base64 and then URL-encoded (4.2, 4.5). The file is
 * encoded in slices, because encoding it as a whole needs several times its memory.
 */
export function fileForm(name: string, file: Buffer): RequestBody {
	const slices = Array.from(encodedSlices(file), (slice) => Buffer.from(slice, 'latin1'));
	return { contentType: FORM, content: Buffer.concat([Buffer.from(`${name}=`), ...slices]) };
}

/** How many bytes the encoded file takes in a form, without the name of the field. */
export function fileFormLength(file: Buffer): number {
	let length = 0;
	for (const slice of encodedSlices(file)) length += slice.length;
	return length;
}

function* encodedSlices(file: Buffer): Generator<string> {
	for (let start = 0; start < file.length; start += SLICE_BYTES) {
		yield encodeURIComponent(file.toString('base64', start, start + SLICE_BYTES));
	}
}

/** The bytes of an image as the whole body (4.3). */
export function rawBody(bytes: Buffer): RequestBody {
	return { contentType: BYTES, content: bytes };
}
