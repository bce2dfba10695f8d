import type { IHookFunctions, INodeProperties, IWebhookFunctions } from 'n8n-workflow';
import { isRecord, textOf, type JsonRecord } from '../../values';
import { isOff } from '../parameters/coerce';

/** Parameters that both call triggers share, and how triggers read theirs. */

export const requireSecret: INodeProperties = {
	displayName: 'Require Secret',
	name: 'requireSecret',
	type: 'boolean',
	default: false,
	description:
		'Whether to refuse all requests while no credential with a Push Secret is chosen. With such a credential the secret is always required, as <code>?secret=…</code> at the end of the URL.',
};

/** Entries of an Options collection: who else may call, and the comparison of the registered URL. */
export const senderOptions: INodeProperties[] = [
	{
		displayName: 'Allowed Application IDs',
		name: 'appIds',
		type: 'string',
		default: '',
		placeholder: 'e.g. 4207, 4208',
		description: 'Comma-separated IDs of the applications to take (API: app_id). Looked at only where one was sent: real pushes may lack it. Empty takes all.',
	},
	{
		displayName: 'Allowed Enterprise IDs',
		name: 'businessIds',
		type: 'string',
		default: '',
		placeholder: 'e.g. 3186',
		description: 'Comma-separated IDs of the enterprises to take (API: business_id). Looked at only where one was sent. Empty takes all.',
	},
	{
		displayName: 'Allowed IP Addresses',
		name: 'allowedIps',
		type: 'string',
		default: '',
		placeholder: 'e.g. 203.0.113.7, 198.51.100.0/24',
		description:
			'Comma-separated addresses or networks (CIDR) from which requests are taken. Behind a reverse proxy, set N8N_PROXY_HOPS so that n8n sees the caller and not the proxy. Empty takes all.',
	},
	{
		displayName: 'URL Registration Check',
		name: 'registrationCheck',
		type: 'options',
		default: 'log',
		description:
			'What to do on publishing when the platform sends to another URL than this trigger\'s. Needs a credential: the URLs that the platform has are read with it. They can only be changed in the platform\'s console.',
		options: [
			{ name: 'Do Not Check', value: 'off', description: 'The platform is not asked' },
			{ name: 'Stop Publishing', value: 'stop', description: 'The workflow is not published, and the error says which callback points elsewhere' },
			{ name: 'Write to the Log', value: 'log', description: 'The workflow is published, and n8n\'s log says which callback points elsewhere' },
		],
	},
];

type TriggerContext = IWebhookFunctions | IHookFunctions;

/** A collection parameter; empty where nothing was added. */
export function collectionOf(context: TriggerContext, name: string): JsonRecord {
	const value: unknown = context.getNodeParameter(name, {});
	return isRecord(value) ? value : {};
}

/** Whether the user asks for a secret. An expression that gives neither yes nor no counts as yes, to be safe. */
export function demandsSecret(context: TriggerContext): boolean {
	return !isOff(context.getNodeParameter('requireSecret', false));
}

/** The entries of a list that is written with commas (or given as one by an expression). */
export function entriesOf(value: unknown): string[] {
	const entries = Array.isArray(value) ? value.map((entry) => textOf(entry) ?? '') : (textOf(value) ?? '').split(/[,，;；\n]/);
	return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}
