import { createHash, timingSafeEqual } from 'crypto';
import { InputError } from '../../failure';
import { hasLostDigits, textOf, withoutEnd, type JsonRecord } from '../../values';
import { redactAddress } from '../../redact';
import { configurationEntries, readModule } from './configuration';
import { labelIn } from '../aiCallLabels';
import { URL_MODULE } from '../pushes/kinds';

/**
 * The callback URLs that are set on the platform (document 2, 2.5), and the secret in them. It is
 * needed because the platform does not sign its requests (part 5).
 */

/** The query parameter in which the user appends the secret to the URL. */
export const SECRET_PARAMETER = 'secret';

/**
 * The Push Secret in a credential's data; empty if there is none. An expression in the credential
 * may return a number, which counts as its text.
 * @throws InputError for any other value, because it must not count as no secret. The error does
 * not show the value.
 */
export function pushSecretIn({ pushSecret }: Record<string, unknown>): string {
	if (pushSecret === undefined || pushSecret === null) return '';
	if (typeof pushSecret === 'string') return pushSecret.trim();
	if (Number.isFinite(pushSecret) && !hasLostDigits(pushSecret)) return String(pushSecret);
	throw new InputError(
		'The Push Secret of the credential is neither text nor a number with all of its digits',
		'No request can match it. Check the expression in the credential: it must return text.',
	);
}

/** Compares secrets in constant time. An empty configured secret matches nothing. */
export function secretMatches(configured: string, given: unknown): boolean {
	if (configured === '' || typeof given !== 'string') return false;
	return timingSafeEqual(digest(configured), digest(given));
}

/**
 * Whether a URL contains the configured secret. It may be URL-encoded as usual, or unencoded at the
 * end of the URL, because a user may append a secret with `+`, `%` or `&` as it is.
 */
export function carriesSecret(configured: string, address: string): boolean {
	const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(address) ?? [];
	const [encoded, ...others] = new URLSearchParams(query).getAll(SECRET_PARAMETER);
	const [, asItIs] = new RegExp(`(?:^|&)${SECRET_PARAMETER}=(.*)$`, 's').exec(query) ?? [];
	// If the parameter occurs several times, its first value does not count.
	return [others.length === 0 ? encoded : undefined, asItIs].some((given) =>
		secretMatches(configured, given),
	);
}

/** @throws InputError for a secret that a URL cannot carry */
export function checkPushSecret(secret: string): void {
	if (!secret.includes('#')) return;
	throw new InputError(
		'The Push Secret contains #. Everything after # in a URL is never sent',
		'Use only letters, digits and - . _ ~, or replace # with %23 in the URL.',
	);
}

function digest(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}

/**
 * The states of a callback URL, from best to worst. `here`: it points to the trigger.
 * `wrongSecret`: it points to the trigger, but pushes would be rejected. `elsewhere`: it points to
 * another URL. `missing`: no URL is set.
 */
const STATES = ['here', 'wrongSecret', 'elsewhere', 'missing'] as const;
type RegistrationState = (typeof STATES)[number];

/** The state of the callback URL of a module. */
export interface Registration {
	module: string;
	moduleName: string;
	state: RegistrationState;
	/** The URL that is set now, without its query and without a secret elsewhere in it. */
	url?: string;
}

/**
 * Compares the callback URLs in a configuration with the URL of a trigger. A URL for a single
 * application or script counts like any other.
 * @param modules the modules that the trigger serves
 * @param secret the secret that the URL must carry (`carriesSecret`); empty if none is required
 */
export function compareRegistration(
	result: JsonRecord,
	modules: readonly string[],
	ownUrl: string,
	secret = '',
): Registration[] {
	return modules.map((module) => {
		const moduleName = labelIn(URL_MODULE, module) ?? module;
		const urls = configurationEntries(result, 'urls')
			.filter(({ url_module }) => readModule(url_module).module === module)
			.map(({ url }) => textOf(url)?.trim() ?? '');
		const registered = urls
			.filter((url) => url !== '')
			.map((url): Registration => ({
				module,
				moduleName,
				state: stateOf(url, ownUrl, secret),
				url: redactAddress(withoutQuery(url)),
			}));
		const [best] = registered.sort((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state));
		return best ?? { module, moduleName, state: 'missing' };
	});
}

function stateOf(url: string, ownUrl: string, secret: string): RegistrationState {
	if (withoutQuery(url) !== withoutQuery(ownUrl)) return 'elsewhere';
	return secret === '' || carriesSecret(secret, url) ? 'here' : 'wrongSecret';
}

/** Scheme, host and path, normalized for comparison. */
function withoutQuery(url: string): string {
	const bare = URL.canParse(url)
		? `${new URL(url).origin}${new URL(url).pathname}`
		: url.replace(/[?#].*/s, '');
	return withoutEnd(bare, /\//);
}
