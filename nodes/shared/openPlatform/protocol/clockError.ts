/** What to do about a wrong clock. */
export const CORRECT_CLOCK = 'Correct the clock (NTP), then try again.';

/** The cause, if the platform rejects the clock and does not show its own. */
export const CLOCK_DIFFERS = "This machine's clock differs too much from the platform's";

/** An X-CheckSum is valid if the clock is at most five minutes wrong (document 1, part 5). */
const CHECKSUM_VALIDITY_SECONDS = 300;

/**
 * A sentence that says by how much the clock of this machine differs from that of the platform;
 * undefined if a checksum is still valid with that difference.
 * @param date the Date header of the platform's response
 * @param now this machine's clock in milliseconds
 */
export function clockError(date: unknown, now: number): string | undefined {
	const seconds = Math.round((now - Date.parse(String(date))) / 1000);
	if (Number.isNaN(seconds) || Math.abs(seconds) <= CHECKSUM_VALIDITY_SECONDS) return undefined;
	return `This machine's clock is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} the platform's; at most ${CHECKSUM_VALIDITY_SECONDS} are allowed`;
}
