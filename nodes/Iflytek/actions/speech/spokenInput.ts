import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { InputError } from '../../../shared/failure';
import { isNoValue, noValueIn } from '../../../shared/noValue';
import { enumerated, quoted } from '../../../shared/errorTexts';
import { asChoice, asText } from '../../../shared/n8n/parameters/coerce';
import type { Item } from '../../../shared/n8n/parameters/item';
import { textField } from '../../../shared/n8n/parameters/properties';
import {
	withReadings,
	type Reading,
	type SentText,
} from '../../../shared/openPlatform/speech/readings';
import { isMostlyLeftOut, type LeftOut } from '../../../shared/spoken/leftOut';
import { spokenText } from '../../../shared/spoken/spokenText';
import { isRecord } from '../../../shared/values';
import { RunHint } from './runHint';

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
				"Marks of Markdown and HTML are not spoken. Emoji, code blocks, images, link addresses, struck-out text, numbers of sources and a model's reasoning are left out.",
		},
	],
	default: 'leaveOut',
	description:
		'What to do with formatting in the text: Markdown, HTML and emoji. A text without formatting is always sent as it is.',
};

/** More would make the search for them slow. */
const MAX_READINGS = 500;

export const readings: INodeProperties = {
	displayName: 'Readings',
	name: 'readings',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Reading',
	default: {},
	description: `Words that the voice reads wrongly, and how they are spoken. Subtitles show the words. At most ${MAX_READINGS}.`,
	options: [
		{
			displayName: 'Reading',
			name: 'words',
			values: [
				textField('Word', 'word', 'The word as it stands in the text, with the same capitals', {
					placeholder: 'e.g. iFLYTEK',
				}),
				textField(
					'Reading',
					'reading',
					'What is spoken instead. For Chinese voices, pinyin may stand behind a character: [=hang2].',
					{ placeholder: 'e.g. eye fly tech' },
				),
			],
		},
	],
};

interface SpokenInput {
	/** What is sent, and what of it subtitles show otherwise. */
	sent: SentText;
	/** What the result says of a text that differs from the parameter: `spokenText` and `leftOut`. */
	fields: IDataObject;
}

/**
 * The text of an item that is spoken.
 * @throws InputError if nothing is left to speak, if all of it stands in the place of a value, or for an incomplete reading
 */
export function readSpokenInput(item: Item, context: IExecuteFunctions): SpokenInput {
	const entered = item.requiredText('text', 'Text');
	const choice = asChoice(item.options.formatting ?? formatting.default, 'Formatting', [
		'keep',
		'leaveOut',
	]);
	const list = readReadings(item.options.readings);
	const { text, leftOut } =
		choice === 'keep' ? { text: entered, leftOut: {} } : spokenText(entered);
	if (text !== entered && !/[\p{L}\p{N}\p{S}]/u.test(text)) throw nothingToSpeak(leftOut);
	if (isMostlyLeftOut(text, leftOut)) mostlyLeftOut.add(context, leftOut);
	const missing = noValueIn(text);
	if (missing !== undefined) {
		if (choice === 'leaveOut' && isNoValue(text)) throw noValue(text);
		spokenNoValue.add(context, missing);
	}
	const sent = withReadings(text, list);
	return { sent, fields: sent.text === entered ? {} : { spokenText: sent.text, leftOut } };
}

function readReadings(value: unknown): Reading[] {
	const words = isRecord(value) ? value.words : undefined;
	const list = Array.isArray(words) ? words : [];
	if (list.length > MAX_READINGS)
		throw new InputError(
			`Readings has ${list.length} words; at most ${MAX_READINGS} are allowed`,
			'Remove the words that the text does not have.',
		);
	return list.filter(isRecord).map((entry) => {
		const word = asText(entry.word, 'Word').trim();
		const reading = asText(entry.reading, 'Reading').trim();
		if (word !== '' && reading !== '') return { word, reading };
		throw new InputError(
			word === ''
				? 'Readings has an entry without a word'
				: `Readings has no reading for ${quoted(word)}`,
			'Enter both, or remove the entry.',
		);
	});
}

function nothingToSpeak(leftOut: LeftOut): InputError {
	if (leftOut.reasoning)
		return new InputError(
			"The text has nothing to speak: it only has a model's reasoning, without an answer behind it",
			'Let the model write more (its maximum number of tokens may be too low), or turn its reasoning off.',
		);
	return new InputError(
		'The text has nothing to speak: it only has formatting, emoji, code or images',
		'Enter a text with words. To speak every character, set Formatting to Keep under Options.',
	);
}

function noValue(text: string): InputError {
	return new InputError(
		`The text is ${quoted(text.trim())}, which stands in the place of a value`,
		'Check the field or expression that provides the text. To speak it all the same, set Formatting to Keep under Options.',
	);
}

/** A text has a part that stands in the place of a value. */
const spokenNoValue = new RunHint((parts: readonly string[]) => {
	const texts = parts.length === 1 ? 'A text has' : `${parts.length} texts have`;
	const such = enumerated([...new Set(parts)].map(quoted), 5);
	return `${texts} a part that stands in the place of a value and is spoken: ${such}. Check the fields or expressions that provide it.`;
});

/** More than half of a text is not spoken. */
const mostlyLeftOut = new RunHint(leftOutText);

function leftOutText(all: readonly LeftOut[]): string {
	const characters: Record<string, number> = {};
	for (const [kind, count] of all.flatMap((leftOut) => Object.entries(leftOut)))
		characters[kind] = (characters[kind] ?? 0) + count.characters;
	const kinds = Object.entries(characters).map(
		([kind, count]) => `${kind} ${count.toLocaleString('en')}`,
	);
	const what = all.length === 1 ? 'the text' : `${all.length} texts`;
	return `More than half of ${what} is not spoken. Characters left out: ${kinds.join(', ')}. To speak every character, set Formatting to Keep under Options.`;
}
