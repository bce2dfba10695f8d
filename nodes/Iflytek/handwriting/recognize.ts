import type { INodePropertyOptions } from 'n8n-workflow';
import { fileForm } from '../../shared/openPlatform/body';
import { readEnvelope, sidOf } from '../../shared/openPlatform/envelope';
import { DEFAULT_LANGUAGE, HANDWRITING_LANGUAGES, simplifyHandwriting } from '../../shared/openPlatform/handwriting';
import { checkBytes, checkHandwritingImage } from '../../shared/openPlatform/images';
import { ENDPOINTS } from '../../shared/openPlatform/services';
import { asChoice, binaryInput, Item, jsonResult, openPlatformOptions, requestOptionsOf, simplify, type IflytekOperation } from '../operation';

const option: INodePropertyOptions = {
	name: 'Recognize',
	value: 'recognize',
	action: 'Recognize handwriting',
	description: 'Extract handwritten or printed text from an image file (手写文字识别, API: ocr/handwriting). Not available to AI agents, which cannot pass files.',
};

/** Handwriting recognition (document 1, 4.2). */
export const recognize: IflytekOperation = {
	option,
	properties: [
		{
			...binaryInput,
			description: 'JPG, PNG or BMP image, 15 to 4096 pixels per side, up to 4 MB after encoding (about 2.8 MB as a file)',
		},
		{
			displayName: 'Language',
			name: 'language',
			type: 'options',
			options: [
				{ name: 'Chinese and English', value: 'cn|en' },
				{ name: 'English', value: 'en' },
			],
			default: DEFAULT_LANGUAGE,
			description: 'The language of the text in the image (API: language)',
		},
		{
			displayName: 'Return Positions',
			name: 'location',
			type: 'boolean',
			default: false,
			description: 'Whether to return the position of each line in the image, in pixels (API: location)',
		},
		simplify,
		openPlatformOptions(),
	],
	begin: (context, client) => async (index) => {
		const item = new Item(context, index);
		const language = asChoice(item.value('language'), 'Language', HANDWRITING_LANGUAGES);
		const param = { language, location: String(item.flag('location')) };
		const simplified = item.flag('simplify');
		const send = client(requestOptionsOf(item));
		const { data } = await item.file('binaryPropertyName', checkBytes.handwriting);
		checkHandwritingImage(data);
		const envelope = await send({ endpoint: ENDPOINTS.handwriting, param, body: fileForm('image', data) }, readEnvelope);
		return jsonResult(simplified ? { ...simplifyHandwriting(envelope), sid: sidOf(envelope) } : envelope);
	},
};
