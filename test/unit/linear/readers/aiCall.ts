/** What the telephone platform sends: pushes, requests for context, and answers. */
import { checkColumns, uniqueColumnNames } from '../../../../nodes/shared/aiCall/rows/columns';
import { columnsOfFields, panelNames } from '../../../../nodes/shared/aiCall/rows/mapperColumns';
import { inputFields, proposeMapping } from '../../../../nodes/shared/aiCall/rows/mappingProposal';
import { codeAdvice, codeMeaning } from '../../../../nodes/shared/aiCall/protocol/aiCallCodes';
import {
	configurationEntries,
	findRobot,
	isUsableRobot,
	readModule,
	robotColumns,
	simplifyConfiguration,
} from '../../../../nodes/shared/aiCall/configuration/configuration';
import { usableFirst } from '../../../../nodes/IflytekAiCall/methods/listSearch';
import {
	contextResponse,
	fallbackResponse,
	readContextRequest,
} from '../../../../nodes/shared/aiCall/pushes/callContext';
import { normalizeBaseUrl } from '../../../../nodes/shared/aiCall/protocol/apiMethods';
import { readResponse } from '../../../../nodes/shared/aiCall/protocol/aiCallEnvelope';
import { redact, redactAddresses } from '../../../../nodes/shared/redact';
import { RefusalError } from '../../../../nodes/shared/aiCall/protocol/aiCallErrors';
import { PushMemory } from '../../../../nodes/shared/aiCall/pushes/pushMemory';
import { compareRegistration } from '../../../../nodes/shared/aiCall/configuration/callbackUrls';
import {
	carriesSecret,
	checkPushSecret,
	secretMatches,
} from '../../../../nodes/shared/aiCall/configuration/pushSecret';
import { forbiddenField } from '../../../../nodes/shared/aiCall/webhook/admission';
import {
	readPush,
	readPushFields,
	type PushReading,
} from '../../../../nodes/shared/aiCall/pushes/readPush';
import { describePush } from '../../../../nodes/shared/aiCall/pushes/describe';
import { passes, type PushFilter } from '../../../../nodes/shared/aiCall/pushes/filter';
import { acceptedIds } from '../../../../nodes/shared/aiCall/protocol/rowRequests';
import { createdTaskId } from '../../../../nodes/shared/aiCall/tasks/taskCreation';
import {
	collectTasks,
	findTask,
	readTaskPage,
} from '../../../../nodes/shared/aiCall/tasks/taskQuery';
import { readableTask, simplifyTask } from '../../../../nodes/shared/aiCall/tasks/readableTask';
import { isoTime, readAllPeriods, readPeriods } from '../../../../nodes/shared/aiCall/time/times';
import { readToken, unpackToken } from '../../../../nodes/shared/aiCall/protocol/storedToken';
import type { JsonRecord } from '../../../../nodes/shared/values';
import { ofJson, ofTexts, ofValues, type Reader } from '../shapes';

const FILTER: PushFilter = {
	kinds: ['callRecord', 'dialog'],
	robotIds: ['1'],
	taskIds: ['2'],
	direction: '1',
	result: 'answered',
	intentions: ['A'],
};
const SOURCE = { appKey: 'k', appSecret: 's', baseUrl: 'https://callapi.xfyun.cn' };
const OWN_URL = 'https://n8n.example/webhook/7e57/iflytek-ai-call';

/** Processes a push as the call trigger does. */
function processPush(reading: PushReading): void {
	if (!reading.ok) return;
	passes(reading.push, FILTER);
	forbiddenField(reading.push.fields, { businessIds: ['1'], appIds: ['2'] });
	describePush(reading.push, { recordingBaseUrl: 'https://recordings.example/' });
	const memory = new PushMemory();
	memory.begin(reading.push.eventId);
	memory.stored(reading.push.eventId);
}

const processBody = (body: string) => processPush(readPush(body));

