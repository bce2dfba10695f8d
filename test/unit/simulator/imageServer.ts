import { createServer } from 'http';

export interface ImageServer {
	/** Address of a file. */
	link(name: string): string;
	/** Requested paths. */
	asked: string[];
	close(): Promise<void>;
}

/** Serves files by name on a free port of this machine; any other name is a 404. */
export async function serveImages(files: Record<string, Uint8Array>): Promise<ImageServer> {
	const asked: string[] = [];
	const server = createServer((request, response) => {
		const name = decodeURIComponent((request.url ?? '/').slice(1));
		asked.push(name);
		const file = files[name];
		response.statusCode = file ? 200 : 404;
		response.end(file);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	const port = typeof address === 'object' ? address?.port : undefined;
	return {
		link: (name) => `http://127.0.0.1:${port}/${encodeURIComponent(name)}`,
		asked,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
