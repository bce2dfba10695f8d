import { PlatformError } from '../failure';
import { allRecords, isRecord, numberOf, records, textOf, type JsonRecord } from '../values';
import { sidOf, type Envelope } from './envelope';
import { VIOLENCE_CLASSES } from './labels';

/** A class with its name and confidence (0 to 1). */
export interface ViolenceClass {
	type: number;
	typeName?: string;
	confidence?: number;
}

/** The verdict on one image. */
export interface ImageVerdict extends ViolenceClass {
	/** True for class 0, a normal image; of several images, where all are. */
	safe: boolean;
	categories?: ViolenceClass[];
	/** May be sent again in place of the image. */
	image_id?: string;
	image_name?: string;
}

/** The verdict on a request: on its image, or the most severe one with the images' own in `details`. */
export interface ViolenceResult extends ImageVerdict {
	details?: ImageVerdict[];
}

const NORMAL_IMAGE = 0;
const NO_CLASS = 'without a class for the image';

/**
 * Simplifies an answer of the violent-content filter, for one image or several (document 1, 2.5).
 * @param images how many were asked about, at least; a link may be that of an archive
 * @param wantsDetails false where the request switched `details` off: what else than a list stands there then is ignored
 * @throws PlatformError where the answer names no class, or not of every image: none is taken for safe by default
 */
export function simplifyViolence(envelope: Envelope, images = 1, wantsDetails = true): ViolenceResult {
	const fail = (what: string) =>
		new PlatformError(`The iFLYTEK platform answered ${what}`, 'unreadable', {
			sid: sidOf(envelope),
			advice: 'Do not take the image for safe. Try again; if it stays so, report the sid to iFLYTEK.',
		});
	const data = isRecord(envelope.data) ? envelope.data : {};
	const verdict = readVerdict(data);
	if (!verdict) throw fail(NO_CLASS);
	const given = data.details ?? undefined;
	const wanted = wantsDetails && images > 1 ? images : 0;
	if ((given === undefined && wanted === 0) || (!wantsDetails && !Array.isArray(given))) return verdict;
	const entries = allRecords(given);
	if (!entries) throw fail('with a class, but its details are no list of images');
	if (entries.length < wanted) throw fail(`with results for ${entries.length} of ${images} images`);
	const details = entries.flatMap((entry) => readVerdict(entry) ?? []);
	if (details.length < entries.length) throw fail(NO_CLASS);
	return { ...verdict, safe: verdict.safe && details.every((detail) => detail.safe), details };
}

function readVerdict(value: JsonRecord): ImageVerdict | undefined {
	const read = readClass(value);
	if (!read) return undefined;
	const [imageId, imageName] = [textOf(value.image_id), textOf(value.image_name)];
	return {
		safe: read.type === NORMAL_IMAGE,
		...read,
		...(Array.isArray(value.categories) && { categories: records(value.categories).flatMap((entry) => readClass(entry) ?? []) }),
		...(imageId === undefined ? {} : { image_id: imageId }),
		...(imageName === undefined ? {} : { image_name: imageName }),
	};
}

function readClass(value: JsonRecord): ViolenceClass | undefined {
	const [type, confidence] = [numberOf(value.type), numberOf(value.confidence)];
	if (type === undefined) return undefined;
	const typeName = VIOLENCE_CLASSES.get(String(type));
	return { type, ...(typeName === undefined ? {} : { typeName }), ...(confidence === undefined ? {} : { confidence }) };
}
