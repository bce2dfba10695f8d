import { CONSOLE } from '../../iflytekConsole';
import type { IHookFunctions } from 'n8n-workflow';
import { configurationBody } from '../configuration';
import { compareRegistration, type Registration } from '../pushes';
import { SECRET_PARAMETER } from '../pushes/pushSecret';
import { InputError } from '../../failure';
import { shortened } from '../../values';
import { createAiCallClient, INTERACTIVE_OPTIONS } from '../transport/aiCallClient';
import { hasCredential, readPushSecret } from './webhookParameters';

/**
 * The error that says what is wrong with the callback URLs on the platform; undefined if they are
 * right.
 * @throws InputError without a credential, and the errors of the request
 */
export async function wrongUrls(
	context: IHookFunctions,
	modules: readonly string[],
): Promise<InputError | undefined> {
	if (!hasCredential(context))
		throw new InputError(
			'A credential is required to check the callback URLs of the platform',
			'Choose a credential, or change URL Registration Check.',
		);
	const client = await createAiCallClient(context, INTERACTIVE_OPTIONS);
	const { result } = await client('queryConfiguration', configurationBody('urls'));
	const url = context.getNodeWebhookUrl('default');
	const secret = await readPushSecret(context);
	const registrations = compareRegistration(result, modules, url ?? '', secret);
	const wrong = registrations.filter(({ state }) => state !== 'here');
	if (wrong.length === 0) return undefined;
	const appended =
		secret === ''
			? ''
			: `, followed by ?${SECRET_PARAMETER}= and the Push Secret of the credential,`;
	// The first clause begins the message, so it takes a capital letter.
	return new InputError(
		wrong.map(clause).join('; ').replace(/^t/, 'T'),
		`Enter ${url ?? 'the Production URL'}${appended} in ${CONSOLE}: it cannot be set from n8n.`,
	);
}

function clause({ module, moduleName, state, url = '' }: Registration): string {
	const name = `${moduleName} (${module})`;
	if (state === 'missing') return `the platform has no URL for ${name}`;
	return state === 'wrongSecret'
		? `the platform sends ${name} here without the correct secret`
		: `the platform sends ${name} to ${shortened(url)}`;
}
