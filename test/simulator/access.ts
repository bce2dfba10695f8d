import { DEFAULT_APP_KEY, DEFAULT_APP_SECRET } from './aiCall';
import { demoAccounts, type Simulator } from '.';

/** What a person enters in credentials for the local platform, and how its clock is set, as lines of text. */
export function accessTo({ url, baseUrls }: Pick<Simulator, 'url' | 'baseUrls'>): string {
	const accounts = Object.entries(demoAccounts).map(([appid, services]) => {
		const secret = services.streaming?.apiSecret ?? '';
		const keys = Object.entries(services).map(
			([service, account]) => `${service}: ${account?.apiKey ?? ''}`,
		);
		const distinctKeys = new Set(Object.values(services).map((account) => account?.apiKey));
		const shownKeys = distinctKeys.size === 1 ? (services.text?.apiKey ?? '') : keys.join(', ');
		return `    App ID ${appid}   API key ${shownKeys}   API secret of streaming speech ${secret}`;
	});
	return [
		'  Base addresses for the credentials:',
		`    language analysis ${baseUrls.nlp}`,
		`    handwriting       ${baseUrls.ocr}`,
		`    images            ${baseUrls.vision}`,
		`    speech, violence  ${baseUrls.api}`,
		`    streaming speech  ${baseUrls.streaming}`,
		`    AI call           ${baseUrls.call}`,
		'  Accounts (one key for all; a key per service; nothing enabled; address not on the whitelist; AI call):',
		...accounts,
		`    AI call: app key ${DEFAULT_APP_KEY}   app secret ${DEFAULT_APP_SECRET}`,
		'  At night its tasks wait for their calling times. This sets its clock to 10:00 in China:',
		`    curl --json '{"timeOfDay":"10:00"}' ${url}/_control/aicall/clock`,
	].join('\n');
}
