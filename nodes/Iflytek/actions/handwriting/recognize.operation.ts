import type { INodeProperties } from 'n8n-workflow';
import { fileForm } from '../../../shared/openPlatform/protocol/requestBody';
import {
	ACCEPTED_FILES,
	checkBytes,
	checkHandwritingImage,
} from '../../../shared/openPlatform/image/images';
import { ENDPOINTS } from '../../../shared/openPlatform/protocol/services';
import { asChoice, asFlag, valuesOf } from '../../../shared/n8n/parameters/coerce';
import {
	binaryInput,
	includeInputFields,
	requestOptions,
	simplify,
	switchField,
} from '../../../shared/n8n/parameters/properties';
import { Item, readRequestOptions } from '../../../shared/n8n/parameters/item';
import { envelopeResult, type IflytekOperation } from '../../transport/openPlatformClient';
import { simplifyHandwriting } from '../../../shared/openPlatform/image/handwriting';

/**
 * Languages of handwriting recognition: `en` from the document, and `cn|en`, the default of the
 * live service.
 */
const LANGUAGES = [
	{ name: 'Chinese and English', value: 'cn|en' },
	{ name: 'English', value: 'en' },
] as const;
const DEFAULT_LANGUAGE = 'cn|en';

const language: INodeProperties = {
	displayName: 'Language',
	name: 'language',
	type: 'options',
	options: [...LANGUAGES],
	default: DEFAULT_LANGUAGE,
	description: 'The language of the text in the image (API: language)',
};

const returnPositions = switchField(
	'Return Positions',
	'location',
	'Whether to return the position of each line in the image, in pixels (API: location)',
);

/** Handwriting recognition (document 1, 4.2). */
export const recognize: IflytekOperation = {
	option: {
		name: 'Recognize',
		value: 'recognize',
		action: 'Recognize handwriting',
		description:
			'Extract handwritten or printed text from an image file (API: ocr/handwriting). Not available to AI agents, which cannot pass files.',
	},
	properties: [
		{ ...binaryInput, description: ACCEPTED_FILES.handwriting },
		simplify,
		requestOptions(language, returnPositions, includeInputFields),
	],
	execute: async (context, client, index) => {
		const item = new Item(context, index);
		const { options } = item;
		const param = {
			language: asChoice(options.language ?? DEFAULT_LANGUAGE, 'Language', valuesOf(LANGUAGES)),
			location: String(asFlag(options.location)),
		};
		const simplified = item.flag('simplify');
		const send = client.sender(readRequestOptions(item), ENDPOINTS.handwriting);
		const { data } = await item.file('binaryPropertyName', checkBytes.handwriting);
		checkHandwritingImage(data);
		const envelope = await send({
			endpoint: ENDPOINTS.handwriting,
			param,
			body: fileForm('image', data),
		});
		return envelopeResult(envelope, simplified, simplifyHandwriting);
	},
};
