import { AI_CALL_CREDENTIAL } from '../../e2e/lib/calls';
import { keyedCustomers, publishOnce } from '../../queue/lib/onceExample';
import type { Platform } from '../platform';
import { credentialAt } from '../rows/client';
import { watchAcceptedRows } from './keyedRun';
import type { WatchedSite } from './sites';

/**
 * Places calls with the example place-once, once for each number of rows. Returns the rows per second for each number. The
 * time counts from the moment when the rows are posted.
 */
export async function placeOnce(
	site: WatchedSite,
	platform: Platform,
	counts: readonly number[],
): Promise<Map<number, number>> {
	if (!site.postgres) throw new Error('place-once needs the PostgreSQL of a cluster');
	const iflytekAiCallApi = await site.rest.createCredential(
		AI_CALL_CREDENTIAL,
		'Bench',
		credentialAt(platform.url),
	);
	const { url } = await publishOnce(site, 'place-once', {
		postgres: site.postgres,
		iflytekAiCallApi,
	});
	const post = async (count: number, firstNumber: number) => {
		const body = JSON.stringify({ customers: keyedCustomers(count, firstNumber) });
		const headers = { 'Content-Type': 'application/json' };
		const { status } = await fetch(url, { method: 'POST', headers, body });
		if (status !== 200) throw new Error(`place-once was answered with HTTP ${status}`);
	};
	const rowsPerSecond = new Map<number, number>();
	let firstNumber = 15_000_000_000;
	// The warm-up run creates the table.
	for (const count of [WARM_UP_ROWS, ...counts]) {
		const accepted = await watchAcceptedRows(platform);
		const started = performance.now();
		await post(count, firstNumber);
		await accepted.until(count);
		rowsPerSecond.set(count, (count * 1000) / (performance.now() - started));
		firstNumber += count;
	}
	return rowsPerSecond;
}

const WARM_UP_ROWS = 10;
