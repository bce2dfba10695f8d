import { createRequire } from 'node:module';
import path from 'node:path';
import type { INodeType, IVersionedNodeType } from 'n8n-workflow';
import { installN8n } from '../e2e/lib/install';
import type { ChainNode } from './engine';

type AnyNode = INodeType | IVersionedNodeType;

/** Folder and name of each of n8n's own nodes that a user without this package would use. */
const FILES = {
	aggregate: ['Transform/Aggregate', 'Aggregate'],
	crypto: ['Crypto', 'Crypto'],
	httpRequest: ['HttpRequest', 'HttpRequest'],
	loopOverItems: ['SplitInBatches', 'SplitInBatches'],
} as const;

export type BuiltInNodes = Record<keyof typeof FILES, ChainNode>;

/** Loads these nodes in their newest versions from the n8n of the tests, which is installed on first use. */
export async function builtInNodes(): Promise<BuiltInNodes> {
	const { folder } = await installN8n();
	const requireFromN8n = createRequire(path.join(folder, 'package.json'));
	const load = ([nodeFolder, name]: readonly [string, string]): ChainNode => {
		const exported: Record<string, new () => AnyNode> = requireFromN8n(
			path.join(folder, 'node_modules/n8n-nodes-base/dist/nodes', nodeFolder, `${name}.node.js`),
		);
		const Node = exported[name];
		if (!Node) throw new Error(`n8n has no node ${name}`);
		const type = new Node();
		return {
			type,
			version: 'nodeVersions' in type ? type.description.defaultVersion : undefined,
			parameters: {},
		};
	};
	return {
		aggregate: load(FILES.aggregate),
		crypto: load(FILES.crypto),
		httpRequest: load(FILES.httpRequest),
		loopOverItems: load(FILES.loopOverItems),
	};
}
