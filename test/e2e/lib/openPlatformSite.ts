import { startSimulator, type Simulator } from '../../simulator';
import { sharedN8n } from '../shared';
import { localCredentials, storeCredentials } from './platform';
import type { RestClient, StoredCredential } from './rest';

/** What tests of the iFLYTEK node need. */
export interface OpenPlatformSite {
	rest: RestClient;
	/** Everything that n8n has written. */
	readLog: () => Promise<string>;
	simulator: Simulator;
	/** The credential for the local platform, and its fields: the keys and the URLs. */
	credential: StoredCredential;
	data: Record<string, unknown>;
}

/** Starts the local platform, and stores its credential in the shared n8n. */
export async function openPlatformSite(): Promise<OpenPlatformSite> {
	const { rest, readLog } = sharedN8n();
	const simulator = await startSimulator();
	const contents = localCredentials(simulator);
	const { iflytekApi: credential } = await storeCredentials(rest, contents);
	if (!credential || !contents.iflytekApi) throw new Error('No credential for the local platform');
	return { rest, readLog, simulator, credential, data: contents.iflytekApi.data };
}
