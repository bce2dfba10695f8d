/** Advice that several errors give, word for word. */
import { CONSOLE } from './console';

/** Document 1, part 5: five addresses, and a change takes effect after about five minutes. */
export const CHECK_WHITELIST = `Add this machine's public IP address to the whitelist of this service in ${CONSOLE}, or turn the whitelist off. A whitelist holds at most five addresses, and a change takes effect after about five minutes.`;

/** Standard speech is closed to new applications. */
export const USE_STREAMING =
	'Standard (HTTP) is not available to new applications. If yours is new, set Service to Streaming.';
