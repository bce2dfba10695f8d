import { DESCRIBED_RECORDING, RECORDING } from '../../engine/callPushes';
import type { PushPage } from '../pushes';

/** Document 2, 6.2. */
export const push: PushPage = {
	module: 'receiveVoice',
	moduleName: 'Recordings',
	chinese: '录音',
	added: {
		english: '`durationSeconds`; `fullUrl` if Recording Base URL is set under Options',
		chinese: '`durationSeconds`；在 Options 中填写 Recording Base URL 后有 `fullUrl`',
	},
	examples: [{ sent: RECORDING, described: DESCRIBED_RECORDING }],
};
