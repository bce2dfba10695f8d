import { DESCRIBED_DIALOG, DIALOG } from '../../engine/callPushes';
import { anySent, type PushPage } from '../pushes';
import { all, flag, list, object, PUSHED, text, textOrNumber, whole } from '../table/responses';

/** Whether a value is a list, or text that is a list in JSON. */
function isList(value: unknown): boolean {
	if (typeof value !== 'string') return Array.isArray(value);
	try {
		return Array.isArray(JSON.parse(value));
	} catch {
		return false;
	}
}

/** `label`, `content_id` and the times are from the newer revision. */
const ENTRY = object(
	{
		seq: textOrNumber,
		...all(text, 'role', 'node_id', 'node_name', 'text_robot', 'text_man', 'question_id'),
	},
	{
		...all(text, 'node_type', 'tag_name', 'tag_desc', 'label', 'content_id'),
		...all(whole, 'time_start', 'time_speaking'),
		hits: list(object({ ...all(text, 'hit', 'answer_id'), pick: flag })),
	},
);

/** Document 2, 6.3. */
export const push: PushPage = {
	chapter: '6.3',
	module: 'receiveDialog',
	moduleName: 'Dialogs',
	chinese: '对话',
	noun: 'a dialog',
	describedBy: 'dialog',
	isThisKind: (body) => anySent(body, ['tag_max', 'tag_min']) || isList(body.dialog),
	body: object(
		{ ...PUSHED.always, dialog: list(ENTRY) },
		{
			...PUSHED.sometimes,
			...all(text, 'tag_max', 'tag_min'),
			...all(whole, 'time_begin', 'time_end'),
		},
	),
	added: {
		english:
			'`intentionHighest`, `intentionLowest`, `lines: [{ seq, speaker, text, nodeName, nodeType, nodeTypeName, intention, intentionDescription, label, pickedHits }]`, `transcript` (all lines as one text), `pickedHits`, `timeBegin`, `timeEnd`',
		chinese:
			'`intentionHighest`、`intentionLowest`、逐句的对话 `lines: [{ seq, speaker, text, nodeName, nodeType, nodeTypeName, intention, intentionDescription, label, pickedHits }]`、`transcript`（全部对话的文本）、`pickedHits`、`timeBegin`、`timeEnd`',
	},
	examples: [{ sent: DIALOG, described: DESCRIBED_DIALOG }],
};
