import startN8n from '../../e2e/shared/setup';
import { publishSession } from './session';

/** Runs before the first test file. Starts n8n in the same way as the e2e tests, and signs the browser in. */
export default async function setup(): Promise<void> {
	await startN8n();
	const n8n = globalThis.sharedN8n;
	if (n8n === undefined) throw new Error('n8n was not started');
	await publishSession(n8n.url, n8n.owner);
}
