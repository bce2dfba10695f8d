import {
	AI_CALL,
	AI_CALL_CREDENTIAL,
	chosen,
	customers,
	itemsOf,
	PLACE,
} from '../../e2e/lib/calls';
import { post } from '../../e2e/lib/triggers';
import { publishWebhook } from '../../e2e/lib/webhooks';
import type { NodeSketch } from '../../e2e/lib/workflows';
import { checkCalls, nothingWrong } from '../lib/callRecord';
import { endedExecutions } from '../lib/executions';
import type { Stage } from '../lib/stage';

const ROWS = 120;
/** How often each list is delivered twice, each time with other customers. */
const ROUNDS = 10;
const FIRST_NUMBER = 16_500_000_000;
/** The second campaign waits for the first one. */
const END_MS = 120_000;

/** A webhook with a list is delivered twice at the same moment, to both processors, for each operation. */
export function sameMomentCases(stageOf: () => Stage): void {
	function node(name: string, parameters: NodeSketch['parameters'], isOnce = false): NodeSketch {
		const credential = stageOf().credentials[AI_CALL_CREDENTIAL];
		const credentials = credential ? [credential] : [];
		return { name, type: AI_CALL, parameters, credentials, settings: { executeOnce: isOnce } };
	}

	/** The nodes after the webhook. `Node` sends the rows. */
	function workflows(): Record<string, NodeSketch[]> {
		const { columns, robotId, lineNum, options } = PLACE;
		const plan = { resource: 'task', taskName: 'Same moment', robotId, lineNum, runMode: 'real' };
		const ofTask = {
			resource: 'task',
			taskId: chosen("={{ $('Create').first().json.task_id }}"),
			runMode: 'real',
		};
		const rowsOfWebhook: NodeSketch = {
			name: 'Rows',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: {
				mode: 'raw',
				jsonOutput: "={{ { rows: $('Webhook').first().json.body.rows } }}",
				options: {},
			},
		};
		return {
			Place: [itemsOf('body.rows'), node('Node', PLACE)],
			'Run Campaign': [
				itemsOf('body.rows'),
				node('Node', { ...plan, operation: 'run', columns, options }),
			],
			'Create, Add Rows, Start': [
				node('Create', { ...plan, operation: 'create' }),
				rowsOfWebhook,
				itemsOf('rows'),
				node('Node', { ...ofTask, operation: 'addRows', columns }),
				node('Start', { ...ofTask, operation: 'start' }, true),
			],
		};
	}

	test(`two deliveries of a webhook at the same moment, ${ROUNDS} times: nobody is called twice, forgotten or told wrong`, async () => {
		const { site, cluster, simulator } = stageOf();
		const checked = Object.entries(workflows()).map(async ([name, nodes], index) => {
			const { workflowId, url } = await publishWebhook(site, name, nodes);
			const seen = new Set<string>();
			const found = [];
			let successes = 0;
			for (let round = 0; round < ROUNDS; round++) {
				const first = FIRST_NUMBER + (index * ROUNDS + round) * ROWS;
				const rows = customers(ROWS, first);
				const statuses = await Promise.all(
					cluster.processors.map(
						async (processor) =>
							(await post(`${processor.url}${new URL(url).pathname}`, { rows })).status,
					),
				);
				expect(statuses).toEqual([200, 200]);
				const count = statuses.length * (round + 1);
				const ended = await endedExecutions(stageOf(), workflowId, count, END_MS);
				const ids = ended.map(({ id }) => id).filter((id) => !seen.has(id));
				for (const id of ids) seen.add(id);
				const executions = await Promise.all(ids.map(async (id) => await site.rest.execution(id)));
				// On a busy machine one may stand still for so long that both are in doubt. They say so.
				if (executions.some(({ status }) => status === 'success')) successes++;
				const numbers = rows.map(({ 客户手机号码: number }) => number);
				found.push(checkCalls(simulator, `${name}, round ${round}`, numbers, executions));
			}
			expect(successes).toBeGreaterThan(ROUNDS / 2);
			return found;
		});
		expect(await Promise.all(checked)).toEqual(
			Object.keys(workflows()).map((name) =>
				Array.from({ length: ROUNDS }, (_, round) => nothingWrong(`${name}, round ${round}`)),
			),
		);
	});
}
