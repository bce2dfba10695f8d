import { DESCRIBED_RECORDING, RECORDING } from '../../engine/callPushes';
import { anySent, type PushPage } from '../pushes';
import { all, object, PUSHED, text, whole } from '../table/responses';

/** Whether this is a number that JavaScript cannot hold exactly. The package reads it as text, so it counts as a URL. */
const isLongNumber = (value: unknown) =>
	typeof value === 'number' &&
	(!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)));

/** Document 2, 6.2. */
export const push: PushPage = {
	chapter: '6.2',
	module: 'receiveVoice',
	moduleName: 'Recordings',
	chinese: '录音',
	noun: 'a recording',
	describedBy: 'url',
	isThisKind: (body) =>
		anySent(body, ['size', 'duration']) ||
		(typeof body.url === 'string' && body.url !== '') ||
		isLongNumber(body.url),
	body: object(
		{ ...PUSHED.always, url: text, ...all(whole, 'size', 'duration') },
		PUSHED.sometimes,
	),
	added: {
		english:
			'`fileName` (the same for each repeat), `durationSeconds`; `fullUrl` if the recording is below Recording Base URL (Options), or if there is none and the platform sent a whole address',
		chinese:
			'`fileName`（重复推送时相同）、`durationSeconds`；录音位于 Options 中的 Recording Base URL 之下，或没有填写而平台发来完整地址时，有 `fullUrl`',
	},
	examples: [{ sent: RECORDING, described: DESCRIBED_RECORDING }],
};
