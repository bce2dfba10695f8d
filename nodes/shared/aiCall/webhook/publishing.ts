import type { IHookFunctions } from 'n8n-workflow';
import { asFailure, errorText, InputError } from '../../failure';
import { readCollection } from '../../n8n/parameters/item';
import { splitList } from '../../n8n/parameters/coerce';
import { logFailure, toNodeError, type NodeFailure } from '../../n8n/run/nodeErrors';
import { allowedSenders } from './admission';
import { readAddressList } from './addressList';
import {
	demandsSecret,
	hasCredential,
	readPushSecret,
	REGISTRATION_CHECK,
} from './webhookParameters';
import { CONSOLE } from '../../console';
import { configurationBody } from '../configuration/configuration';
import { compareRegistration, nameWithId, type Registration } from '../configuration/callbackUrls';
import { SECRET_PARAMETER } from '../configuration/pushSecret';
import type { JsonRecord } from '../../values';
import { shortened } from '../../errorTexts';
import { createAiCallClient, INTERACTIVE_OPTIONS } from '../transport/aiCallClient';

/**
 * The lifecycle of a webhook whose URL is set only in the iFLYTEK console: there is nothing to
 * find, make or delete.
 * @param modulesOf checks the trigger's own parameters when it is activated, and returns the modules
 * that it serves; an error from it stops publishing
 */
export function webhookLifecycle(modulesOf: (context: IHookFunctions) => readonly string[]) {
	return {
		async checkExists(this: IHookFunctions): Promise<boolean> {
			return false;
		},
		async create(this: IHookFunctions): Promise<boolean> {
			try {
				await checkOnPublishing(this, modulesOf(this));
				return true;
			} catch (error) {
				throw withAdviceInMessage(toNodeError(this.getNode(), error, 0));
			}
		},
		async delete(this: IHookFunctions): Promise<boolean> {
			return true;
		},
	};
}

/** If publishing fails, n8n shows only the message of the error, so the advice is added to it. */
function withAdviceInMessage(error: NodeFailure): NodeFailure {
	const { message, description } = error;
	if (description) error.message = `${message}${/[.!?]$/.test(message) ? '' : '.'} ${description}`;
	error.description = undefined;
	return error;
}

/** The modes of activation that mean publishing. The others mean that n8n starts, or "Listen". */
const PUBLISHING = ['activate', 'create', 'update'];

/**
 * Rejects settings that would block every request. When the workflow is published, this also
 * compares the callback URLs of `modules` on the platform with the URL of the trigger, if the
 * option URL Registration Check says so.
 */
async function checkOnPublishing(
	context: IHookFunctions,
	modules: readonly string[],
): Promise<void> {
	const options = readCollection(context, 'options');
	await checkSenderOptions(context, options);
	const { registrationCheck = REGISTRATION_CHECK.default } = options;
	if (registrationCheck === 'off' || !PUBLISHING.includes(context.getActivationMode())) return;
	const isStrict = registrationCheck === 'stop';
	if (!isStrict && !hasCredential(context)) return;
	let wrong: Registration[];
	try {
		wrong = await wrongRegistrations(context, modules);
	} catch (error) {
		const failure = asFailure(error);
		if (isStrict) throw failure;
		const text = `The callback URLs of the platform could not be checked. ${errorText(failure)}`;
		return logFailure(context, failure.kind, `: ${text}`);
	}
	if (wrong.length === 0) return;
	// A URL is often entered after publishing, so by default only another one stops it.
	const isAnother = wrong.some(({ state }) => state !== 'missing');
	const stops = isStrict || (registrationCheck === 'stopIfOther' && isAnother);
	const error = await wrongUrls(context, wrong, stops);
	if (stops) throw error;
	logFailure(context, error.kind, `: ${errorText(error)}`);
}

async function checkSenderOptions(context: IHookFunctions, options: JsonRecord): Promise<void> {
	const { unreadable } = readAddressList(splitList(options.allowedIps));
	if (unreadable.length > 0) {
		throw new InputError(
			`Allowed IP Addresses contains entries that are neither an IP address nor a CIDR range: ${unreadable.join(', ')}`,
			'Enter IP addresses like 203.0.113.7 or 2001:db8::7, or CIDR ranges like 203.0.113.0/24.',
		);
	}
	allowedSenders(options);
	// The credential is read even if no secret is required: if the credential no longer exists, the
	// trigger would refuse every push.
	const secret = await readPushSecret(context);
	if (secret === '' && demandsSecret(context)) {
		throw new InputError(
			'Require Secret is on, but there is no Push Secret: every request would be rejected',
			'Choose a credential and enter a Push Secret in it.',
		);
	}
}

/**
 * The callback URLs on the platform that do not lead to this trigger.
 * @throws InputError without a credential, and the errors of the request
 */
async function wrongRegistrations(
	context: IHookFunctions,
	modules: readonly string[],
): Promise<Registration[]> {
	if (!hasCredential(context))
		throw new InputError(
			'A credential is required to check the callback URLs of the platform',
			`Choose a credential, or change ${REGISTRATION_CHECK.displayName}.`,
		);
	const client = await createAiCallClient(context, INTERACTIVE_OPTIONS);
	const { result } = await client('queryConfiguration', configurationBody('urls'));
	const url = context.getNodeWebhookUrl('default') ?? '';
	const registrations = compareRegistration(result, modules, url, await readPushSecret(context));
	return registrations.filter(({ state }) => state !== 'here');
}

/** The error that says what is wrong with the callback URLs, and what to do. */
async function wrongUrls(
	context: IHookFunctions,
	wrong: readonly Registration[],
	stops: boolean,
): Promise<InputError> {
	const secret = await readPushSecret(context);
	const appended =
		secret === ''
			? ''
			: `, followed by ?${SECRET_PARAMETER}= and the Push Secret of the credential,`;
	const url = context.getNodeWebhookUrl('default') ?? 'the Production URL';
	const otherwise = stops
		? ` To publish anyway, change ${REGISTRATION_CHECK.displayName} under Options.`
		: '';
	// The first clause begins the message, so it takes a capital letter.
	return new InputError(
		wrong.map(clause).join('; ').replace(/^t/, 'T'),
		`Enter ${url}${appended} in ${CONSOLE}: it cannot be set from n8n.${otherwise}`,
	);
}

function clause({ module, state, url = '' }: Registration): string {
	const name = nameWithId(module);
	if (state === 'missing') return `the platform has no URL for ${name}`;
	return state === 'wrongSecret'
		? `the platform sends ${name} here without the correct secret`
		: `the platform sends ${name} to ${shortened(url)}`;
}
