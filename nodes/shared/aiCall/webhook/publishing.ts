import type { IHookFunctions } from 'n8n-workflow';
import { asFailure, errorText, InputError } from '../../failure';
import { readCollection, splitList } from '../../n8n/parameters';
import { logFailure } from '../../n8n/run/nodeErrors';
import { allowedSenders } from './admission';
import { wrongUrls } from './callbackUrls';
import { readAddressList } from './ipAllowlist';
import { demandsSecret, hasCredential, readPushSecret } from './webhookParameters';

/** The modes of activation that mean publishing. The others mean that n8n starts, or "Listen". */
const PUBLISHING = ['activate', 'create', 'update'];

/**
 * Rejects settings that would block every request. When the workflow is published, this also
 * compares the callback URLs of `modules` on the platform with the URL of the trigger, if the
 * option URL Registration Check says so.
 */
export async function checkOnPublishing(
	context: IHookFunctions,
	modules: readonly string[],
): Promise<void> {
	await checkSenderOptions(context);
	const { registrationCheck = 'log' } = readCollection(context, 'options');
	if (registrationCheck === 'off' || !PUBLISHING.includes(context.getActivationMode())) return;
	const stopsPublishing = registrationCheck === 'stop';
	if (!stopsPublishing && !hasCredential(context)) return;
	let wrong: InputError | undefined;
	try {
		wrong = await wrongUrls(context, modules);
	} catch (error) {
		const failure = asFailure(error);
		if (stopsPublishing) throw failure;
		const text = `The callback URLs of the platform could not be checked. ${errorText(failure)}`;
		logFailure(context, failure.kind, `: ${text}`);
	}
	if (wrong && stopsPublishing) throw wrong;
	if (wrong) logFailure(context, wrong.kind, `: ${errorText(wrong)}`);
}

async function checkSenderOptions(context: IHookFunctions): Promise<void> {
	const { unreadable } = readAddressList(splitList(readCollection(context, 'options').allowedIps));
	if (unreadable.length > 0) {
		throw new InputError(
			`Allowed IP Addresses contains entries that are neither an IP address nor a CIDR range: ${unreadable.join(', ')}`,
			'Enter IP addresses like 203.0.113.7 or 2001:db8::7, or CIDR ranges like 203.0.113.0/24.',
		);
	}
	allowedSenders(readCollection(context, 'options'));
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
