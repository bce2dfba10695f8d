import { EXPRESSIONS, OBJECTS, SCENES } from '../../../shared/openPlatform/image/imageLabels';
import type { LabelTable } from '../../../shared/openPlatform/text/textLabels';
import { ENDPOINTS } from '../../../shared/openPlatform/protocol/services';
import type { Endpoint } from '../../../shared/openPlatform/protocol/endpoint';
import { explainingFetch } from '../../../shared/openPlatform/image/imageUrls';
import { readVision, simplifyVision } from '../../../shared/openPlatform/image/vision';
import { Item, requestOptions, readRequestOptions, simplify } from '../../../shared/n8n/parameters';
import { envelopeResult, type IflytekOperation } from '../operation';
import { imageName, imageSource, readImage } from './source';

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
		properties: [...imageSource, simplify, requestOptions(imageName)],
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
