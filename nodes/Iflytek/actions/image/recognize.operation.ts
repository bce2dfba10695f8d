import type { INodeProperties } from 'n8n-workflow';
import { EXPRESSIONS, OBJECTS, SCENES } from '../../../shared/openPlatform/image/imageLabels';
import type { LabelTable } from '../../../shared/openPlatform/labelTable';
import { ENDPOINTS } from '../../../shared/openPlatform/protocol/services';
import type { Endpoint } from '../../../shared/openPlatform/protocol/endpoint';
import { rawBody } from '../../../shared/openPlatform/protocol/requestBody';
import {
	checkImageUrl,
	explainingFetch,
	nameInUrl,
} from '../../../shared/openPlatform/image/imageUrls';
import { readVision, simplifyVision } from '../../../shared/openPlatform/image/recognition';
import { asChoice, asText } from '../../../shared/n8n/parameters/coerce';
import {
	binaryInput,
	includeInputFields,
	requestOptions,
	simplify,
	textField,
} from '../../../shared/n8n/parameters/properties';
import { Item, readRequestOptions } from '../../../shared/n8n/parameters/item';
import { envelopeResult, type IflytekOperation } from '../../transport/openPlatformClient';
import {
	ACCEPTED_FILES,
	checkBytes,
	checkVisionImage,
} from '../../../shared/openPlatform/image/images';
import { inputTypeField } from './inputType';
import { withoutUserInfo } from '../../../shared/redact';
import { definedFields } from '../../../shared/values';

/** The choice between file and URL, for expression, scene and object recognition. */
const imageSource: INodeProperties[] = [
	...inputTypeField('Whether to send a file from the input item or let the platform fetch a URL', [
		{ name: 'Image URL', value: 'url', description: 'A URL that the platform fetches' },
	]),
	{
		...binaryInput,
		description: ACCEPTED_FILES.vision,
		displayOptions: { show: { inputType: ['binary'] } },
	},
	textField(
		'Image URL',
		'imageUrl',
		'URL of the image. Must be reachable from the internet (API: image_url).',
		{
			required: true,
			placeholder: 'e.g. https://example.com/photo.jpg',
			displayOptions: { show: { inputType: ['url'] } },
		},
	),
];

const imageName = textField(
	'Image Name',
	'imageName',
	'Name to return with the result. Defaults to the file name or the last part of the URL (API: image_name).',
	{ placeholder: 'e.g. photo.jpg' },
);

/**
 * Reads and checks the image of an item.
 * @returns the parameters with `image_name`, which the platform requires (document 1, 4.3), the
 * body, the source, which the result names, and the URLs
 */
async function readImage(item: Item) {
	const chosenName = asText(item.options.imageName, 'Image Name').trim();
	if (asChoice(item.value('inputType'), 'Input Type', ['binary', 'url']) === 'url') {
		const url = checkImageUrl(item.requiredText('imageUrl', 'Image URL'), 'Image URL');
		return {
			param: { image_url: url, image_name: chosenName || nameInUrl(url) || 'image.jpg' },
			body: rawBody(Buffer.alloc(0)),
			source: { url: withoutUserInfo(url) },
			urls: [url],
		};
	}
	const { data, fileName } = await item.file('binaryPropertyName', checkBytes.vision);
	const format = checkVisionImage(data);
	const extension = format === 'tiff' ? 'tif' : format;
	return {
		param: { image_name: chosenName || fileName || `image.${extension}` },
		body: rawBody(data),
		source: definedFields({ fileName }),
		urls: [],
	};
}

/**
 * An operation of image recognition. Expression, scene and object recognition have the same request
 * and response (document 1, 4.3, 4.6, 4.7).
 */
function recognition(
	endpoint: Endpoint,
	table: LabelTable,
	option: IflytekOperation['option'],
): IflytekOperation {
	return {
		option,
		properties: [...imageSource, simplify, requestOptions(imageName, includeInputFields)],
		execute: async (context, client, index) => {
			const item = new Item(context, index);
			const simplified = item.flag('simplify');
			const send = client.sender(readRequestOptions(item), endpoint);
			const { param, body, source, urls } = await readImage(item);
			// `readVision` throws if the platform could not use the image, also with Simplify off.
			const { envelope, entry } = await send({ endpoint, param, body }, (response) =>
				explainingFetch(() => readVision(response, endpoint, urls), urls.length),
			);
			return envelopeResult(envelope, simplified, () => ({
				...simplifyVision(entry, table),
				...source,
			}));
		},
	};
}

export const recognitions = [
	recognition(ENDPOINTS.expression, EXPRESSIONS, {
		name: 'Recognize Expression',
		value: 'recognizeExpression',
		action: 'Recognize facial expression',
		description:
			'Classify the facial expression in an image, such as joy or anger (API: expression)',
	}),
	recognition(ENDPOINTS.object, OBJECTS, {
		name: 'Recognize Object',
		value: 'recognizeObject',
		action: 'Recognize object',
		description:
			'Classify the main object of an image into one of over 20,000 categories (API: currency)',
	}),
	recognition(ENDPOINTS.scene, SCENES, {
		name: 'Recognize Scene',
		value: 'recognizeScene',
		action: 'Recognize scene',
		description: 'Classify an image as one of 43 scenes, such as beach or office (API: scene)',
	}),
];
