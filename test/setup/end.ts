import type { Config } from 'jest';
import { ADDRESSES } from '../document';
import { count, forget } from './requests';

/** Prints the requests of the engine tests to the local platform. A whole run fails if no test used an endpoint of document 1. */
export default function end({
	testPathPatterns,
	testNamePattern,
}: Config & { testPathPatterns?: { patterns?: string[] } }): void {
	const counts = count();
	forget();
	if (counts.size === 0) return;
	console.log('\nRequests of the engine tests to the local platform, by endpoint:');
	for (const [endpoint, requests] of counts) console.log(`  ${endpoint.padEnd(14)}${requests}`);
	const filtered = testNamePattern || (testPathPatterns?.patterns ?? []).length > 0;
	const missing = Object.keys(ADDRESSES).filter((endpoint) => !counts.has(endpoint));
	if (!filtered && missing.length > 0)
		throw new Error(`No test asked ${missing.join(', ')}, which test/document/pages has`);
}
