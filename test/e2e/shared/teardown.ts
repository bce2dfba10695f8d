export default async function teardown(): Promise<void> {
	await globalThis.sharedN8n?.stop();
}
