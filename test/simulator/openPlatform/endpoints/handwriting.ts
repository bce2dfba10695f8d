import type { Endpoint } from '../endpoint';
import { PlatformFailure } from '../failure';
import { base64Field, formField } from '../form';
import { imageInfo } from '../images';
import { choiceParam, requireAll } from '../param';
import type { PlatformRequest, Result } from '../request';

/** The largest image (document 1, 4.2), in M. The live service counts the bytes after Base64 and URL-encoding. */
const ENCODED_MAX = 4;
/** The limits of an image's sides in pixels, and its formats (4.2). */
const SHORTEST_SIDE = 15;
const LONGEST_SIDE = 4096;
const FORMATS: readonly string[] = ['jpg', 'png', 'bmp'];

/** Handwriting recognition (document 1, 4.2). Tesseract reads the image. */
async function readHandwriting(request: PlatformRequest): Promise<Result> {
	// The document gives no default for `language`. `cn|en` is what the vendor's own client sends.
	requireAll(request, ['language', 'location']);
	const language = choiceParam(request.param, 'language', ['en', 'cn|en'], 'cn|en');
	const location = choiceParam(request.param, 'location', ['true', 'false'], 'false') === 'true';
	const field = formField(request.contentType, request.body, 'image') ?? '';
	const { bytes, encodedSize } = base64Field(field, 'image');
	if (encodedSize > ENCODED_MAX * request.settings.kilobyte ** 2)
		throw new PlatformFailure('10107', 'invalid image size');
	const info = imageInfo(bytes);
	if (!info || !FORMATS.includes(info.format))
		throw new PlatformFailure('10107', 'invalid image format');
	const shortest = Math.min(info.width, info.height);
	const longest = Math.max(info.width, info.height);
	if (shortest < SHORTEST_SIDE || longest > LONGEST_SIDE) {
		throw new PlatformFailure('10107', 'invalid image side');
	}
	const block = await request.engines.ocr.read(bytes, info, {
		language,
		location,
		blankPage: request.settings.blankPage,
	});
	if (!block) throw new PlatformFailure('10107', 'invalid image');
	return { data: { block } };
}

export const endpoints: readonly Endpoint[] = [
	{
		name: 'handwriting',
		base: 'ocr',
		path: '/v1/service/v1/ocr/handwriting',
		service: 'handwriting',
		emptyData: '',
		sid: ['wcr', 'ch'],
		failureType: 'application/json',
		withoutParam: false,
		canned: false,
		handle: readHandwriting,
	},
];
