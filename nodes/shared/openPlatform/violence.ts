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

/**
 * Simplifies an answer of the violent-content filter, for one image or several (document 1, 2.5).
 * @throws PlatformError where the answer names no class, or not of every image: none is taken for safe by default
 */
export function simplifyViolence(envelope: Envelope): ViolenceResult {
	const { data } = envelope;
	const verdict = isRecord(data) ? readVerdict(data) : undefined;
	const entries = isRecord(data) ? allRecords(data.details) : undefined;
	const details = entries?.flatMap((entry) => readVerdict(entry) ?? []);
	if (!verdict || !details || details.length !== entries?.length) {
		throw new PlatformError('The iFLYTEK platform answered without a class for the image', {
			sid: sidOf(envelope),
			advice: 'Do not take the image for safe. Try again; if it stays so, report the sid to iFLYTEK.',
		});
	}
	const safe = verdict.safe && details.every((detail) => detail.safe);
	return { ...verdict, safe, ...(isRecord(data) && Array.isArray(data.details) && { details }) };
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
