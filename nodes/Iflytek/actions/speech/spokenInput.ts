import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { InputError } from '../../../shared/failure';
import { asChoice } from '../../../shared/n8n/parameters/coerce';
import type { Item } from '../../../shared/n8n/parameters/item';
import { spokenText } from '../../../shared/spoken/spokenText';

/** The text that is spoken. It may differ from the parameter Text, which may be formatted. */

export const formatting: INodeProperties = {
	displayName: 'Formatting',
	name: 'formatting',
	type: 'options',
	options: [
		{
			name: 'Keep',
			value: 'keep',
			description: 'Every character is sent to the service',
		},
		{
			name: 'Leave Out',
			value: 'leaveOut',
			description:
				'Marks of Markdown and HTML are not spoken. Emoji, code blocks, images, link addresses and struck-out text are left out.',
		},
	],
	default: 'leaveOut',
	description:
		'What to do with formatting in the text: Markdown, HTML and emoji. A text without formatting is always sent as it is.',
};

interface SpokenInput {
	text: string;
	/** What the result says of a text that differs from the parameter: `spokenText` and `leftOut`. */
	fields: IDataObject;
}

/**
 * The text of an item that is spoken.
 * @throws InputError if nothing is left to speak
 */
export function readSpokenInput(item: Item): SpokenInput {
	const entered = item.requiredText('text', 'Text');
	const choice = asChoice(item.options.formatting ?? formatting.default, 'Formatting', [
		'keep',
		'leaveOut',
	]);
	if (choice === 'keep') return { text: entered, fields: {} };
	const { text, leftOut } = spokenText(entered);
	if (text === entered) return { text, fields: {} };
	if (/[\p{L}\p{N}\p{S}]/u.test(text)) return { text, fields: { spokenText: text, leftOut } };
	throw new InputError(
		'The text has nothing to speak: it only has formatting, emoji, code or images',
		'Enter a text with words. To speak every character, set Formatting to Keep under Options.',
	);
}
