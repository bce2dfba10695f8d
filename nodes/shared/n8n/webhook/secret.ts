import type { ICredentialDataDecryptedObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { AI_CALL_CREDENTIAL } from '../aiCall/client';

type TriggerContext = IWebhookFunctions | IHookFunctions;

/** Whether a credential is selected: it is optional on triggers, and n8n throws if a missing one is read. */
export function hasCredential(context: TriggerContext): boolean {
	return context.getNode().credentials?.[AI_CALL_CREDENTIAL] !== undefined;
}

/** The Push Secret of the credential; empty if there is none. */
export async function pushSecretOf(context: TriggerContext): Promise<string> {
	if (!hasCredential(context)) return '';
	return pushSecretIn(await context.getCredentials(AI_CALL_CREDENTIAL));
}

/** The Push Secret in the data of a credential; empty if there is none. */
export function pushSecretIn({ pushSecret }: ICredentialDataDecryptedObject): string {
	return typeof pushSecret === 'string' ? pushSecret.trim() : '';
}
