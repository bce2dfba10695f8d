import axios from 'axios';
import { PlatformFailure } from './failure';

const TIMEOUT_MS = 5000;
const LOCAL_HOSTS = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Fetches an image by its link. The live service can fetch from all hosts. The simulator
 * only fetches from this machine. It refuses any other link as if the link could not be fetched.
 * @param limit the largest accepted size in bytes
 * @throws PlatformFailure 10107 `image_url cannot be fetched`, or `invalid image size`
 */
export async function fetchImage(link: string, limit: number): Promise<Buffer> {
	const unfetchable = new PlatformFailure('10107', 'image_url cannot be fetched');
	if (!isLocal(link)) throw unfetchable;
	let bytes: ArrayBuffer;
	try {
		const { data } = await axios.get<ArrayBuffer>(link, {
			responseType: 'arraybuffer',
			timeout: TIMEOUT_MS,
			maxContentLength: limit + 1,
			maxRedirects: 0,
			proxy: false,
		});
		bytes = data;
	} catch (error) {
		const tooLarge = error instanceof Error && error.message.includes('maxContentLength');
		throw tooLarge ? new PlatformFailure('10107', 'invalid image size') : unfetchable;
	}
	if (bytes.byteLength > limit) throw new PlatformFailure('10107', 'invalid image size');
	return Buffer.from(bytes);
}

function isLocal(link: string): boolean {
	try {
		const url = new URL(link);
		return url.protocol === 'http:' && LOCAL_HOSTS.has(url.hostname);
	} catch {
		return false;
	}
}
