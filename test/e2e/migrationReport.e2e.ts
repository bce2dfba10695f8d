/** n8n's own report on what version 3 breaks, for the examples and for the settings that `npm start` uses. */
import { randomUUID } from 'node:crypto';
import { importExamples } from './lib/examples';
import { startN8n, type RunningN8n } from './lib/n8n';
import { describeOnPinned } from './shared/pinned';
import { sharedN8n } from './shared';

interface Finding {
	ruleId: string;
	nbAffectedWorkflows?: number;
}

interface Report {
	totalWorkflows: number;
	report: { workflowResults: Finding[]; instanceResults: Finding[] };
}

describeOnPinned('the report on n8n 3', () => {
	let n8n: RunningN8n;

	beforeAll(async () => {
		n8n = await startN8n({ tarballs: [sharedN8n().tarball] });
		await importExamples(n8n, {});
	});

	afterAll(async () => await n8n.stop());

	const report = async () =>
		(await n8n.rest.call('post', '/rest/breaking-changes/report/refresh', undefined, {
			version: 'v3',
		})) as Report;

	const rules = (findings: Finding[]) => findings.map(({ ruleId }) => ruleId);

	test('finds nothing in the examples, and in the settings only that this n8n is in no container', async () => {
		const { totalWorkflows, report: found } = await report();
		expect(totalWorkflows).toBeGreaterThan(10);
		expect(rules(found.workflowResults)).toEqual([]);
		expect(rules(found.instanceResults)).toEqual(['docker-only-deployment-v3']);
	});

	test('finds a workflow that breaks', async () => {
		await n8n.rest.createWorkflow({
			name: 'Breaks in n8n 3',
			nodes: [
				{
					id: randomUUID(),
					name: 'Each',
					type: 'n8n-nodes-base.executeWorkflow',
					typeVersion: 1.2,
					position: [0, 0],
					parameters: { mode: 'each', workflowId: '1' },
				},
			],
			connections: {},
		});
		const { report: found } = await report();
		expect(found.workflowResults).toEqual([expect.objectContaining({ nbAffectedWorkflows: 1 })]);
	});
});
