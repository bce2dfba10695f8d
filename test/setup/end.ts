import type { Config } from 'jest';
import { ADDRESSES } from '../document';
import { count } from './requests';
import { removeRunFolder } from './runFolder';

/**
 * Jest's global tear-down. Prints how many requests the engine tests sent to each endpoint of the local platform. A run of all tests fails if there
 * is an endpoint of document 1 that no test has used.
 */
export default function end({
	testPathPatterns,
	testNamePattern,
}: Config & { testPathPatterns?: { patterns?: string[] } }): void {
	const counts = count();
	removeRunFolder();
	if (counts.size === 0) return;
	console.log('\nRequests of the engine tests to the local platform, by endpoint:');
	for (const [endpoint, requests] of counts) console.log(`  ${endpoint.padEnd(14)}${requests}`);
	const isPartialRun = testNamePattern || (testPathPatterns?.patterns ?? []).length > 0;
	const missing = Object.keys(ADDRESSES).filter((endpoint) => !counts.has(endpoint));
	if (!isPartialRun && missing.length > 0)
		throw new Error(`No test used these endpoints of test/document/pages: ${missing.join(', ')}`);
}
