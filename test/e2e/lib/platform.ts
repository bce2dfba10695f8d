import { demoAccounts, startSimulator, USUAL_PORT, type Simulator } from '../../simulator';
import { DEFAULT_APP_KEY, DEFAULT_APP_SECRET } from '../../simulator/aiCall';
import { isPortFree } from './ports';
import type { RestClient, StoredCredential } from './rest';

/**
 * Starts the local platform on the same port as at the last start, so that its old URLs still work. If the port is taken,
 * starts it on a free port, and reports that.
 */
export async function startUsualPlatform(
	report: (text: string) => void,
	port = USUAL_PORT,
): Promise<Simulator> {
	if (await isPortFree(port)) return await startSimulator({ port });
	const simulator = await startSimulator();
	report(
		`Port ${port} of the local platform is taken by another program, perhaps by another local platform. This time it listens at ${simulator.url}: the credentials imported here use it, URLs from an earlier start do not work.`,
	);
	return simulator;
}

export interface CredentialContent {
	name: string;
	data: Record<string, unknown>;
}

/** The demo application that has the same key for every service. */
const DEMO_APP = '5a1c0de1';

/** Credentials that the local platform accepts, by type. */
export function localCredentials({
	baseUrls,
}: Pick<Simulator, 'baseUrls'>): Record<string, CredentialContent> {
	return {
		iflytekApi: {
			name: 'iFLYTEK on the local platform',
			data: {
				appId: DEMO_APP,
				apiKey: demoAccounts[DEMO_APP]?.handwriting?.apiKey,
				apiSecret: demoAccounts[DEMO_APP]?.streaming?.apiSecret,
				testService: 'handwriting',
				advanced: true,
				nlpBaseUrl: baseUrls.nlp,
				ocrBaseUrl: baseUrls.ocr,
				visionBaseUrl: baseUrls.vision,
				apiBaseUrl: baseUrls.api,
				streamingBaseUrl: baseUrls.streaming,
			},
		},
		iflytekAiCallApi: {
			name: 'iFLYTEK AI Call on the local platform',
			data: { appKey: DEFAULT_APP_KEY, appSecret: DEFAULT_APP_SECRET, baseUrl: baseUrls.call },
		},
	};
}

/**
 * Stores these credentials in n8n, or updates those with the same name. Skips types that n8n does not know. Returns the stored
 * credentials by type.
 */
export async function storeCredentials(
	rest: RestClient,
	contents: Record<string, CredentialContent>,
): Promise<Record<string, StoredCredential>> {
	const types = await rest.credentialTypes();
	const earlier = await rest.credentials();
	const stored: Record<string, StoredCredential> = {};
	for (const [type, { name, data }] of Object.entries(contents)) {
		if (!types.includes(type)) continue;
		const existing = earlier.find(
			(credential) => credential.type === type && credential.name === name,
		);
		if (existing) await rest.updateCredential(existing.id, type, name, data);
		stored[type] = existing ?? (await rest.createCredential(type, name, data));
	}
	return stored;
}
