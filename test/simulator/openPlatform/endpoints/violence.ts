import { unzipSync } from 'fflate';
import { cannedClass, cannedRate } from '../canned';
import type { Endpoint } from '../endpoint';
import { PlatformFailure } from '../failure';
import { fetchImage } from '../fetchImage';
import { base64Field, formField } from '../form';
import { imageInfo } from '../images';
import { requireAll, type Param } from '../param';
import type { PlatformRequest, Result } from '../request';

/** Limits of document 1, 4.5. */
const IMAGE_MAX = 10 * 1024 * 1024;
const ARCHIVE_MAX = 50 * 1024 * 1024;
const COUNT_MAX = 20;
const FORMATS: readonly string[] = ['jpg', 'png', 'bmp'];
/** An archive with more unpacked bytes than this is refused, because images do not grow so much when they are unpacked. */
const UNPACKED_MAX = 4 * ARCHIVE_MAX;

interface JudgedImage {
	image_id: string;
	type: number;
	confidence: number;
	categories: { type: number; confidence: number }[];
	image_name: string;
}

interface NamedImage {
	name: string;
	bytes: Uint8Array;
}

/**
 * Violent-content filter (document 1, 4.5). A request has exactly one of `file`, `image_url`
 * and `image_id`. Formats and sizes of the images are checked. The class of an image depends only on
 * its name. The answer for one image has another form than the answer for several.
 */
async function filterViolence(request: PlatformRequest): Promise<Result> {
	const { param } = request;
	requireAll(request, ['details']);
	if (param.details !== undefined && typeof param.details !== 'boolean') {
		throw new PlatformFailure('10106', 'invalid details');
	}
	const links = listParam(param, 'image_url');
	const ids = listParam(param, 'image_id');
	const file = fileOf(request);
	const sources = [links, ids, file].filter((source) => source !== undefined);
	if (sources.length !== 1) {
		throw new PlatformFailure('10106', 'exactly one of file, image_url, image_id');
	}
	const judged = ids
		? ids.map((id) => judgeKnown(request, id))
		: (await imagesOf(links, file)).map((image) => judgeNew(request, image));
	return { data: answerFor(judged, param.details !== false) };
}

/** Reads a parameter that is a text or a list of at most twenty texts. */
function listParam(param: Param, name: string): string[] | undefined {
	const value = param[name];
	if (value === undefined) return undefined;
	const list: unknown[] = Array.isArray(value) ? value : [value];
	const texts = list.filter((item): item is string => typeof item === 'string' && item !== '');
	if (texts.length !== list.length || list.length === 0 || list.length > COUNT_MAX) {
		throw new PlatformFailure('10106', `invalid ${name}`);
	}
	return texts;
}

/** The file in the form body; undefined if the body is empty or has no such field. */
function fileOf({ body, contentType }: PlatformRequest): Buffer | undefined {
	if (body.length === 0) return undefined;
	const field = formField(contentType, body, 'file');
	return field === undefined ? undefined : base64Field(field, 'file').bytes;
}

async function imagesOf(
	links: string[] | undefined,
	file: Buffer | undefined,
): Promise<NamedImage[]> {
	if (file) return unpack({ name: 'file', bytes: file });
	const fetched = await Promise.all(
		(links ?? []).map(async (link) => ({ name: link, bytes: await fetchImage(link, ARCHIVE_MAX) })),
	);
	return fetched.flatMap(unpack);
}

/** The images in an archive, with their names in the archive. A file that is not an archive is returned as one image. */
function unpack(image: NamedImage): NamedImage[] {
	if (!isArchive(image.bytes)) {
		checkImage(image.bytes);
		return [image];
	}
	if (image.bytes.length > ARCHIVE_MAX) throw new PlatformFailure('10107', 'invalid file size');
	const images = Object.entries(unzip(image.bytes))
		.filter(([, bytes]) => bytes.length > 0)
		.map(([name, bytes]) => ({ name, bytes }));
	if (images.length === 0) throw new PlatformFailure('10107', 'invalid file format');
	for (const { bytes } of images) checkImage(bytes);
	return images;
}

function isArchive(bytes: Uint8Array): boolean {
	return Buffer.from(bytes.subarray(0, 4)).equals(Buffer.from('PK\u0003\u0004', 'latin1'));
}

function unzip(bytes: Uint8Array): Record<string, Uint8Array> {
	let unpacked = 0;
	try {
		return unzipSync(bytes, {
			// Called for each file before it is unpacked. Also counts the bytes.
			filter({ name, originalSize }) {
				unpacked += originalSize;
				if (unpacked > UNPACKED_MAX) throw new Error('too large');
				return /\.(jpe?g|png|bmp)$/i.test(name);
			},
		});
	} catch {
		throw new PlatformFailure('10107', 'invalid file');
	}
}

function checkImage(bytes: Uint8Array): void {
	if (bytes.length > IMAGE_MAX) throw new PlatformFailure('10107', 'invalid file size');
	const info = imageInfo(bytes);
	if (!info || !FORMATS.includes(info.format))
		throw new PlatformFailure('10107', 'invalid file format');
}

/** The verdict on an image that the request contains. The image gets an ID. */
function judgeNew({ images }: PlatformRequest, { name, bytes }: NamedImage): JudgedImage {
	const type = cannedClass('violence', name);
	return judge(images.remember(bytes, { name, type }), name, type);
}

/** The verdict on an image from an earlier request. */
function judgeKnown({ images }: PlatformRequest, id: string): JudgedImage {
	const known = images.find(id);
	if (!known) throw new PlatformFailure('10107', 'invalid image_id');
	return judge(id, known.name, known.type);
}

function judge(id: string, name: string, type: number): JudgedImage {
	const confidence = cannedRate('violence', name);
	const otherCategory = { type: type === 0 ? 1 : 0, confidence: 1 - confidence };
	return {
		image_id: id,
		type,
		confidence,
		categories: [{ type, confidence }, otherCategory],
		image_name: name,
	};
}

/** The answer in the form of document 1, 2.5. Of several images, the image with the greatest class number counts as the most severe. */
function answerFor(judged: JudgedImage[], details: boolean): unknown {
	const [first, ...others] = judged;
	if (first && others.length === 0) {
		const { image_id, type, confidence, categories } = first;
		return { image_id, type, confidence, categories };
	}
	const worst = judged.reduce((worstSoFar, image) =>
		image.type > worstSoFar.type ? image : worstSoFar,
	);
	const { type, confidence } = worst;
	return { type, confidence, ...(details ? { details: judged } : {}) };
}

export const endpoints: readonly Endpoint[] = [
	{
		name: 'violence',
		base: 'api',
		path: '/v1/service/v1/image_identify/terror_filter',
		service: 'violence',
		emptyData: {},
		sid: ['tup', 'ch'],
		failureType: 'application/json',
		withoutParam: false,
		canned: true,
		handle: filterViolence,
	},
];
