import type { INodePropertyOptions } from 'n8n-workflow';
import { fileForm } from '../../shared/openPlatform/body';
import { readEnvelope, sidOf } from '../../shared/openPlatform/envelope';
import { DEFAULT_LANGUAGE, HANDWRITING_LANGUAGES, simplifyHandwriting } from '../../shared/openPlatform/handwriting';
import { checkBytes, checkHandwritingImage } from '../../shared/openPlatform/images';
import { ENDPOINTS } from '../../shared/openPlatform/services';
import { asChoice } from '../../shared/n8n/parameters/coerce';
import { Item } from '../../shared/n8n/parameters/item';
import { jsonResult } from '../../shared/n8n/run/operations';
import { binaryInput, simplify } from '../../shared/n8n/parameters/properties';
import { requestOptionsOf } from '../../shared/n8n/parameters/settings';
import { openPlatformOptions } from '../properties';
import type { IflytekOperation } from '../types';

const option: INodePropertyOptions = {
	name: 'Recognize',
	value: 'recognize',
	action: 'Recognize handwriting in an image',
	description: 'Read the handwritten or printed text in an image file. Not for AI agents, which hand in no files (API: ocr/handwriting).',
};

/** Handwriting recognition (document 1, 4.2). */
export const recognize: IflytekOperation = {
	option,
	properties: [
		{
			...binaryInput,
			description: 'The image: jpg, png or bmp, sides from 15 to 4096 pixels, at most 4M after encoding',
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
			description: 'Whether to return where in the image each line stands, in pixels (API: location)',
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
