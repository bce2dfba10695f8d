import type { ICredentialDataDecryptedObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { AI_CALL_CREDENTIAL } from '../aiCall/client';

type TriggerContext = IWebhookFunctions | IHookFunctions;

/** Whether the user chose a credential, which is optional on the triggers: n8n throws when one that is not set is read. */
export function hasCredential(context: TriggerContext): boolean {
	return context.getNode().credentials?.[AI_CALL_CREDENTIAL] !== undefined;
}

/** The Push Secret of the credential; empty where there is no credential or no secret in it. */
export async function pushSecretOf(context: TriggerContext): Promise<string> {
	if (!hasCredential(context)) return '';
	return pushSecretIn(await context.getCredentials(AI_CALL_CREDENTIAL));
}

/** The Push Secret among a credential's data; empty where there is none. */
export function pushSecretIn({ pushSecret }: ICredentialDataDecryptedObject): string {
	return typeof pushSecret === 'string' ? pushSecret.trim() : '';
}
