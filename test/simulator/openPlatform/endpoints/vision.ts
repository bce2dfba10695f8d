import { cannedRanking } from '../canned';
import type { Endpoint } from '../endpoint';
import { PlatformFailure } from '../failure';
import { fetchImage } from '../fetchImage';
import { imageInfo } from '../images';
import { textParam } from '../param';
import type { PlatformRequest, Result } from '../request';

type VisionName = 'expression' | 'scene' | 'object';

/** The limits of expression recognition (document 1, 4.3), the size in k. They are also used for scene and object. */
const SIZE_MAX = 800;
const FORMATS: readonly string[] = ['png', 'jpg', 'bmp', 'tif'];

/** A result with a score below this is marked for review. */
const REVIEW_BELOW = 0.5;

/** The eight classes of an expression (document 1, 2.4). */
const EXPRESSIONS = [0, 1, 2, 3, 4, 5, 6, 7];

interface Source {
	bytes: Buffer;
	/** The `name` in the answer: the link, or `image_name` if the image is in the body. */
	name: string;
	byLink: boolean;
}

/**
 * Expression, scene and object recognition (document 1, 4.3, 4.6, 4.7). Format and size of
 * the image are checked. The image's class depends only on `image_name` and the link.
 */
async function recognizeImage(kind: VisionName, request: PlatformRequest): Promise<Result> {
	const imageName = textParam(request.param, 'image_name');
	if (imageName === undefined || imageName === '')
		throw new PlatformFailure('10106', 'invalid image_name');
	const source = await sourceOf(request, imageName);
	const info = imageInfo(source.bytes);
	const isReadable = info !== undefined && FORMATS.includes(info.format);
	const entry = isReadable ? rankedEntry(kind, source, imageName) : unreadableEntry(kind, source);
	const { visionData, visionRate } = request.settings;
	const form =
		visionData === 'fileList' ? recordedData(kind, entry) : documentedData(kind, entry, visionData);
	return { data: visionRate === 'text' ? ratesAsText(form) : form };
}

/** The image of a request. If the request has a link and a body, the body is ignored (4.3). */
async function sourceOf(request: PlatformRequest, imageName: string): Promise<Source> {
	const sizeMax = SIZE_MAX * request.settings.kilobyte;
	// The vendor's own client sends `image_url: null` if it sends the image in the body.
	const link = request.param.image_url === null ? undefined : textParam(request.param, 'image_url');
	if (link !== undefined && link !== '') {
		return { bytes: await fetchImage(link, sizeMax), name: link, byLink: true };
	}
	if (request.body.length === 0) throw new PlatformFailure('10106', 'invalid image');
	if (request.body.length > sizeMax) throw new PlatformFailure('10107', 'invalid image size');
	return { bytes: request.body, name: imageName, byLink: false };
}

interface Entry {
	label: number;
	labels?: number[];
	rate: number;
	subLabels?: number[];
	rates?: number[];
	name: string;
	review: boolean;
	byLink: boolean;
}

/** The entry of a readable image. */
function rankedEntry(kind: VisionName, { name, byLink }: Source, imageName: string): Entry {
	const { labels, rates } = cannedRanking(kind, `${imageName} ${name}`);
	const [label = 0] = labels;
	const [rate = 0] = rates;
	// The answer for an expression names only the first class (2.4).
	const ranking = kind === 'expression' ? {} : { labels, rates };
	return { label, rate, ...ranking, name, review: rate < REVIEW_BELOW, byLink };
}

/** The entry of an image that cannot be read or has another format. */
function unreadableEntry(kind: VisionName, { name, byLink }: Source): Entry {
	const ranking = kind === 'expression' ? {} : { labels: [], rates: [] };
	return { label: -1, rate: 0, ...ranking, name, review: true, byLink };
}

/** The answer in the form of 2.4 to 2.7: an array, except for scene, which has an object with `fileList`. */
function documentedData(
	kind: VisionName,
	{ byLink, ...entry }: Entry,
	form: 'array' | 'list',
): unknown {
	const list = [{ ...entry, tag: byLink ? 'Using Buffer' : 'Local Image' }];
	return kind === 'scene' && form === 'array' ? { fileList: list } : list;
}

/** The same data with `rate` as text. */
function ratesAsText(data: unknown): unknown {
	return JSON.parse(JSON.stringify(data), (name, value: unknown) =>
		name === 'rate' ? String(value) : value,
	);
}

/**
 * The answer in the form that was recorded from the platform. For all three kinds of recognition it is an object, and it has
 * more fields than the document describes.
 */
function recordedData(kind: VisionName, { byLink, ...entry }: Entry): unknown {
	const isExpression = kind === 'expression';
	const statistic = isExpression
		? EXPRESSIONS.map((label) => (label === entry.label ? 1 : 0))
		: [{ count: 1, label: entry.label }];
	return {
		fileList: [
			{
				code: 0,
				file_name: `/storage/${entry.name.split('/').at(-1) ?? ''}`,
				...entry,
				...(isExpression ? classRates(entry) : {}),
				...(byLink ? { tag: 'Using url' } : {}),
			},
		],
		reviewCount: entry.review ? 1 : 0,
		...(isExpression ? { statistic } : { topNStatistic: statistic }),
	};
}

/** The rates of an expression in the recorded form: eight numbers without labels. The index of a number is the number of its class. */
function classRates({
	label,
	rate,
}: Pick<Entry, 'label' | 'rate'>): Pick<Entry, 'labels' | 'subLabels' | 'rates'> {
	if (label < 0) return { labels: [], subLabels: [], rates: [] };
	const count = EXPRESSIONS.length;
	// All these rates are different, so that tests can check the order.
	const otherRate = (other: number): number => ((1 - rate) * (other + 1)) / (count * (count + 1));
	return {
		labels: [],
		subLabels: [],
		rates: EXPRESSIONS.map((other) => (other === label ? rate : otherRate(other))),
	};
}

function vision(name: VisionName, path: string): Endpoint {
	return {
		name,
		base: 'vision',
		path,
		service: name,
		emptyData: [],
		sid: ['tup', 'dx'],
		failureType: 'application/json',
		withoutParam: false,
		canned: true,
		handle: async (request) => await recognizeImage(name, request),
	};
}

export const endpoints: readonly Endpoint[] = [
	vision('expression', '/v1/expression'),
	vision('scene', '/v1/scene'),
	vision('object', '/v1/currency'),
];
