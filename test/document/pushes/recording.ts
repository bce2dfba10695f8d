import { DESCRIBED_RECORDING, RECORDING } from '../../engine/callPushes';
import { anySent, type PushPage } from '../pushes';

/** Whether JavaScript cannot hold this number exactly. The package reads such a number as text, so it can be a URL. */
const isLong = (value: unknown) =>
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
		isLong(body.url),
	added: {
		english: '`durationSeconds`; `fullUrl` if Recording Base URL is set under Options',
		chinese: '`durationSeconds`；在 Options 中填写 Recording Base URL 后有 `fullUrl`',
	},
	examples: [{ sent: RECORDING, described: DESCRIBED_RECORDING }],
};
