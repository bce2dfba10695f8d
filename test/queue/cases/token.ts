import { AI_CALL, AI_CALL_CREDENTIAL } from '../../e2e/lib/calls';
import { print } from '../../e2e/lib/terminal';
import { publishWebhook, type PublishedWebhook } from '../../e2e/lib/webhooks';
import { endedExecutions } from '../lib/executions';
import { begunBy, type Stage } from '../lib/stage';

const EXECUTIONS = 20;
const ROUNDS = 10;

/** After a token was ended, executions on all workers need it at the same time. Each new token ends the former one. */
export function tokenCases(stageOf: () => Stage): void {
	let published: PublishedWebhook;

	beforeEach(async () => {
		const stage = stageOf();
		const credential = stage.credentials[AI_CALL_CREDENTIAL];
		const getNode = {
			name: 'Get',
			type: AI_CALL,
			parameters: { resource: 'configuration', operation: 'get', kind: 'voices' },
			credentials: credential ? [credential] : [],
		};
		published = await publishWebhook(stage.site, 'Token', [getNode]);
	});

	afterEach(() =>
		stageOf().simulator.aiCall.configure({ newTokenEndsFormer: false, latencyMs: 0 }),
	);

	test.each([10, 300])(
		`in each of ${ROUNDS} rounds, ${EXECUTIONS} executions whose token was ended all succeed, if the platform answers after %d ms`,
		async (latencyMs) => {
			const stage = stageOf();
			const { aiCall } = stage.simulator;
			aiCall.configure({ newTokenEndsFormer: true, latencyMs });
			const failedPerRound: number[] = [];
			const tokensPerRound: number[] = [];
			for (let round = 1; round <= ROUNDS; round++) {
				aiCall.expireAllTokens();
				const requestsBefore = aiCall.requests.length;
				await Promise.all(
					Array.from(
						{ length: EXECUTIONS },
						async () => await fetch(published.url, { method: 'POST' }),
					),
				);
				const ended = await endedExecutions(stage, published.workflowId, EXECUTIONS * round);
				failedPerRound.push(
					ended.slice(-EXECUTIONS).filter(({ status }) => status !== 'success').length,
				);
				tokensPerRound.push(
					aiCall.requests.slice(requestsBefore).filter(({ endpoint }) => endpoint === 'token')
						.length,
				);
			}
			print(
				`Token storm at ${latencyMs} ms: failed per round ${failedPerRound.join(', ')}; tokens fetched per round ${tokensPerRound.join(', ')}`,
			);
			expect(failedPerRound).toEqual(failedPerRound.map(() => 0));
			const all = await endedExecutions(stage, published.workflowId, 1);
			const workers = await Promise.all(all.map(async ({ id }) => await begunBy(stage, id)));
			expect(new Set(workers.flat()).size).toBe(stage.cluster.workers.length);
		},
	);
}
