import { DESCRIBED_DIALOG, DIALOG } from '../../engine/callPushes';
import { anySent, type PushPage } from '../pushes';

/** Whether a value is a list, or text that is a list in JSON. */
function isList(value: unknown): boolean {
	if (typeof value !== 'string') return Array.isArray(value);
	try {
		return Array.isArray(JSON.parse(value));
	} catch {
		return false;
	}
}

/** Document 2, 6.3. */
export const push: PushPage = {
	chapter: '6.3',
	module: 'receiveDialog',
	moduleName: 'Dialogs',
	chinese: '对话',
	noun: 'a dialog',
	describedBy: 'dialog',
	isThisKind: (body) => anySent(body, ['tag_max', 'tag_min']) || isList(body.dialog),
	added: {
		english:
			'`intentionHighest`, `intentionLowest`, `lines: [{ seq, speaker, text, nodeName, nodeType, nodeTypeName, intention, intentionDescription, label, pickedHits }]`, `transcript` (all lines as one text), `pickedHits`, `timeBegin`, `timeEnd`',
		chinese:
			'`intentionHighest`、`intentionLowest`、逐句的对话 `lines: [{ seq, speaker, text, nodeName, nodeType, nodeTypeName, intention, intentionDescription, label, pickedHits }]`、`transcript`（全部对话的文本）、`pickedHits`、`timeBegin`、`timeEnd`',
	},
	examples: [{ sent: DIALOG, described: DESCRIBED_DIALOG }],
};
