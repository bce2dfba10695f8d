import { createRequire } from 'node:module';
import path from 'node:path';
import type { IVersionedNodeType } from 'n8n-workflow';
import { installN8n } from '../e2e/lib/install';

/** n8n's own nodes that a user would take without this package. */
export interface BuiltInNodes {
	httpRequest: IVersionedNodeType;
	crypto: IVersionedNodeType;
}

/** Loads n8n's own nodes from the n8n that the tests use; it is installed on first use. */
export async function builtInNodes(): Promise<BuiltInNodes> {
	const { folder } = await installN8n();
	const load = createRequire(path.join(folder, 'package.json'));
	const make = (file: string, name: string): IVersionedNodeType => {
		const exported: Record<string, new () => IVersionedNodeType> = load(path.join(folder, 'node_modules/n8n-nodes-base/dist/nodes', file));
		const Node = exported[name];
		if (!Node) throw new Error(`n8n's ${file} has no ${name}`);
		return new Node();
	};
	return { httpRequest: make('HttpRequest/HttpRequest.node.js', 'HttpRequest'), crypto: make('Crypto/Crypto.node.js', 'Crypto') };
}
