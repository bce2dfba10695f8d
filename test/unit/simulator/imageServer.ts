import { createServer } from 'http';

export interface ImageServer {
	/** The address of a file. */
	link(name: string): string;
	/** The names of the requested files. */
	requested: string[];
	close(): Promise<void>;
}

/** Serves files by name on a free port of this machine; any other name is answered with 404. */
export async function serveImages(files: Record<string, Uint8Array>): Promise<ImageServer> {
	const requested: string[] = [];
	const server = createServer((request, response) => {
		const name = decodeURIComponent((request.url ?? '/').slice(1));
		requested.push(name);
		const file = files[name];
		response.statusCode = file ? 200 : 404;
		response.end(file);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	const port = typeof address === 'object' ? address?.port : undefined;
	return {
		link: (name) => `http://127.0.0.1:${port}/${encodeURIComponent(name)}`,
		requested,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
