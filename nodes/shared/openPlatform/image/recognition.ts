import { PlatformError } from '../../failure';
import type { HttpResponse } from '../../httpResponse';
import { type JsonRecord, records, isRecord, numberOf, textOf, definedFields } from '../../values';
import type { LabelTable } from '../labelTable';
import type { Endpoint } from '../protocol/endpoint';
import { OPEN_PLATFORM_SUCCESS } from '../protocol/openPlatformCodes';
import {
	type OpenPlatformEnvelope,
	sidOf,
	refusal,
	readEnvelope,
} from '../protocol/openPlatformEnvelope';
import { ENDPOINTS, K } from '../protocol/services';
import { IMAGE_ERROR_LABEL } from './imageLabels';
import { withoutPasswords } from './imageUrls';

/** A label with its name, if known, and its probability (0 to 1). */
interface NamedLabel {
	label?: number;
	labelName?: string;
	rate?: number;
}

/** The simplified result of expression, scene and object recognition. */
interface VisionResult extends NamedLabel {
	/** True if the service recommends a manual review. */
	review?: boolean;
	/** URL or name of the image. */
	name?: string;
	/** The most likely labels, the best first. The service returns them for scenes and objects. */
	top?: NamedLabel[];
}

/**
 * The result for the image of a request. `data` is an array in 2.4 and 2.7 of the document; in 2.6
 * and in live responses it is an object with `fileList`.
 * @throws PlatformError if there is no result or label, if the result has a failure code, and for
 * label -1
 */
export function visionEntry(envelope: OpenPlatformEnvelope): JsonRecord {
	const { data } = envelope;
	const [entry] = records(isRecord(data) ? data.fileList : data);
	const sid = sidOf(envelope);
	const noResult = () =>
		new PlatformError('The iFLYTEK platform returned no result for the image', 'unreadable', {
			sid,
			advice: 'Try again with another image. If it keeps happening, report the sid to iFLYTEK.',
		});
	if (!entry) throw noResult();
	const label = numberOf(entry.label);
	const code = textOf(entry.code) ?? OPEN_PLATFORM_SUCCESS;
	if (label === IMAGE_ERROR_LABEL) {
		throw new PlatformError(
			'The iFLYTEK platform could not read the image: it is damaged, of an unsupported format, or its URL cannot be fetched (label -1)',
			'refused',
			{
				...(code === OPEN_PLATFORM_SUCCESS ? {} : { code }),
				sid,
				advice: `Use a PNG, JPG, BMP or TIF image of at most ${ENDPOINTS.scene.limits.imageBytes / K} KB (no GIF); a URL must be reachable from the internet.`,
			},
		);
	}
	if (code !== OPEN_PLATFORM_SUCCESS) throw refusal(code, textOf(entry.desc) ?? '', sid);
	if (label === undefined) throw noResult();
	return entry;
}

/**
 * Reads the response of a recognition. The platform can report a bad image with the code of a
 * success, so this throws the errors of `visionEntry`, too.
 * @param urls the URLs that were sent; the envelope is returned without their passwords
 */
export function readVision(
	response: HttpResponse,
	endpoint?: Endpoint,
	urls: readonly string[] = [],
): { envelope: OpenPlatformEnvelope; entry: JsonRecord } {
	const envelope = withoutPasswords(readEnvelope(response, endpoint), urls);
	return { envelope, entry: visionEntry(envelope) };
}

/** Simplifies a recognition; `table` names the labels (document 1, 2.4, 2.6, 2.7). */
export function simplifyVision(entry: JsonRecord, table: LabelTable): VisionResult {
	return definedFields({
		...namedLabel(entry.label, entry.rate, table),
		review: typeof entry.review === 'boolean' ? entry.review : undefined,
		name: textOf(entry.name),
		top: ranking(entry, table),
	});
}

/**
 * The labels with their rates, best first. Live responses for expressions have no labels, but a
 * rate for each class of the table, in the order of the table. If there are more or fewer rates
 * than classes, the rates are left out, because nothing says which class each rate belongs to.
 */
function ranking(
	{ labels, rates: given }: JsonRecord,
	table: LabelTable,
): NamedLabel[] | undefined {
	const rates: unknown[] = Array.isArray(given) ? given : [];
	if (Array.isArray(labels) && labels.length > 0)
		return labels.map((label, index) => namedLabel(label, rates[index], table));
	const classes = [...table.keys()].filter((label) => label !== String(IMAGE_ERROR_LABEL));
	if (rates.length === 0 || rates.length !== classes.length)
		return Array.isArray(labels) ? [] : undefined;
	const all = classes.map((label, index) => namedLabel(label, rates[index], table));
	return all.sort((a, b) => (b.rate ?? 0) - (a.rate ?? 0));
}

function namedLabel(label: unknown, rate: unknown, table: LabelTable): NamedLabel {
	return definedFields({
		label: numberOf(label),
		labelName: table.get(textOf(label) ?? ''),
		rate: numberOf(rate),
	});
}
