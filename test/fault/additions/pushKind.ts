import type { Addition, Check } from './copy';

/** A push that says why a call was hung up, with an ID of its own. */
export const PUSH_KIND = {
	'its file': {
		file: 'nodes/shared/aiCall/pushes/hangup.ts',
		text: `import type { JsonRecord } from '../../values';
import { isSent } from '../platformFields';

export const hangup = {
	kind: 'hangup',
	module: 'receiveHangup',
	moduleName: 'Hangups',
	name: 'Call Hung Up',
	description: 'Why a call was hung up',
	noun: 'a hangup',
	describedBy: 'hangup_reason',
	rank: 5,
	matches: ({ hangup_reason }: JsonRecord) => isSent(hangup_reason),
	details: (): JsonRecord => ({}),
	first: ['hangup_reason'],
	replaces: {},
} as const;
`,
	},
	'its line in kinds.ts': {
		file: 'nodes/shared/aiCall/pushes/kinds.ts',
		behind: [
			["import { dialog } from './dialog';", " import { hangup } from './hangup';"],
			['[callRecord, recording, dialog', ', hangup'],
		],
	},
	'its ID in lossless.ts': {
		file: 'nodes/shared/lossless.ts',
		behind: [["'content_id',", " 'hangup_id',"]],
	},
	'its ID in describe.ts': {
		file: 'nodes/shared/aiCall/pushes/describe.ts',
		behind: [["'eventId',", " 'hangup_id',"]],
	},
	'its name in test/document/table/editor.ts': {
		file: 'test/document/table/editor.ts',
		behind: [['"dialog":"Dialog Transcript"', ',"hangup":"Call Hung Up"']],
	},
	'its text in choices.ts': {
		file: 'test/document/table/choices.ts',
		behind: [
			[
				'dialog: /intention level.*\\(receiveDialog\\)/,',
				' hangup: /hung up.*\\(receiveHangup\\)/,',
			],
		],
	},
	'its page': {
		file: 'test/document/pushes/hangup.ts',
		text: `import { anySent, type PushPage } from '../pushes';
import { all, object, PUSHED, text, textOrNumber } from '../table/responses';

/** Document 2, 6.4. */
export const push: PushPage = {
	chapter: '6.4',
	module: 'receiveHangup',
	moduleName: 'Hangups',
	chinese: '挂断',
	noun: 'a hangup',
	describedBy: 'hangup_reason',
	isThisKind: (body) => anySent(body, ['hangup_reason']),
	body: object(
		{ ...PUSHED.always, hangup_id: textOrNumber, ...all(text, 'hangup_reason', 'hangup_by') },
		PUSHED.sometimes,
	),
	added: { english: 'nothing', chinese: '无' },
	examples: [
		{
			sent: { call_uuid: 'c-1', hangup_id: '84', hangup_reason: 'busy', hangup_by: 'line' },
			described: {
				hangup_reason: 'busy',
				event: 'hangup',
				hangup_by: 'line',
				call_uuid: 'c-1',
				eventId: 'c-1:hangup',
				hangup_id: '84',
			},
		},
	],
};
`,
	},
} as const satisfies Addition;

export const PUSH_KIND_CHECK: Check = {
	scripts: ['schemas', 'docs'],
	written: ['nodes/IflytekAiCallTrigger/__schema__/v1.0.0/output.json'],
	tests: [
		'test/document',
		'test/engine/callTrigger',
		'test/engine/outputSchemas',
		'test/unit/aiCall',
		'test/unit/docs',
		'test/unit/(?:actionLabels|builderHints|listing|package|panelTexts).test',
	],
	// The reference is as long as it may be, and pictures of the trigger are taken anew.
	names: '^(?!.*(?:has at most 4,500 words|no picture is older))',
};

/** What notices a step that is left out. */
export const PUSH_KIND_NOTICED: Check = {
	tests: [
		'test/document/ids.test',
		'test/document/pushes.test',
		'test/document/fields.test',
		'test/unit/panelTexts.test',
	],
	names: 'hangup|kinds.ts|iflytekAiCallTrigger|each choice has the text',
};
