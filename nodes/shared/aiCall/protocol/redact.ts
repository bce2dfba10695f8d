import { TOKEN_PARAMETER } from './methods';
import { SECRET_PARAMETER } from '../pushes/pushSecret';

/** Removes the given secrets, and the token and secret of any URL, from a text. */
export function redact(text: string, secrets: readonly string[]): string {
	const written = secrets
		.filter((secret) => secret !== '')
		.flatMap((secret) => [secret, encodeURIComponent(secret)]);
	// The longest first: a shorter one may be part of it.
	written.sort((a, b) => b.length - a.length);
	const hidden = written.reduce((rest, secret) => rest.split(secret).join('***'), text);
	// A secret may stand at the end of an address just as it is, with an & or # in it.
	return hidden
		.replace(new RegExp(`([?&]${TOKEN_PARAMETER}=)[^&#\\s"']*`, 'g'), '$1***')
		.replace(new RegExp(`([?&]${SECRET_PARAMETER}=)[^\\s"']*`, 'g'), '$1***');
}
