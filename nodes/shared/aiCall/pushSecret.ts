/** The secret that a push must carry: the platform signs nothing (document 2, part 5). */
import { createHash, timingSafeEqual } from 'crypto';
import { InputError } from '../failure';

/** The query parameter in which the user appends the secret to the URL. */
export const SECRET_PARAMETER = 'secret';

/**
 * Whether a given secret is the configured one, in a time that tells nothing of where they differ. Fails
 * closed: an empty configured secret matches nothing, and neither does a given one that is not text.
 */
export function secretMatches(configured: string, given: unknown): boolean {
	if (configured === '' || typeof given !== 'string') return false;
	return timingSafeEqual(digest(configured), digest(given));
}

/**
 * Whether an address carries the configured secret: encoded, as all parameters are, or at its end just as it is, where the
 * user has appended it with a `+`, `%` or `&` in it.
 */
export function carriesSecret(configured: string, address: string): boolean {
	const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(address) ?? [];
	const [encoded, ...others] = new URLSearchParams(query).getAll(SECRET_PARAMETER);
	const [, asItIs] = new RegExp(`(?:^|&)${SECRET_PARAMETER}=(.*)$`, 's').exec(query) ?? [];
	return [others.length === 0 ? encoded : undefined, asItIs].some((given) => secretMatches(configured, given));
}

/**
 * Refuses a secret that gets lost when it is appended to a URL as it is.
 *
 * @throws InputError where it has a `#`: what follows that is not sent
 */
export function checkPushSecret(secret: string): void {
	if (!secret.includes('#')) return;
	throw new InputError('The Push Secret has a # in it, and what stands behind a # in a URL is never sent', 'Make one of letters, digits and - . _ ~ in the credential, or write %23 for the # in the URL.');
}

function digest(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}
