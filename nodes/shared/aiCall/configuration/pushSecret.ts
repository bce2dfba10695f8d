import { timingSafeEqual, createHash } from 'crypto';
import { InputError } from '../../failure';
import { hasLostDigits } from '../../values';

/** The secret in a callback URL: the platform does not sign its requests (document 2, part 5). */

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
