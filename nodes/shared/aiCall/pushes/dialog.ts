/** Makes a dialog readable (document 2, 6.3). */
import { records, textOf, type JsonRecord } from '../../values';
import { extraFieldsFrom, isFilled, isSent, unpackJson } from '../platformFields';
import { labelIn, NODE_TYPE, ROLE } from '../aiCallLabels';
import { isoTime } from '../time/times';
import { CALL_FIELDS, OUTCOME_FIELDS } from './callRecord';

export const dialog = {
	kind: 'dialog',
	module: 'receiveDialog',
	moduleName: 'Dialogs',
	name: 'Dialog Transcript',
	description: 'What was said, and the intention level',
	noun: 'a dialog',
	describedBy: 'dialog',
	// Comes before recordings, because a later revision may add a `url` to dialogs.
	rank: 1,
	matches: (body: JsonRecord) =>
		Array.isArray(unpackJson(body.dialog)) || isSent(body.tag_max) || isSent(body.tag_min),
	// If nothing was said in a call, only the empty field `dialog` shows that the body is a dialog.
	matchesOtherwise: (body: JsonRecord) =>
		'dialog' in body &&
		!isFilled(body.dialog) &&
		!['url', ...CALL_FIELDS, ...OUTCOME_FIELDS].some((field) => field in body),
	details: dialogDetails,
	first: ['intentionHighest', 'intentionLowest', 'transcript', 'pickedHits', 'task_data_id'],
	replaces: {
		intentionHighest: 'tag_max',
		intentionLowest: 'tag_min',
		lines: 'dialog',
		timeBegin: 'time_begin',
		timeEnd: 'time_end',
	},
} as const;

/**
 * The most lines that are shown, enough for hours of talking. A few bytes of the body become
 * hundreds of bytes in the result, so the size of the body does not limit the size of the result.
 */
const MAX_LINES = 10_000;

/**
 * Fields added to a dialog: `intentionHighest` and `intentionLowest` (null if empty); `lines`;
 * `transcript`, with one line of text for each entry of `lines`, such as `Robot: …` (if nothing was
 * said, with the picked hits in brackets); `pickedHits` of all lines; and `timeBegin` and `timeEnd`
 * as ISO 8601 if the newer revision sends them.
 */
function dialogDetails(body: JsonRecord): JsonRecord {
	const lines = records(unpackJson(body.dialog)).slice(0, MAX_LINES).map(lineOf);
	return {
		...extraFieldsFrom(body, ['tag_max'], filledText, () => 'intentionHighest'),
		...extraFieldsFrom(body, ['tag_min'], filledText, () => 'intentionLowest'),
		...extraFieldsFrom(body, ['time_begin', 'time_end'], isoTime),
		lines,
		transcript: lines
			.map(
				({ speaker, text, pickedHits }) =>
					`${speaker}: ${text || `[${pickedHits.join(', ') || 'nothing'}]`}`,
			)
			.join('\n'),
		pickedHits: lines.flatMap(({ pickedHits }) => pickedHits),
	};
}

/** One utterance of the robot or the customer. Fields that were not sent are null. */
function lineOf(entry: JsonRecord) {
	return {
		/** The position as it was sent, mostly as text. */
		seq: entry.seq ?? null,
		/** `Robot`, `Customer`, or the role as sent. */
		speaker: labelIn(ROLE, entry.role) ?? filledText(entry.role) ?? 'Unknown',
		/** What was said; empty if nothing was understood. */
		text: textSaid(entry),
		nodeName: filledText(entry.node_name),
		nodeType: filledText(entry.node_type),
		nodeTypeName: labelIn(NODE_TYPE, entry.node_type) ?? null,
		intention: filledText(entry.tag_name),
		intentionDescription: filledText(entry.tag_desc),
		/** A field of the newer revision, as it was sent. */
		label: entry.label ?? null,
		/** The content of the hits that were picked. */
		pickedHits: records(entry.hits)
			.filter(({ pick }) => pick === true || pick === 'true' || pick === 1)
			.map(({ hit }) => textOf(hit) ?? '')
			.filter((hit) => hit !== ''),
	};
}

/** The entry of a customer repeats the text of the robot, so the role decides which text counts. */
function textSaid({ role, text_robot, text_man }: JsonRecord): string {
	const robotText = textOf(text_robot) ?? '';
	const customerText = textOf(text_man) ?? '';
	if (role === 'robot') return robotText;
	if (role === 'customer') return customerText;
	return customerText || robotText;
}

function filledText(value: unknown): string | null {
	return textOf(value) || null;
}
