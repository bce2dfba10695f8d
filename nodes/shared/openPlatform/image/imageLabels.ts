/** Labels of the image services (document 1). */
import type { LabelTable } from '../labelTable';

/**
 * A table for the labels 0, 1, 2, … in this order; other labels such as -1 are given in `others`.
 */
const numbered = (meanings: string[], others: Record<string, string> = {}): LabelTable =>
	new Map([
		...meanings.map((meaning, label): [string, string] => [String(label), meaning]),
		...Object.entries(others),
	]);

/** The label that all image recognitions return for a bad image (2.4, 2.6, 2.7). */
export const IMAGE_ERROR_LABEL = -1;

/** Facial expression labels (2.4). */
export const EXPRESSIONS = numbered(
	[
		'other (not a face-expression image)',
		'other expression',
		'joy',
		'anger',
		'sadness',
		'fright',
		'disgust',
		'neutral',
	],
	{ [IMAGE_ERROR_LABEL]: 'faulty image file or unsupported format' },
);

/** Scene labels (2.6), from 0. */
export const SCENES = numbered(
	[
		'bedroom/living room',
		'classroom',
		'restaurant (public)',
		'grassland/field/garden',
		'desert',
		'office/meeting room',
		'bar/KTV/dance hall',
		'indoor sports field',
		'shopping mall',
		'mountain peak',
		'lake/pond/ocean',
		'forest',
		'street',
		'outdoor sports field',
		'beach',
		'swimming pool',
		'amusement park',
		'no scene',
		'other scene',
		'inside car/boat/plane',
		'auditorium/performance hall',
		'square/open ground',
		'person-only image',
		'broadcasting studio',
		'house/building',
		'hospital',
		'internet cafe/game hall/chess room',
		'sculpture/stele/archway',
		'dormitory',
		'dressing room/barbershop',
		'gym',
		'airport',
		'railway station',
		'bus station',
		'market',
		'library/bookstore',
		'highway',
		'ancient building',
		'kitchen',
		'restaurant (home)',
		'restroom',
		'bathroom',
		'parking lot',
	],
	{ [IMAGE_ERROR_LABEL]: 'image error' },
);

/** Object labels (2.7). There are over 20,000, but the document names only that of the error. */
export const OBJECTS = numbered([], { [IMAGE_ERROR_LABEL]: 'faulty or unsupported image' });

/** Classes of the violent-content filter (2.5). The document says that 7 is not yet supported. */
export const VIOLENCE_CLASSES = numbered([
	'normal image',
	'contains weapons',
	'contains military/police clothing',
	'contains religious clothing',
	'contains national emblems',
	'contains TV-station logos',
	'contains flags',
	'contains terror/gore content (currently unsupported)',
]);
