import { demoAccounts } from '../../simulator/openPlatform/accounts';

/** The demo application that has the same key for every service. */
const APP_ID = '5a1c0de1';

/** App ID and key that the local platform accepts. */
export const account = {
	appId: APP_ID,
	apiKey: demoAccounts[APP_ID]?.text?.apiKey ?? '',
	apiSecret: demoAccounts[APP_ID]?.streaming?.apiSecret ?? '',
};

/** The data of a credential for the local platform at this address. */
export function credentialAt(url: string) {
	const base = (name: string) => `${url}/${name}`;
	return {
		...account,
		testService: 'text',
		nlpBaseUrl: base('nlp'),
		ocrBaseUrl: base('ocr'),
		visionBaseUrl: base('vision'),
		apiBaseUrl: base('api'),
		streamingBaseUrl: base('streaming').replace(/^http/, 'ws'),
	};
}
