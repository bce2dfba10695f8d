import type { INodeProperties } from 'n8n-workflow';
import { InputError } from '../../../shared/failure';
import { ENDPOINTS } from '../../../shared/openPlatform/protocol/services';
import { splitText, type TextPiece } from '../../../shared/openPlatform/text';
import { asChoice, textField, type Item } from '../../../shared/n8n/parameters';

const MAX_BYTES = ENDPOINTS.cws.limits.textBytes;

/** The unit of requests in descriptions, as in "one request per 500 bytes of text". */
export const TEXT_PER_REQUEST = `${MAX_BYTES} bytes of text`;

/** The text to analyze. */
export const textInput = textField(
	'Text',
	'text',
	`The Chinese text to analyze, of any length. For text over ${MAX_BYTES} bytes, see the option Long Text (API: text).`,
	{
		typeOptions: { rows: 4 },
		required: true,
		placeholder: 'e.g. 他叫汤姆去拿外衣。',
	},
);

/** How to handle text that is too long for one request. */
export const longText: INodeProperties = {
	displayName: 'Long Text',
	name: 'longText',
	type: 'options',
	options: [
		{ name: 'Return an Error', value: 'error' },
		{
			name: 'Split Into Pieces',
			value: 'cut',
			description: 'Split at sentence ends and merge the results',
		},
	],
	default: 'cut',
	description: `How to handle text over ${MAX_BYTES} bytes (about ${Math.floor(MAX_BYTES / 3)} Chinese characters), the maximum per request`,
};

/**
 * Reads the text of an item and splits it into pieces for one request each (document 1, part 8).
 */
export function readPieces(item: Item): { text: string; pieces: TextPiece[] } {
	const text = item.requiredText('text', 'Text');
	const bytes = Buffer.byteLength(text);
	if (
		bytes > MAX_BYTES &&
		asChoice(item.options.longText ?? 'cut', 'Long Text', ['cut', 'error']) === 'error'
	) {
		throw new InputError(
			`Text has ${bytes} bytes; the maximum per request is ${MAX_BYTES}`,
			'Shorten it, or set Options > Long Text to Split Into Pieces.',
		);
	}
	return { text, pieces: splitText(text, MAX_BYTES) };
}