const processFields = (fields: JsonRecord) =>
	processPush(readPushFields({ call_uuid: 'u', ...fields }));

// Entries of lists, as JSON.
const dialogLine = (index: number) =>
	`{"seq":"${index}","role":"customer","text_man":"是","hits":[{"hit":"a","pick":true}]}`;
const robot = (index: number) =>
	`{"robot_id":${index},"robot_name":"a","status":"4","call_column":["a","a"]}`;
const task = (index: number) =>
	`{"task_id":${index},"status":"1","time_range":"[\\"09:00:00-12:00:00\\"]","intention_push":"{}"}`;

const pushes: Reader[] = [
	ofJson('push: body', processBody),
	ofTexts('push: bytes', processBody, {
		frames: [
			['{"call_uuid":"u","caller":"', '"}'],
			['{"call_uuid":', '}'],
		],
	}),
	ofValues('push: fields', (value) => processFields(Object(value) as JsonRecord)),
	ofValues('push: task_row_head', (value) => processFields({ caller: '1', task_row_head: value })),
	ofJson('push: task_row_head as text', (json) =>
		processFields({ caller: '1', task_row_head: json }),
	),
	ofValues('push: task_row_value', (value) =>
		processFields({ caller: '1', task_row_value: value }),
	),
	ofValues('push: head and value', (value) =>
		processFields({ caller: '1', task_row_head: value, task_row_value: value }),
	),
	ofValues('push: numbers and times', (value) =>
		processFields({
			caller: '1',
			direction: value,
			time_dial: value,
			task_result: value,
			duration_call: value,
			time_answer: value,
		}),
	),
	ofValues('push: dialog', (value) => processFields({ dialog: value }), { entries: [dialogLine] }),
	ofJson('push: dialog as text', (json) => processFields({ dialog: json })),
	ofValues(
		'push: hits',
		(value) => processFields({ dialog: [{ role: 'robot', hits: value }], tag_max: value }),
		{ entries: [() => '{"hit":"a","pick":true}'] },
	),
	ofValues('push: recording', (value) =>
		processFields({ call_uuid: value, url: value, size: value, duration: value }),
	),
	ofTexts(
		'push: texts',
		(text) => [
			processFields({ url: text, duration: text }),
			processFields({
				caller: text,
				direction: text,
				time_dial: text,
				task_row_head: text,
				robot_id: text,
			}),
			processFields({ dialog: text, tag_max: text }),
		],
		{
			frames: [
				['[', ']'],
				['{', '}'],
			],
			size: 500,
		},
	),
];

const requests: Reader[] = [
	ofJson('context request: body', readContextRequest),
	ofTexts('context request: bytes', readContextRequest),
	ofTexts('context fallback', fallbackResponse),
	ofValues('context answer', contextResponse),
	ofValues('context answer: value', (value) => contextResponse({ name: value })),
	ofTexts('secret in a URL', (address) => carriesSecret('s', address), {
		frames: [
			['/webhook?', '\n!'],
			['?secret=', '&'],
		],
		pieces: ['&secret=', 'secret=', '%41', '%', '&a=b', '??'],
	}),
	ofTexts('secret', (secret) => [secretMatches('s', secret), checkPushSecret(secret)]),
];

