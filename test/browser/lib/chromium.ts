import { chromium, type Browser } from 'playwright-core';

/** Debian's browser. Nothing is downloaded. */
export const CHROMIUM = process.env.IFLYTEK_CHROMIUM ?? '/usr/bin/chromium';

/** A browser with a new, empty profile that can only reach this machine. */
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
