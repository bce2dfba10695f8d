/** iFLYTEK's console is in Chinese: an error that mentions it links the page that explains it in English. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { IflytekAiCallApi } from '../../credentials/IflytekAiCallApi.credentials';
import { IflytekApi } from '../../credentials/IflytekApi.credentials';
import { Iflytek } from '../../nodes/Iflytek/Iflytek.node';
import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import { IflytekAiCallContextTrigger } from '../../nodes/IflytekAiCallContextTrigger/IflytekAiCallContextTrigger.node';
import { IflytekAiCallTaskTrigger } from '../../nodes/IflytekAiCallTaskTrigger/IflytekAiCallTaskTrigger.node';
import { IflytekAiCallTrigger } from '../../nodes/IflytekAiCallTrigger/IflytekAiCallTrigger.node';
import { CONSOLE as SHIPPED, CONSOLE_GUIDE } from '../../nodes/shared/console';
import { CONSOLE } from '../setup/console';
import { literalsOf, SOURCES } from './sources';

const DEFINED = join('nodes', 'shared', 'console.ts');

/** The texts that the editor and its AI builder show. They need no link: the documentation of the credential has it. */
const panel = JSON.stringify([
	...[
		new Iflytek(),
		new IflytekAiCall(),
		new IflytekAiCallTrigger(),
		new IflytekAiCallContextTrigger(),
		new IflytekAiCallTaskTrigger(),
	].map(({ description }) => description),
	...[new IflytekApi(), new IflytekAiCallApi()].map(({ properties }) => properties),
]);
const isOfPanel = (text: string) => panel.includes(JSON.stringify(text).slice(1, -1));

test('every text that names the console has the link to the guide, except those in the panel', () => {
	const naming = SOURCES.filter((file) => file !== DEFINED).flatMap((file) =>
		literalsOf(file)
			.filter((text) => /\bconsole\b/i.test(text) && !/\/console'?$/.test(text))
			.map((text) => ({ file, text })),
	);
	expect(naming.length).toBeGreaterThan(5);
	expect(naming.filter(({ text }) => !isOfPanel(text))).toEqual([]);
});

test('the link leads to the guide', () => {
	expect(SHIPPED).toBe(CONSOLE);
	expect(CONSOLE).toContain(CONSOLE_GUIDE);
	const [, file = ''] = CONSOLE_GUIDE.split('/blob/main/');
	expect(existsSync(join(__dirname, '../..', file))).toBe(true);
});
