import { randomUUID } from 'node:crypto';
import type { BrowserContext } from 'playwright-core';

import type { Owner } from '../../e2e/lib/rest';

/** What a browser keeps after a sign-in. n8n only accepts the cookie together with the ID in the browser's storage. */
interface Session {
	browserId: string;
	cookie: { name: string; value: string };
}

/** The environment variable that passes the session to the test files, as JSON. */
const SESSION_VARIABLE = 'IFLYTEK_BROWSER_SESSION';

/** Signs in once and passes the session to all test files, because n8n limits the sign-ins per minute. */
export async function publishSession(url: string, owner: Owner): Promise<void> {
	const browserId = randomUUID();
	const answer = await fetch(`${url}/rest/login`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json', 'browser-id': browserId },
		body: JSON.stringify({ emailOrLdapLoginId: owner.email, password: owner.password }),
	});
	const [, name, value] = /^([^=]+)=([^;]*)/.exec(answer.headers.getSetCookie()[0] ?? '') ?? [];
	if (!answer.ok || name === undefined || value === undefined)
		throw new Error(`n8n refused the sign-in with ${answer.status}`);
	const session: Session = { browserId, cookie: { name, value } };
	process.env[SESSION_VARIABLE] = JSON.stringify(session);
}

/** Signs in a new browser window with the session of `publishSession`. */
export async function useSession(context: BrowserContext, url: string): Promise<void> {
	const published = process.env[SESSION_VARIABLE];
	if (published === undefined)
		throw new Error('No sign-in: run these tests with npm run test:browser');
	const { browserId, cookie } = JSON.parse(published) as Session;
	await context.addCookies([{ ...cookie, url }]);
	await context.addInitScript({ content: `localStorage.setItem('n8n-browserId', '${browserId}')` });
}
