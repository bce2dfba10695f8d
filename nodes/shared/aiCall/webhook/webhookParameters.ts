import type {
	IHookFunctions,
	INodeProperties,
	INodeTypeDescription,
	IWebhookFunctions,
} from 'n8n-workflow';
import { pushSecretIn } from '../configuration/pushSecret';
import { AI_CALL_CREDENTIAL } from '../transport/aiCallClient';
import { isOff } from '../../n8n/parameters/coerce';
import { noticeField, switchField, textField } from '../../n8n/parameters/properties';

/**
 * Texts and parameters that the webhook triggers share, and how they are read. The URL of these
 * triggers is set only in the iFLYTEK console.
 */

/** @param modules the modules of the console for the URL */
export function urlNotice(modules: string, more = ''): INodeProperties {
	const text = `In the iFLYTEK console, enter the Production URL of this node (under Webhook URLs) for ${modules}. To test, enter the Test URL there before you click Execute step: n8n covers the URLs while it listens.${more}`;
	return noticeField(text, 'urlNotice');
}

/**
 * @param event what the platform sends: a push or a request
 * @param howToTest what to do while n8n listens at the Test URL
 */
export function triggerPanel(
	header: string,
	event: string,
	howToTest: string,
): INodeTypeDescription['triggerPanel'] {
	const test = `<b>To test</b>, copy the Test URL, then click Execute step. ${howToTest}, or send a sample to the Test URL with any HTTP client. Each test run captures one ${event}.<br /><br />`;
	return {
		header,
		executionsHelp: {
			inactive: `${test}<b>Once it works</b>, publish the workflow. From then on, each ${event} starts an execution, which you can find in the executions list.`,
			active: `${test}<b>Your workflow is published.</b> Each ${event} starts an execution, which you can find in the executions list.`,
		},
		activationHint: 'The Production URL works once the workflow is published.',
	};
}

export const requireSecret = switchField(
	'Require Secret',
	'requireSecret',
	'Whether to reject all requests unless a credential with a Push Secret is selected. With such a credential, <code>?secret=…</code> at the end of the URL is always required.',
);

/** What publishing does if the callback URL on the platform is not that of the trigger. */
export const REGISTRATION_CHECK = {
	displayName: 'URL Registration Check',
	name: 'registrationCheck',
	type: 'options',
	default: 'stopIfOther',
	description:
		'What to do on publishing if the callback URL in the iFLYTEK console is not the URL of this trigger. Requires a credential.',
	options: [
		{ name: 'Do Not Check', value: 'off', description: 'Do not compare the URLs' },
		{
			name: 'Stop If There Is Another URL',
			value: 'stopIfOther',
			description: 'Fail publishing and name the other URL; write to the log if there is none',
		},
		{
			name: 'Stop Publishing',
			value: 'stop',
			description: 'Fail publishing if there is another URL, or none',
		},
		{
			name: 'Write to the Log',
			value: 'log',
			description: 'Publish, and log the mismatched callbacks',
		},
	],
} satisfies INodeProperties;

/** Options: allowed senders, and the check of the registered URL. */
export const senderOptions: INodeProperties[] = [
	textField(
		'Allowed Application IDs',
		'appIds',
		'Application IDs to accept, comma-separated. Only checked if the request includes app_id. Leave empty to accept all.',
		{ placeholder: 'e.g. 4207, 4208' },
	),
	textField(
		'Allowed Enterprise IDs',
		'businessIds',
		'Enterprise IDs to accept, comma-separated. Only checked if the request includes business_id. Leave empty to accept all.',
		{ placeholder: 'e.g. 3186' },
	),
	textField(
		'Allowed IP Addresses',
		'allowedIps',
		'IP addresses or CIDR ranges to accept, comma-separated. Behind a reverse proxy, set N8N_PROXY_HOPS so n8n sees the IP address of the client. Leave empty to accept all.',
		{ placeholder: 'e.g. 203.0.113.7, 198.51.100.0/24' },
	),
	REGISTRATION_CHECK,
];

/**
 * Whether a secret is required. If an expression returns neither true nor false, a secret is
 * required, to be safe.
 */
export function demandsSecret(context: IWebhookFunctions | IHookFunctions): boolean {
	return !isOff(context.getNodeParameter('requireSecret', false));
}

/**
 * Whether a credential is selected. Triggers do not require one, but n8n throws when a credential
 * is read that was not selected.
 */
export function hasCredential(context: IWebhookFunctions | IHookFunctions): boolean {
	return context.getNode().credentials?.[AI_CALL_CREDENTIAL] !== undefined;
}

/**
 * The Push Secret of the credential; empty if there is no credential or no secret.
 * @throws InputError for a secret that is neither text nor a number
 */
export async function readPushSecret(context: IWebhookFunctions | IHookFunctions): Promise<string> {
	if (!hasCredential(context)) return '';
	return pushSecretIn(await context.getCredentials(AI_CALL_CREDENTIAL));
}
