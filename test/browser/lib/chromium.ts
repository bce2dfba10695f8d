import { chromium, type Browser } from 'playwright-core';

/** The path of the browser, by default that of Debian's package. */
export const CHROMIUM = process.env.IFLYTEK_CHROMIUM ?? '/usr/bin/chromium';

/** The environment variable that writes pictures to docs/images. */
export const TAKE_PICTURES = 'IFLYTEK_TAKE_PICTURES';

/** Starts a browser with an empty profile. It can only reach this machine. */
export async function launchChromium(): Promise<Browser> {
	return await chromium.launch({
		executablePath: CHROMIUM,
		headless: true,
		args: [
			'--headless',
			'--no-sandbox',
			'--disable-gpu',
			'--disable-quic',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
			'--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
		],
	});
}
