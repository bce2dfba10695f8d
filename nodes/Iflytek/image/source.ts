import type { INodeProperties } from 'n8n-workflow';
import { rawBody, type RequestBody } from '../../shared/openPlatform/body';
import { checkBytes, checkVisionImage } from '../../shared/openPlatform/images';
import { imageLink, nameInUrl } from '../../shared/openPlatform/links';
import { asChoice, asText } from '../../shared/n8n/parameters/coerce';
import { type Item } from '../../shared/n8n/parameters/item';
import { binaryInput } from '../../shared/n8n/parameters/properties';

/** The choice between a file and a link, for expression, scene and object recognition. */
export const imageSource: INodeProperties[] = [
	{
		displayName: 'Input Type',
		name: 'inputType',
		type: 'options',
		options: [
			{ name: 'Binary File', value: 'binary', description: 'Not for AI agents, which hand in no files' },
			{ name: 'Image URL', value: 'url' },
		],
		default: 'binary',
		description: 'Whether the image comes with the item or is fetched by the platform from a link',
	},
	{
		...binaryInput,
		description: 'The image: png, jpg, bmp or tif (no GIF), at most 800k',
		displayOptions: { show: { inputType: ['binary'] } },
	},
	{
		displayName: 'Image URL',
		name: 'imageUrl',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. https://example.com/photo.jpg',
		description: 'The link of the image; it must be reachable from the internet (API: image_url)',
		displayOptions: { show: { inputType: ['url'] } },
	},
];

/** A name for the image, in place of its own. */
export const imageName: INodeProperties = {
	displayName: 'Image Name',
	name: 'imageName',
	type: 'string',
	default: '',
	placeholder: 'e.g. photo.jpg',
	description: "The name that the result carries (API: image_name). Without it, the file's or the link's own name.",
};

/** What goes into a request: the X-Param with the always needed image_name (4.3), and the raw bytes. */
interface ImageInput {
	param: Record<string, string>;
	body: RequestBody;
}

const NO_BODY = rawBody(Buffer.alloc(0));

/** Reads and checks the image of an item. */
export async function readImage(item: Item): Promise<ImageInput> {
	const chosenName = asText(item.options.imageName, 'Image Name').trim();
	if (asChoice(item.value('inputType'), 'Input Type', ['binary', 'url']) === 'url') {
		const url = imageLink(item.requiredText('imageUrl', 'Image URL'), 'Image URL');
		return { param: { image_url: url, image_name: chosenName || nameInUrl(url) || 'image.jpg' }, body: NO_BODY };
	}
	const { data, fileName } = await item.file('binaryPropertyName', checkBytes.vision);
	const format = checkVisionImage(data);
	return { param: { image_name: chosenName || fileName || `image.${format === 'tiff' ? 'tif' : format}` }, body: rawBody(data) };
}
