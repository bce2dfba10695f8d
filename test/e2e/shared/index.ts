import { readFrom } from '../lib/n8nProcess';
import { RestClient, type Owner, type Session } from '../lib/rest';

/** What the test files know about the n8n of this run. */
interface Published {
	url: string;
	version: string;
	dataFolder: string;
	logFile: string;
	tarball: string;
	owner: Owner;
	session: Session;
}

const VARIABLE = 'IFLYTEK_E2E_SHARED_N8N';

/** Tells the test files about the shared n8n. They read it from the environment, because jest loads them separately. */
export function publish(shared: Published): void {
	process.env[VARIABLE] = JSON.stringify(shared);
}

/** The n8n of this run, with a signed-in client. Tests may only add workflows and credentials, and change nothing else. */
export function sharedN8n(): Published & { rest: RestClient; readLog: () => Promise<string> } {
	const published = process.env[VARIABLE];
	if (published === undefined)
		throw new Error('No shared n8n: run these tests with npm run test:e2e');
	const shared = JSON.parse(published) as Published;
	// All files share one sign-in, because n8n limits the number of sign-ins within some minutes.
	const rest = new RestClient(shared.url, shared.session);
	return { ...shared, rest, readLog: async () => await readFrom(shared.logFile) };
}
