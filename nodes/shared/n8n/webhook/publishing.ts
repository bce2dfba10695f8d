import type { IHookFunctions } from 'n8n-workflow';
import { configurationBody } from '../../aiCall/configuration';
import { SECRET_PARAMETER } from '../../aiCall/pushSecret';
import { compareRegistration, type Registration } from '../../aiCall/pushes';
import { asFailure, errorText, InputError } from '../../failure';
import { settle } from '../../settle';
import { INTERACTIVE_OPTIONS, createAiCallClient } from '../aiCall/client';
import { collectionOf, splitList } from '../parameters';
import { toNodeError } from '../run/errors';
import { readAddressList } from './ipAllowlist';
import { logFailure } from './log';
import { demandsSecret, hasCredential, pushSecretOf } from './parameters';

/** Activation modes of publishing; the others are a start of n8n and "Listen". */
const PUBLISHING = ['activate', 'create', 'update'];

/**
 * The lifecycle of a webhook whose URL is set only in the platform's console: there is nothing to find, make or delete.
 * @param check runs when the trigger is activated; what it throws stops publishing
 */
export function webhookLifecycle(check: (context: IHookFunctions) => Promise<void>) {
	return {
		async checkExists(this: IHookFunctions): Promise<boolean> {
			return false;
		},
		async create(this: IHookFunctions): Promise<boolean> {
			const checked = await settle(check(this));
			if (checked.status === 'fulfilled') return true;
			const error = toNodeError(this.getNode(), checked.reason, 0);
			const { message, description } = error;
			// n8n shows the message alone, so that the advice stands there too.
			if (description) error.message = `${message}${/[.!?]$/.test(message) ? '' : '.'} ${description}`;
			error.description = undefined;
			throw error;
		},
		async delete(this: IHookFunctions): Promise<boolean> {
			return true;
		},
	};
}

/**
 * Rejects settings that would block every request, and on publishing compares the callback URLs of `modules` on the
 * platform with the URL of the trigger, as the user chose.
 */
export async function checkOnPublishing(context: IHookFunctions, modules: readonly string[]): Promise<void> {
	await checkSenderOptions(context);
	const { registrationCheck = 'log' } = collectionOf(context, 'options');
	if (registrationCheck === 'off' || !PUBLISHING.includes(context.getActivationMode())) return;
	const stop = registrationCheck === 'stop';
	if (!stop && !hasCredential(context)) return;
	const compared = await settle(compareUrls(context, modules));
	const reason: unknown = compared.status === 'rejected' ? compared.reason : compared.value;
	if (reason === undefined) return;
	if (stop) throw reason;
	logFailure(context, asFailure(reason).kind, `: ${compared.status === 'rejected' ? 'The callback URLs of the platform could not be checked. ' : ''}${errorText(reason)}`);
}

async function checkSenderOptions(context: IHookFunctions): Promise<void> {
	const { unreadable } = readAddressList(splitList(collectionOf(context, 'options').allowedIps));
	if (unreadable.length > 0) {
		throw new InputError(
			`Allowed IP Addresses contains entries that are neither an IP address nor a CIDR range: ${unreadable.join(', ')}`,
			'Enter IP addresses like 203.0.113.7 or 2001:db8::7, or CIDR ranges like 203.0.113.0/24.',
		);
	}
	// Read in any case: without its credential the trigger would refuse every push.
	const secret = await pushSecretOf(context);
	if (secret === '' && demandsSecret(context)) {
		throw new InputError('Require Secret is on, but there is no Push Secret: every request would be rejected', 'Choose a credential and enter a Push Secret in it.');
	}
}

/** What is wrong with the callback URLs on the platform, if anything. */
async function compareUrls(context: IHookFunctions, modules: readonly string[]): Promise<InputError | undefined> {
	if (!hasCredential(context)) throw new InputError('A credential is required to check the callback URLs of the platform', 'Choose a credential, or change URL Registration Check.');
	const client = await createAiCallClient(context, INTERACTIVE_OPTIONS);
	const { result } = await client('queryConfiguration', configurationBody('urls'));
	const url = context.getNodeWebhookUrl('default');
	const registrations = compareRegistration(result, modules, url ?? '', await pushSecretOf(context));
	const wrong = registrations.filter(({ state }) => state !== 'here');
	if (wrong.length === 0) return undefined;
	const appended = wrong.some(({ state }) => state === 'wrongSecret') ? `, followed by ?${SECRET_PARAMETER}= and the Push Secret of the credential` : '';
	return new InputError(wrong.map(clause).join('; ').replace(/^t/, 'T'), `Enter ${url ?? 'the Production URL'}${appended} in the platform's console: it cannot be set from n8n.`);
}

function clause({ module, moduleName, state, url = '' }: Registration): string {
	const name = `${moduleName} (${module})`;
	if (state === 'missing') return `the platform has no URL for ${name}`;
	return state === 'wrongSecret' ? `the platform sends ${name} here without the correct secret` : `the platform sends ${name} to ${url}`;
}