const answers: Reader[] = [
	ofJson('answer: envelope', (json) => readResponse('placeCalls', json)),
	ofTexts('answer: bytes', (text) => readResponse('placeCalls', text), {
		frames: [
			['{"code":', '}'],
			['<', '>'],
		],
	}),
	ofTexts(
		'answer: refusal',
		(text) => [
			redact(text, ['aa', '1', ' ']),
			redactAddresses([text]),
			new RefusalError('placeCalls', text, text),
		],
		{ pieces: ['?token=', '&token=', '&secret=', 'aa1'] },
	),
	ofTexts('answer: code', (code) => [codeMeaning(code), codeAdvice(code)], {
		frames: [['-', 'x']],
	}),
	ofValues(
		'answer: scripts',
		(value) => {
			const result = { robots: value };
			usableFirst(configurationEntries(result, 'scripts'), isUsableRobot);
			findRobot(result, 'none');
			simplifyConfiguration(result);
		},
		{ entries: [(index) => `{"robot_id":${index}}`, robot] },
	),
	ofValues(
		'answer: lines, URLs, voices',
		(value) => simplifyConfiguration({ lines: value, urls: value, voices: value }),
		{
			entries: [
				() => '{"status":0}',
				() => '{"time_work":["09:00:00-12:00:00"],"time_expire":-1,"status":0}',
			],
		},
	),
	ofValues('answer: fields of a script and a line', (value) =>
		simplifyConfiguration({
			robots: [{ call_column: value, status: value }],
			lines: [{ time_work: value, time_expire: value }],
		}),
	),
	ofValues('answer: columns of a script', (value) => {
		const columns = checkColumns(robotColumns({ call_column: value }));
		const shown = panelNames(columns, false);
		const fields = uniqueColumnNames(columns).map((id, index) => ({
			id,
			displayName: shown[index] ?? id,
		}));
		columnsOfFields(fields);
		proposeMapping(columns, inputFields([{ mobile: '13800000000', name: '' }]));
	}),
	ofValues(
		'answer: tasks',
		async (value) => {
			const page = readTaskPage({ total_rows: 1, rows: value });
			page.rows.map((task) => simplifyTask(task));
			findTask(page, 'none');
			await collectTasks(async () => page);
		},
		{ entries: [(index) => `{"task_id":${index}}`, task] },
	),
	ofValues('answer: fields of a task', (value) =>
		readableTask({ time_range: value, status: value, time_task_start: value }),
	),
	ofJson('answer: fields of a task as text', (json) =>
		readableTask({ time_range: json, intention_push: json }),
	),
	ofValues(
		'answer: ids of accepted rows',
		(value) => acceptedIds({ total: 3, task_data_ids: value }, 3),
		{ entries: [(index) => `"${index}"`] },
	),
	ofValues('answer: id of a task', (value) => createdTaskId({ task_id: value })),
	ofValues('answer: token', (value) => readToken({ token: value, time_expire: value }, 0)),
	ofTexts('stored token', (stored) => unpackToken(stored, SOURCE), {
		frames: [['{"token":"', '"}']],
	}),
	ofValues(
		'answer: registered URLs',
		(value) =>
			compareRegistration({ urls: value }, ['receiveVoice', 'receiveDialog'], OWN_URL, 's'),
		{ entries: [(index) => `{"url_module":"receiveVoice","url":"https://a.example/${index}"}`] },
	),
	ofTexts(
		'answer: a registered URL',
		(url) =>
			compareRegistration(
				{ urls: [{ url_module: 'receiveVoice', url }] },
				['receiveVoice'],
				url,
				's',
			),
		{
			frames: [
				['https://n8n.example/', '\nx'],
				['https://n8n.example/?', '\nx'],
				['no address', 'x'],
			],
			pieces: ['&secret=', '//', '/a', '/../'],
		},
	),
	ofTexts(
		'answer: times and periods',
		(time) => [isoTime(time), readPeriods([time]), readAllPeriods(time)],
		{
			frames: [
				['09:00:00', '12:00:00'],
				['09:00:00-12:00:00', 'x'],
			],
			pieces: ['09:00-12:00;', '09:00:00-', '0x', '1e'],
		},
	),
	ofTexts('answer: module of a URL', readModule, { pieces: ['|', 'a|'] }),
	ofTexts('base address', normalizeBaseUrl, {
		frames: [
			['https://a.example', 'x'],
			['https://', ''],
		],
		pieces: ['//', '/a', '/./', '%2F'],
	}),
];

export const aiCall: Reader[] = [...pushes, ...requests, ...answers];
