import bringUp from '../../e2e/shared/setup';
import { publishSession } from './session';

/** Runs before the first test file. Starts the n8n of the e2e tests, and signs the browser in. */
export default async function setup(): Promise<void> {
	await bringUp();
	const n8n = globalThis.sharedN8n;
	if (n8n === undefined) throw new Error('n8n was not brought up');
	await publishSession(n8n.url, n8n.owner);
}
