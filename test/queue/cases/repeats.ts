import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { OUTBOUND } from '../../engine/callPushes';
import { readExample } from '../../e2e/lib/examples';
import { print } from '../../e2e/lib/terminal';
import { post } from '../../e2e/lib/triggers';
import { waitFor } from '../../e2e/lib/rest';
import type { Stage } from '../lib/stage';

const EVENTS = 300;
const AT_ONCE = 10;
/** The platform repeats an unanswered push after this pause. */
const LATER_MS = 3000;

/** The example each-push-once gets every push at both processors at the same moment. Later, one processor gets it again. */
export function repeatsCases(stageOf: () => Stage): void {
	test(`examples/each-push-once.json: the workflow goes on once for each of ${EVENTS} events, although each is pushed to both processors at the same moment and again after ${LATER_MS / 1000} s`, async () => {
		const { cluster } = stageOf();
		const { rest, postgres } = cluster;
		const { id: credentialId, name } = stageOf().postgresCredential;
		const example = await readExample('each-push-once');
		const webhookId = randomUUID();
		const credentials = { postgres: { id: credentialId, name } };
		await postgres.query('create table followed (event_id text)');
		const nodes = example.nodes.map((node) => {
			if (node.type.endsWith('iflytekAiCallTrigger')) return { ...node, webhookId };
			if (node.type.endsWith('.postgres')) return { ...node, credentials };
			if (node.name !== 'What Follows') return node;
			// This node records each of its runs in a table without a key.
			const parameters = {
				operation: 'executeQuery',
				query: 'insert into followed (event_id) values ($1)',
				options: { queryReplacement: "={{ [$('Event of a Call').first().json.eventId] }}" },
			};
			return {
				...node,
				type: 'n8n-nodes-base.postgres',
				typeVersion: 2.6,
				parameters,
				credentials,
			};
		});
		const { id } = await rest.createWorkflow({ ...example, nodes });
		expect((await rest.run(id, { trigger: 'Click Once to Make the Table' })).error).toBeUndefined();
		await rest.activate(id);

		const urls = cluster.processors.map(({ url }) => `${url}/webhook/${webhookId}/iflytek-ai-call`);
		const events = Array.from({ length: EVENTS }, (_, index) => ({
			...OUTBOUND,
			call_uuid: randomUUID(),
			task_tries: index,
		}));
		const statuses: number[] = [];
		/** Pushes each event to the URLs that `urlsFor` returns for its index. */
		const push = async (urlsFor: (index: number) => string[]) => {
			for (let first = 0; first < EVENTS; first += AT_ONCE) {
				const answers = events
					.slice(first, first + AT_ONCE)
					.flatMap((event, index) =>
						urlsFor(first + index).map(async (url) => (await post(url, event)).status),
					);
				statuses.push(...(await Promise.all(answers)));
			}
		};
		await push(() => urls);
		await pause(LATER_MS);
		await push((index) => [urls[index % urls.length] ?? '']);
		expect(statuses.filter((status) => status !== 200)).toEqual([]);

		const countOfEnded = async () =>
			(
				await postgres.query(
					`select count(*) from execution_entity where "workflowId" = '${id}' and status in ('success', 'error', 'crashed') and mode = 'webhook'`,
				)
			)[0];
		await waitFor('All executions', 120_000, async () =>
			Number(await countOfEnded()) === statuses.length ? true : undefined,
		);
		const counts = await postgres.query('select count(*), count(distinct event_id) from followed');
		print(
			`Repeats: ${statuses.length} pushes of ${EVENTS} events over ${urls.length} processors; executions that went on: ${counts[0]?.replace('|', ', different events: ')}`,
		);
		expect(counts).toEqual([`${EVENTS}|${EVENTS}`]);
	});
}
