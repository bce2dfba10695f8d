import type { INodeProperties } from 'n8n-workflow';
import { rawBody } from '../../../shared/openPlatform/protocol/requestBody';
import {
	ACCEPTED_FILES,
	checkBytes,
	checkVisionImage,
} from '../../../shared/openPlatform/image/images';
import { checkImageUrl, nameInUrl } from '../../../shared/openPlatform/image/imageUrls';
import { withoutUserInfo } from '../../../shared/redact';
import { definedFields } from '../../../shared/values';
import {
	asChoice,
	asText,
	binaryInput,
	textField,
	type Item,
} from '../../../shared/n8n/parameters';

/** The choice between file and URL, for expression, scene and object recognition. */
export const imageSource: INodeProperties[] = [
	{
		displayName: 'Input Type',
		name: 'inputType',
		type: 'options',
		options: [
			{
				name: 'Binary File',
				value: 'binary',
				description: 'Not available to AI agents, which cannot pass files',
			},
			{ name: 'Image URL', value: 'url' },
		],
		default: 'binary',
		description: 'Whether to send a file from the input item or let the platform fetch a URL',
	},
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

export const imageName = textField(
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
export async function readImage(item: Item) {
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
