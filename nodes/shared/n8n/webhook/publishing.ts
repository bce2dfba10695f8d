import type { IHookFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { configurationBody } from '../../aiCall/configuration';
import { SECRET_PARAMETER } from '../../aiCall/pushSecret';
import { compareRegistration, type Registration } from '../../aiCall/pushes';
import { Failure, InputError } from '../../failure';
import { INTERACTIVE_OPTIONS, createAiCallClient } from '../aiCall/client';
import { toNodeError } from '../run/errors';
import { readAddressList } from './ipAllowlist';
import { logFailure } from './log';
import { collectionOf, demandsSecret, entriesOf } from './parameters';
import { hasCredential, pushSecretOf } from './secret';
import { settle } from '../../settle';

/** Activation modes of publishing; the others are a start of n8n and "Listen". */
const PUBLISHING = ['activate', 'create', 'update'];

/**
 * Runs when a trigger is activated: rejects settings that would block every request, and on publishing compares the
 * callback URLs of `modules` on the platform with the URL of the trigger, as the user chose.
 *
 * @throws NodeOperationError | NodeApiError which stops publishing
 */
export async function checkOnPublishing(context: IHookFunctions, modules: readonly string[]): Promise<void> {
	const guards = await settle(checkGuards(context));
	if (guards.status === 'rejected') throw publishingError(context, guards.reason);
	if (!PUBLISHING.includes(context.getActivationMode())) return;
	const { registrationCheck = 'log' } = collectionOf(context, 'options');
	if (registrationCheck !== 'off') await compareUrls(context, modules, registrationCheck === 'stop');
}

/** The error that stops publishing. n8n shows its message alone, so that the advice stands there too. */
export function publishingError(context: IHookFunctions, reason: unknown): NodeApiError | NodeOperationError {
	const error = toNodeError(context.getNode(), reason, 0);
	const { message, description } = error;
	if (description) error.message = `${message}${/[.!?]$/.test(message) ? '' : '.'} ${description}`;
	error.description = undefined;
	return error;
}

async function checkGuards(context: IHookFunctions): Promise<void> {
	const { unreadable } = readAddressList(entriesOf(collectionOf(context, 'options').allowedIps));
	if (unreadable.length > 0) {
		throw new InputError(
			`Allowed IP Addresses contains entries that are neither an IP address nor a CIDR range: ${unreadable.join(', ')}`,
			'Enter IP addresses like 203.0.113.7 or 2001:db8::7, or CIDR ranges like 203.0.113.0/24.',
		);
	}
	const secret = await pushSecretOf(context);
	if (secret === '' && demandsSecret(context)) {
		throw new InputError('Require Secret is on, but there is no Push Secret: every request would be rejected', 'Choose a credential and enter a Push Secret in it.');
	}
}

async function compareUrls(context: IHookFunctions, modules: readonly string[], stop: boolean): Promise<void> {
	if (!hasCredential(context)) {
		if (!stop) return;
		const advice = 'Choose a credential, or change URL Registration Check.';
		throw publishingError(context, new InputError('A credential is required to check the callback URLs of the platform', advice));
	}
	const compared = await settle(compare(context, modules));
	if (compared.status === 'fulfilled') report(context, compared.value, stop);
	else reportFailure(context, compared.reason, stop);
}

async function compare(context: IHookFunctions, modules: readonly string[]): Promise<Registration[]> {
	const ask = await createAiCallClient(context, INTERACTIVE_OPTIONS);
	const { result } = await ask('queryConfiguration', configurationBody('urls'));
	return compareRegistration(result, modules, context.getNodeWebhookUrl('default') ?? '', await pushSecretOf(context));
}

function report(context: IHookFunctions, registrations: Registration[], stop: boolean): void {
	const wrong = registrations.filter(({ state }) => state !== 'here');
	if (wrong.length === 0) return;
	const message = capitalized(wrong.map(clause).join('; '));
	const appended = wrong.some(({ state }) => state === 'wrongSecret') ? `, followed by ?${SECRET_PARAMETER}= and the Push Secret of the credential` : '';
	const advice = `Enter ${context.getNodeWebhookUrl('default') ?? 'the Production URL'}${appended} in the platform's console: it cannot be set from n8n.`;
	if (stop) throw publishingError(context, new InputError(message, advice));
	logFailure(context, 'invalidInput', `: ${message}. ${advice}`);
}

function clause({ module, moduleName, state, url = '' }: Registration): string {
	const name = `${moduleName} (${module})`;
	if (state === 'missing') return `the platform has no URL for ${name}`;
	return state === 'wrongSecret' ? `the platform sends ${name} here without the correct secret` : `the platform sends ${name} to ${url}`;
}

function capitalized(text: string): string {
	return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function reportFailure(context: IHookFunctions, reason: unknown, stop: boolean): void {
	if (stop) throw publishingError(context, reason);
	const error = toNodeError(context.getNode(), reason, 0);
	const { kind, advice = '' } = reason instanceof Failure ? { kind: reason.kind, advice: reason.details.advice } : { kind: 'unexpected' as const };
	logFailure(context, kind, `: The callback URLs of the platform could not be checked. ${error.message}. ${advice}`.trim());
}
