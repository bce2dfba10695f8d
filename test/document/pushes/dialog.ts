import { DESCRIBED_DIALOG, DIALOG } from '../../engine/callPushes';
import type { PushPage } from '../pushes';

/** Document 2, 6.3. */
export const push: PushPage = {
	module: 'receiveDialog',
	moduleName: 'Dialogs',
	chinese: '对话',
	added: {
		english:
			'`intentionHighest`, `intentionLowest`, `lines: [{ seq, speaker, text, nodeName, nodeType, nodeTypeName, intention, intentionDescription, label, pickedHits }]`, `transcript` (all lines as one text), `pickedHits`, `timeBegin`, `timeEnd`',
		chinese:
			'`intentionHighest`、`intentionLowest`、逐句的对话 `lines: [{ seq, speaker, text, nodeName, nodeType, nodeTypeName, intention, intentionDescription, label, pickedHits }]`、`transcript`（全部对话的文本）、`pickedHits`、`timeBegin`、`timeEnd`',
	},
	examples: [{ sent: DIALOG, described: DESCRIBED_DIALOG }],
};
