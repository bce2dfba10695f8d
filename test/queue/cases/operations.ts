import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeParameters, INodeTypeDescription } from 'n8n-workflow';

import { PAGES } from '../../document';
import { TASK } from '../../document/table/task';
import { AI_CALL, AI_CALL_CREDENTIAL, customers, itemsOf, listOf } from '../../e2e/lib/calls';
import { REPOSITORY } from '../../e2e/lib/pack';
import { print } from '../../e2e/lib/terminal';
import { publishWebhook } from '../../e2e/lib/webhooks';
import type { NodeSketch } from '../../e2e/lib/workflows';
import { endOf, trigger, type BasicStage } from '../lib/stage';

const IFLYTEK = 'n8n-nodes-xfyun.iflytek';
const IMAGE = readFileSync(path.join(REPOSITORY, 'test/fixtures/images/note-english.png'));

/** Parameters for each operation of the telephone platform, in an order in which each operation can do its work. */
const CALL_STEPS: INodeParameters[] = PAGES.flatMap(({ resource, operation, page }) =>
	page.queue ? [{ resource, operation, page, ...page.queue }] : [],
)
	.sort((one, other) => one.step - other.step)
	.map(({ resource, operation, page, parameters }) => {
		const json = JSON.stringify({ resource, operation, ...page.given, ...parameters });
		// An expression for the ID of the created task replaces the placeholder TASK. Its quotes are escaped for the JSON.
		const expression = JSON.stringify("={{ $('create').first().json.task_id }}").slice(1, -1);
		return JSON.parse(json.replaceAll(TASK, expression)) as INodeParameters;
	});

/** The operations that handle all items of their input. The other operations only run for the first item. */
const ALL_ITEMS = ['place', 'addRows'];

/** The operations of a node, each as `resource.operation`. */
function operationsOf({ properties }: INodeTypeDescription): string[] {
	return properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ options = [], displayOptions }) =>
			(displayOptions?.show?.resource ?? []).flatMap((resource) =>
				options.flatMap((option) =>
					'value' in option ? [`${String(resource)}.${String(option.value)}`] : [],
				),
			),
		);
}

/** Runs every operation on workers. n8n stores the files in its database. */
export function operationsCases(stageOf: () => BasicStage): void {
	test('every operation of the open platform does its work on a worker, with files in the database', async () => {
		const stage = stageOf();
		const { iflytekApi } = stage.credentials;
		const [nodeType] = await stage.site.rest.nodeTypes(IFLYTEK);
		const names = nodeType ? operationsOf(nodeType) : [];
		const nodes = names.map((name): NodeSketch => {
			const [resource = '', operation = ''] = name.split('.');
			return {
				name,
				type: IFLYTEK,
				parameters: { resource, operation, text: '他叫汤姆去拿外衣。' },
				credentials: iflytekApi ? [iflytekApi] : [],
			};
		});
		const published = await publishWebhook(stage.site, 'Open platform', nodes, {
			sideBySide: true,
		});
		const execution = await endOf(stage, await trigger(stage, published, IMAGE, 'image/png'));
		expect(execution.error).toBeUndefined();
		// Each operation has output, and none has an error.
		expect(
			names.filter(
				(name) =>
					execution.items(name).length === 0 || 'error' in (execution.items(name)[0]?.json ?? {}),
			),
		).toEqual([]);
		const files = ['Webhook', ...names].flatMap((name) =>
			execution.items(name).flatMap(({ binary = {} }) => Object.values(binary)),
		);
		expect(files.map(({ id }) => id?.split(':')[0])).toEqual(files.map(() => 'database'));
		const [audioFile] = execution
			.items('speech.synthesize')
			.flatMap(({ binary = {} }) => Object.values(binary));
		expect(
			(await stage.site.rest.binary(audioFile ?? { data: '', mimeType: '' })).length,
		).toBeGreaterThan(1000);
		print(
			`Operations of the open platform: ${names.length} of ${names.length}, ${files.length} files in the database`,
		);
	});

	test('every operation of the telephone platform does its work on a worker', async () => {
		const stage = stageOf();
		const credential = stage.credentials[AI_CALL_CREDENTIAL];
		const credentials = credential ? [credential] : [];
		const steps = CALL_STEPS.map((parameters): NodeSketch => {
			const name =
				parameters.resource === 'configuration' ? 'configuration' : String(parameters.operation);
			return {
				name,
				type: AI_CALL,
				parameters,
				credentials,
				settings: { executeOnce: !ALL_ITEMS.includes(name) },
			};
		});
		const [placing, creating, ...remaining] = steps;
		if (!placing || !creating) throw new Error('There are no steps');
		const published = await publishWebhook(stage.site, 'Telephone platform', [
			itemsOf('body.rows', 'Rows'),
			placing,
			creating,
			// These are the rows for Add Rows, which follows.
			...listOf(customers(60)),
			...remaining,
		]);
		const execution = await endOf(
			stage,
			await trigger(stage, published, JSON.stringify({ rows: customers(3) })),
		);
		expect(execution.error).toBeUndefined();
		const [nodeType] = await stage.site.rest.nodeTypes(AI_CALL);
		const operations = CALL_STEPS.map(
			({ resource, operation }) => `${String(resource)}.${String(operation)}`,
		);
		expect(operations.sort()).toEqual((nodeType ? operationsOf(nodeType) : []).sort());
		expect(execution.items('addRows')).toHaveLength(60);
		expect(execution.items('place').map(({ json }) => typeof json.task_data_id)).toEqual([
			'string',
			'string',
			'string',
		]);
		print(`Operations of the telephone platform: ${operations.length} of ${operations.length}`);
	});
}
