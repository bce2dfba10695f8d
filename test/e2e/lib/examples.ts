import { createHash } from 'node:crypto';
import { promises as fs } from 'node:fs';
import path from 'node:path';
import type { INode, INodeParameters, INodeTypeDescription } from 'n8n-workflow';

import { ANY_TIME } from './calls';
import type { ReadyN8n } from './n8n';
import { REPOSITORY } from './pack';
import type { StoredCredential, WorkflowJson } from './rest';

const EXAMPLES_FOLDER = path.join(REPOSITORY, 'examples');
/** Operations that have Calling Times. */
const OPERATIONS_WITH_HOURS = ['place', 'create', 'run'];

const hasHours = ({ type, parameters }: INode) =>
	type.includes('.iflytekAiCall') && OPERATIONS_WITH_HOURS.includes(String(parameters.operation));

export interface Example {
	/** For example `handwriting-to-speech`. */
	name: string;
	workflow: WorkflowJson;
}

/** All workflows of `examples/`, as a user would import them. */
export async function readExamples(): Promise<Example[]> {
	const files = (await fs.readdir(EXAMPLES_FOLDER)).filter((file) => file.endsWith('.json')).sort();
	return await Promise.all(
		files.map(async (file) => ({
			name: path.basename(file, '.json'),
			workflow: JSON.parse(
				await fs.readFile(path.join(EXAMPLES_FOLDER, file), 'utf8'),
			) as WorkflowJson,
		})),
	);
}

/** One example, changed so that it may call at any time of day. */
export async function readExample(name: string): Promise<WorkflowJson> {
	const example = (await readExamples()).find((candidate) => candidate.name === name);
	if (!example) throw new Error(`There is no examples/${name}.json`);
	return atAnyTime(example.workflow);
}

/**
 * One example, changed as by a user who wants it to call: all examples stand on Check Only. The node Check
 * of campaign is there to check.
 */
export async function readRealExample(name: string): Promise<WorkflowJson> {
	const workflow = await readExample(name);
	const nodes = workflow.nodes.map((node) =>
		node.parameters.runMode === 'check' && node.name !== 'Check'
			? { ...node, parameters: { ...node.parameters, runMode: 'real' } }
			: node,
	);
	return { ...workflow, nodes };
}

/** A node with other options beside its own. */
const withOptions = (node: INode, options: INodeParameters): INode => ({
	...node,
	parameters: { ...node.parameters, options: { ...optionsOf(node), ...options } },
});

const optionsOf = ({ parameters }: INode) => (parameters.options ?? {}) as INodeParameters;

/** The Calling Times of a node, with all hours of the day. */
function anyTime(node: INode): INodeParameters {
	const { times } = (optionsOf(node).callingTimes ?? {}) as { times?: INodeParameters };
	return { times: { ...times, hours: ANY_TIME } };
}

/** The workflow, changed so that it may call at any time of day. */
function atAnyTime(workflow: WorkflowJson): WorkflowJson {
	return {
		...workflow,
		nodes: workflow.nodes.map((node) =>
			hasHours(node) ? withOptions(node, { callingTimes: anyTime(node) }) : node,
		),
	};
}

function requiredCredentials(node: INode, types: INodeTypeDescription[]): string[] {
	const chosen = node.parameters.nodeCredentialType;
	if (typeof chosen === 'string') return [chosen];
	const credentials = types.find(({ name }) => name === node.type)?.credentials ?? [];
	return credentials.filter(({ required }) => required).map(({ name }) => name);
}

/**
 * The workflow with credentials chosen, as a user does after an import. A node gets a credential of each type that it needs.
 *
 * @param types n8n's loaded node types, which say what a node needs
 */
export function bindCredentials(
	workflow: WorkflowJson,
	types: INodeTypeDescription[],
	credentials: Record<string, StoredCredential>,
): WorkflowJson {
	const nodes = workflow.nodes.map((node) => {
		const bound = requiredCredentials(node, types).flatMap((type) => {
			const credential = credentials[type];
			return credential ? [[type, { id: credential.id, name: credential.name }]] : [];
		});
		return bound.length === 0
			? node
			: { ...node, credentials: { ...node.credentials, ...Object.fromEntries(bound) } };
	});
	return { ...workflow, nodes };
}

/** For each example, the id of its workflow in n8n, and the hash of what was imported. A file in n8n's data folder has this. */
type Imported = Record<string, { workflowId: string; hash: string }>;

/**
 * Imports all examples with their credentials chosen. An example that still exists from an earlier start, and whose file has
 * not changed, is not imported again, because a user may have worked on it.
 *
 * @returns the workflow's id by the example's name
 */
export async function importExamples(
	{ rest, dataFolder }: Pick<ReadyN8n, 'rest' | 'dataFolder'>,
	credentials: Record<string, StoredCredential>,
): Promise<Record<string, string>> {
	const file = path.join(dataFolder, 'examples.json');
	const importedBefore = JSON.parse(await fs.readFile(file, 'utf8').catch(() => '{}')) as Imported;
	const existing = new Set((await rest.workflows()).map(({ id }) => id));
	const types = await rest.nodeTypes();
	const imported: Imported = {};
	for (const { name, workflow } of await readExamples()) {
		const hash = createHash('sha256').update(JSON.stringify(workflow)).digest('hex');
		const earlier = importedBefore[name];
		imported[name] =
			earlier?.hash === hash && existing.has(earlier.workflowId)
				? earlier
				: {
						workflowId: (await rest.createWorkflow(bindCredentials(workflow, types, credentials)))
							.id,
						hash,
					};
	}
	await fs.writeFile(file, JSON.stringify(imported, null, 2));
	return Object.fromEntries(
		Object.entries(imported).map(([name, { workflowId }]) => [name, workflowId]),
	);
}
