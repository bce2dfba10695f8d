import { PlatformError } from '../../failure';
import {
	type JsonRecord,
	isRecord,
	allRecords,
	definedFields,
	records,
	textOf,
	numberOf,
} from '../../values';
import { type OpenPlatformEnvelope, sidOf } from '../protocol/openPlatformEnvelope';
import { VIOLENCE_CLASSES } from './imageLabels';

/** A class with its name and confidence (0 to 1). */
interface ViolenceClass {
	type: number;
	typeName?: string;
	confidence?: number;
}

/** The verdict on one image. */
interface ImageVerdict extends ViolenceClass {
	/** True if the image has class 0 (normal); for several images, if all of them have it. */
	safe: boolean;
	categories?: ViolenceClass[];
	/** Can be sent instead of the image in a later request. */
	image_id?: string;
	image_name?: string;
}

/**
 * The verdict on a request. For several images it is the most severe verdict, and `details` has the
 * verdict on each image.
 */
interface ViolenceResult extends ImageVerdict {
	details?: ImageVerdict[];
}

const NORMAL_IMAGE = 0;

/**
 * Simplifies a response of the violent-content filter, for one image or several (document 1, 2.5).
 * @param images the least number of images that were sent; it can be more, as a URL may point to an
 * archive
 * @param wantsDetails false if the request turned `details` off. The `details` of the response are
 * then ignored unless they are an array.
 * @throws PlatformError if any image has no class: no image is reported as safe by default
 */
export function simplifyViolence(
	envelope: OpenPlatformEnvelope,
	images = 1,
	wantsDetails = true,
): ViolenceResult {
	const fail = (problem: string) =>
		new PlatformError(`The iFLYTEK platform responded ${problem}`, 'unreadable', {
			sid: sidOf(envelope),
			advice:
				'Do not treat the image as safe. Try again. If it keeps happening, report the sid to iFLYTEK.',
		});
	const verdictOf = (value: JsonRecord): ImageVerdict => {
		const verdict = readVerdict(value);
		if (!verdict) throw fail('without a class for the image');
		return verdict;
	};
	const data = isRecord(envelope.data) ? envelope.data : {};
	const verdict = verdictOf(data);
	const given = data.details ?? undefined;
	const minDetails = wantsDetails && images > 1 ? images : 0;
	if (given === undefined && minDetails === 0) return verdict;
	if (!wantsDetails && !Array.isArray(given)) return verdict;
	const entries = allRecords(given);
	if (!entries) throw fail('with a class, but its details are no list of images');
	if (entries.length < minDetails)
		throw fail(`with results for ${entries.length} of ${images} images`);
	const details = entries.map(verdictOf);
	return { ...verdict, safe: verdict.safe && details.every((detail) => detail.safe), details };
}

/** Undefined if the image has no class. */
function readVerdict(value: JsonRecord): ImageVerdict | undefined {
	const main = readClass(value);
	if (!main) return undefined;
	return definedFields({
		safe: main.type === NORMAL_IMAGE,
		...main,
		categories: Array.isArray(value.categories)
			? records(value.categories).flatMap((entry) => readClass(entry) ?? [])
			: undefined,
		image_id: textOf(value.image_id),
		image_name: textOf(value.image_name),
	});
}

function readClass(value: JsonRecord): ViolenceClass | undefined {
	const type = numberOf(value.type);
	if (type === undefined) return undefined;
	return definedFields({
		type,
		typeName: VIOLENCE_CLASSES.get(String(type)),
		confidence: numberOf(value.confidence),
	});
}
