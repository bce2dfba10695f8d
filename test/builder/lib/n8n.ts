import { createRequire } from 'node:module';
import path from 'node:path';
import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import type { WorkflowJson } from '../../e2e/lib/rest';

const FOLDER_VARIABLE = 'IFLYTEK_N8N_FOLDER';

/** Tells the test files in which folder n8n is installed. They read the folder from the environment. */
export function publishN8nFolder(folder: string): void {
	process.env[FOLDER_VARIABLE] = folder;
}

/** The folder of a package of the installed n8n. */
export function n8nPackage(name: string): string {
	const folder = process.env[FOLDER_VARIABLE];
	if (folder === undefined) throw new Error('No n8n: run these tests with npm run test:builder');
	return path.join(folder, 'node_modules', name);
}

const load = (module: string): unknown => createRequire(__filename)(n8nPackage(module));

interface FoundNode {
	/** For example `n8n-nodes-base.set`. */
	id: string;
}

/** The fields of a node that the search uses. */
interface SearchedNode {
	name: string;
	displayName: string;
	codex: { alias: string[] };
	version: number;
	inputs: string[];
	outputs: string[];
}

interface NodeCatalog {
	NodeSearchEngine: new (nodes: SearchedNode[]) => {
		searchByName(query: string): { name: string; score: number }[];
	};
	NodeTypeParser: new (types: INodeTypeDescription[]) => {
		searchNodeTypes(query: string, limit?: number): FoundNode[];
	};
}

/** A finding of the validator. n8n does not create a workflow with an error or a warning. */
export interface Issue {
	code: string;
	message: string;
	nodeName?: string;
	severity: 'error' | 'warning' | 'informational';
}

/** A workflow that was written with the SDK. */
export interface BuiltWorkflow {
	toJSON(): WorkflowJson;
}

interface NodeTypesProvider {
	getByName(type: string): unknown;
	getByNameAndVersion(type: string, version?: number): Pick<INodeType, 'description'> | undefined;
	getKnownTypes(): object;
}

interface WorkflowSdk {
	orchestrateGeneration(options: {
		nodes: INodeTypeDescription[];
		outputDir: string;
	}): Promise<unknown>;
	setSchemaBaseDirs(folders: string[]): void;
	validateWorkflow(
		workflow: WorkflowJson,
		options: { nodeTypesProvider: NodeTypesProvider },
	): { valid: boolean; errors: Issue[]; warnings: Issue[] };
	validateWorkflowBuilder(
		workflow: BuiltWorkflow,
		options: {
			lint: boolean;
			source: string;
			nodeDefinitionDirs: string[];
			nodeTypesProvider: NodeTypesProvider;
		},
	): { valid: boolean; issues: Issue[] };
}

interface TypeDefinitions {
	synthesizeNodeTypeDef(description: INodeTypeDescription): string;
}

export const nodeCatalog = () => load('@n8n/ai-utilities/dist/cjs/node-catalog') as NodeCatalog;
export const workflowSdk = () => load('@n8n/workflow-sdk') as WorkflowSdk;
export const typeDefinitions = () =>
	load('n8n/dist/modules/mcp-registry/synthesize-type-def.js') as TypeDefinitions;

/** The node types in the form that the validator needs. */
export function providerOf(types: INodeTypeDescription[]): NodeTypesProvider {
	const find = (type: string, version?: number) => {
		const description = types.find(
			(nodeType) =>
				nodeType.name === type &&
				(version === undefined || [nodeType.version].flat().includes(version)),
		);
		return description && { description };
	};
	return { getByName: find, getByNameAndVersion: find, getKnownTypes: () => ({}) };
}
