import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';

import { REPOSITORY } from '../../e2e/lib/pack';
import { n8nPackage, typeDefinitions, workflowSdk } from './n8n';

const COMPILER = path.join(REPOSITORY, 'node_modules/typescript-native/bin/tsc');
const WORKFLOWS = path.join(REPOSITORY, 'test/builder/workflows');
const DEFINITIONS = 'node-definitions';

/** Declares the names that n8n's definitions use without importing them. */
const AMBIENT = `import type * as sdk from '@n8n/real-workflow-sdk';
declare global {
	type NodeConfig<T = sdk.IDataObject> = sdk.NodeConfig<T>;
	type CredentialReference = sdk.CredentialReference;
	type IDataObject = sdk.IDataObject;
	type Items<T> = T[];
	type Expression<T> = \`=\${string}\`;
}
`;

/**
 * The types of the SDK, with one difference: nodes of this package take only the parameters in their definitions. `Input`
 * removes `isTrigger` from each member of a union. `Other` is a node of any other package.
 */
const SDK = `import type { NodeConfig, NodeInstance, TriggerInstance } from '@n8n/real-workflow-sdk';
import type {
	IflytekNode,
	IflytekAiCallNode,
	IflytekAiCallTriggerNode,
	IflytekAiCallContextTriggerNode,
	IflytekAiCallTaskTriggerNode,
} from './${DEFINITIONS}';
export * from '@n8n/real-workflow-sdk';
type Action = IflytekNode | IflytekAiCallNode;
type Trigger =
	| IflytekAiCallTriggerNode
	| IflytekAiCallContextTriggerNode
	| IflytekAiCallTaskTriggerNode;
type Input<T> = T extends unknown ? Omit<T, 'isTrigger'> : never;
type Other<K> = {
	type: K extends \`n8n-nodes-xfyun.\${string}\` ? never : K;
	version: number;
	config: NodeConfig;
};
export declare function expr(text: string): \`=\${string}\`;
export declare function node<K extends Action['type']>(
	input: { type: K } & Input<Extract<Action, { type: K }>>,
): NodeInstance<K, string, unknown>;
export declare function node<const K extends string>(
	input: Other<K>,
): NodeInstance<K, string, unknown>;
export declare function trigger<K extends Trigger['type']>(
	input: { type: K } & Input<Extract<Trigger, { type: K }>>,
): TriggerInstance<K, string, unknown>;
export declare function trigger<const K extends string>(
	input: Other<K>,
): TriggerInstance<K, string, unknown>;
`;

const typescriptIn = (folder: string) =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => path.join(folder, file));

/**
 * Makes the parameters of a definition optional if they are not always shown. n8n's generator declares such a parameter as
 * always required, but its validator only requires it while it is shown.
 */
const withOptionalParameters = (text: string) =>
	// Finds a comment with `@displayOptions.show`, and the parameter after the comment.
	text.replaceAll(/(@displayOptions\.show (?:(?!\*\/)[^])*\*\/\s+\w+): /g, '$1?: ');

/** The definitions that n8n makes from the descriptions of this package's nodes. They are in a temporary folder. */
export class Definitions {
	private constructor(private readonly folder: string) {}

	static async write(types: INodeTypeDescription[]): Promise<Definitions> {
		const folder = mkdtempSync(path.join(tmpdir(), 'n8n-nodes-xfyun-definitions-'));
		await workflowSdk().orchestrateGeneration({
			nodes: types,
			outputDir: path.join(folder, DEFINITIONS),
		});
		for (const file of typescriptIn(path.join(folder, DEFINITIONS)))
			writeFileSync(file, withOptionalParameters(readFileSync(file, 'utf8')));
		return new Definitions(folder);
	}

	/** The folders with the definitions of n8n's own nodes and of this package's nodes. The validator reads its schemas there. */
	get folders(): string[] {
		return [
			...['n8n-nodes-base', '@n8n/n8n-nodes-langchain'].map((name) =>
				path.join(n8nPackage(name), 'dist/node-definitions'),
			),
			path.join(this.folder, DEFINITIONS),
		];
	}

	/** Compiles the definitions, the texts that the builder reads, and the workflows. Returns TypeScript's errors, or "". */
	compile(texts: Record<string, string> = {}, workflows = WORKFLOWS): string {
		const textsFolder = path.join(this.folder, 'texts');
		mkdirSync(textsFolder, { recursive: true });
		for (const [name, text] of Object.entries(texts))
			writeFileSync(path.join(textsFolder, `${name}.ts`), text);
		writeFileSync(path.join(this.folder, 'ambient.d.ts'), AMBIENT);
		writeFileSync(path.join(this.folder, 'sdk.d.ts'), SDK);
		writeFileSync(path.join(this.folder, 'tsconfig.json'), JSON.stringify(this.config(workflows)));
		const { stdout } = spawnSync(process.execPath, [COMPILER, '--project', this.folder], {
			encoding: 'utf8',
		});
		return stdout;
	}

	remove(): void {
		rmSync(this.folder, { recursive: true });
	}

	private config(workflows: string) {
		return {
			extends: path.join(REPOSITORY, 'tsconfig.json'),
			compilerOptions: {
				typeRoots: [path.join(REPOSITORY, 'node_modules/@types')],
				paths: {
					'@n8n/workflow-sdk': [path.join(this.folder, 'sdk.d.ts')],
					'@n8n/real-workflow-sdk': [path.join(n8nPackage('@n8n/workflow-sdk'), 'dist/index.d.ts')],
				},
			},
			include: [],
			files: [
				path.join(this.folder, 'ambient.d.ts'),
				path.join(this.folder, DEFINITIONS, 'index.ts'),
				...readdirSync(path.join(this.folder, 'texts')).map((name) =>
					path.join(this.folder, 'texts', name),
				),
				...readdirSync(workflows).map((name) => path.join(workflows, name)),
			],
		};
	}
}

/**
 * The text that the builder reads about a node. It refers to a type that is the union of all operations' parameters, but
 * n8n's generator leaves this type out.
 */
export function definitionText(description: INodeTypeDescription): string {
	return typeDefinitions().synthesizeNodeTypeDef(description);
}

/** The text of `definitionText` with the missing union, so that TypeScript can compile the text. */
export function completed(text: string): string {
	const [, union] = /config: NodeConfig<(\w+)>/.exec(text) ?? [];
	const members = [...text.matchAll(/^export type (\w+Params) =/gm)].map(([, name]) => name);
	return members.length === 0 ? text : `${text}\ntype ${String(union)} = ${members.join(' | ')};\n`;
}
