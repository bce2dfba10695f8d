/** iFLYTEK's console is in Chinese. Each error that mentions the console has a link to the guide that explains it in English. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { IflytekAiCallApi } from '../../credentials/IflytekAiCallApi.credentials';
import { IflytekApi } from '../../credentials/IflytekApi.credentials';
import { Iflytek } from '../../nodes/Iflytek/Iflytek.node';
import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import { IflytekAiCallContextTrigger } from '../../nodes/IflytekAiCallContextTrigger/IflytekAiCallContextTrigger.node';
import { IflytekAiCallTaskTrigger } from '../../nodes/IflytekAiCallTaskTrigger/IflytekAiCallTaskTrigger.node';
import { IflytekAiCallTrigger } from '../../nodes/IflytekAiCallTrigger/IflytekAiCallTrigger.node';
import { CONSOLE as CONSOLE_OF_NODES, CONSOLE_GUIDE } from '../../nodes/shared/console';
import { CONSOLE } from '../setup/console';
import { literalsOf, SOURCES } from './sources';

/** The file that defines the text with the link. */
const DEFINED_IN = join('nodes', 'shared', 'console.ts');

/** The texts that the editor and its AI builder show. They need no link: the documentation of the credential has it. */
const panelTexts = JSON.stringify([
	...[
		new Iflytek(),
		new IflytekAiCall(),
		new IflytekAiCallTrigger(),
		new IflytekAiCallContextTrigger(),
		new IflytekAiCallTaskTrigger(),
	].map(({ description }) => description),
	...[new IflytekApi(), new IflytekAiCallApi()].map(({ properties }) => properties),
]);
/** Whether the panel shows a text, which is compared as JSON without the quotation marks around it. */
const isOfPanel = (text: string) => panelTexts.includes(JSON.stringify(text).slice(1, -1));

test('a text outside the panel names the console only by `CONSOLE`, which has the link to the guide', () => {
	// The paths of imports are left out.
	const textsWithConsole = SOURCES.filter((file) => file !== DEFINED_IN).flatMap((file) =>
		literalsOf(file)
			.filter((text) => /\bconsole\b/i.test(text) && !/\/console'?$/.test(text))
			.map((text) => ({ file, text })),
	);
	expect(textsWithConsole.length).toBeGreaterThan(5);
	expect(textsWithConsole.filter(({ text }) => !isOfPanel(text))).toEqual([]);
});

test('the link leads to the guide', () => {
	expect(CONSOLE_OF_NODES).toBe(CONSOLE);
	expect(CONSOLE).toContain(CONSOLE_GUIDE);
	const [, file = ''] = CONSOLE_GUIDE.split('/blob/main/');
	expect(existsSync(join(__dirname, '../..', file))).toBe(true);
});
