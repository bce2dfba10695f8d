/** A dialog (document 2, 6.3), readable. */
import { records, textOf, type JsonRecord } from '../../values';
import { extraFieldsFrom } from '../extraFields';
import { labelOf, NODE_TYPE, ROLE } from '../labels';
import { unpackJson } from '../json';
import { isoTime } from '../times';

/** One utterance of the robot or the customer. */
export interface DialogLine {
	/** As sent, mostly text. */
	seq: unknown;
	/** `Robot`, `Customer`, or the role as sent. */
	speaker: string;
	/** What was said; empty where nothing was understood. */
	text: string;
	nodeName: string | null;
	/** As sent; `nodeTypeName` is null for one without a name. */
	nodeType: string | null;
	nodeTypeName: string | null;
	/** `tag_name` and `tag_desc` */
	intention: string | null;
	intentionDescription: string | null;
	/** `label` of the newer revision, as sent; null where it sent none. */
	label: unknown;
	/** The content of the hits that were picked. */
	pickedHits: string[];
}

/** Hours of talking. A few bytes of a body make a line of hundreds, which nothing else would limit. */
const MAX_LINES = 10_000;

/**
 * Fields added to a dialog: `intentionHighest`, `intentionLowest` (null if empty), `lines`, `transcript` (one line of
 * text each, `Robot: …`), `pickedHits` of all lines, and `timeBegin`, `timeEnd` as ISO 8601 if the newer revision sends
 * them.
 */
export function dialogDetails(dialog: JsonRecord): JsonRecord {
	const lines = records(unpackJson(dialog.dialog)).slice(0, MAX_LINES).map(lineOf);
	return {
		...extraFieldsFrom(dialog, ['tag_max'], filledText, () => 'intentionHighest'),
		...extraFieldsFrom(dialog, ['tag_min'], filledText, () => 'intentionLowest'),
		...extraFieldsFrom(dialog, ['time_begin', 'time_end'], isoTime),
		lines,
		transcript: lines.map(transcriptLine).join('\n'),
		pickedHits: lines.flatMap(({ pickedHits }) => pickedHits),
	};
}

function lineOf(entry: JsonRecord): DialogLine {
	return {
		seq: entry.seq ?? null,
		speaker: labelOf(ROLE, entry.role) ?? filledText(entry.role) ?? 'Unknown',
		text: textSaid(entry),
		nodeName: filledText(entry.node_name),
		nodeType: filledText(entry.node_type),
		nodeTypeName: labelOf(NODE_TYPE, entry.node_type) ?? null,
		intention: filledText(entry.tag_name),
		intentionDescription: filledText(entry.tag_desc),
		label: entry.label ?? null,
		pickedHits: records(entry.hits)
			.filter(({ pick }) => pick === true || pick === 'true' || pick === 1)
			.map(({ hit }) => textOf(hit) ?? '')
			.filter((hit) => hit !== ''),
	};
}

/** The entry of a customer repeats the text of the robot, so the role decides which one counts. */
function textSaid(entry: JsonRecord): string {
	const robot = textOf(entry.text_robot) ?? '';
	const man = textOf(entry.text_man) ?? '';
	if (entry.role === 'robot') return robot;
	return entry.role === 'customer' ? man : man || robot;
}

/** Without recognized words, the picked hits are shown in brackets. */
function transcriptLine({ speaker, text, pickedHits }: DialogLine): string {
	return `${speaker}: ${text || (pickedHits.length > 0 ? `[${pickedHits.join(', ')}]` : '[nothing]')}`;
}

function filledText(value: unknown): string | null {
	return textOf(value) || null;
}
