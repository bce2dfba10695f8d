/** n8n reports what would break in version 3. These tests read its report on the examples and on the settings of `npm start`. */
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import path from 'node:path';

import { importExamples, readExamples } from './lib/examples';
import { installN8n } from './lib/install';
import { startN8n, type RunningN8n } from './lib/n8n';
import { sharedN8n } from './shared';
import { describeOnPinned } from './shared/pinned';

interface Finding {
	ruleId: string;
	nbAffectedWorkflows?: number;
}

interface Report {
	totalWorkflows: number;
	report: { workflowResults: Finding[]; instanceResults: Finding[] };
}

/** The class of a rule of the report that concerns the whole instance. */
type RuleClass = new () => { id: string; detect(): Promise<{ isAffected: boolean }> };

/** This rule is reported for every n8n, because the editor of version 3 cannot import from a URL. */
const ALWAYS_REPORTED = 'workflow-import-url-removed-v3';

/** This rule is reported if n8n does not run in a container, because version 3 is only available as a container. */
const NOT_IN_CONTAINER = 'docker-only-deployment-v3';

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

	test('the report finds nothing in the examples, and nothing that another setting could solve', async () => {
		const { totalWorkflows, report: found } = await report();
		expect(totalWorkflows).toBe((await readExamples()).length);
		expect(rules(found.workflowResults)).toEqual([]);
		expect(rules(found.instanceResults).filter((rule) => rule !== NOT_IN_CONTAINER)).toEqual([
			ALWAYS_REPORTED,
		]);
	});

	test('the rule about imports from a URL is always reported, because the rule checks nothing', async () => {
		const { folder } = await installN8n();
		const file = path.join(
			folder,
			'node_modules/n8n/dist/modules/breaking-changes/rules/v3/workflow-import-url-removed.rule.js',
		);
		const { WorkflowImportUrlRemovedRule: ImportFromUrlRule } = createRequire(__filename)(
			file,
		) as Record<'WorkflowImportUrlRemovedRule', RuleClass>;
		const rule = new ImportFromUrlRule();
		expect([rule.id, ImportFromUrlRule.length, (await rule.detect()).isAffected]).toEqual([
			ALWAYS_REPORTED,
			0,
			true,
		]);
		// The program of the check has no condition.
		expect(String(ImportFromUrlRule.prototype.detect)).not.toMatch(/process\.env|this\.|\bif\b|\?/);
	});

	test('the report finds a setting and a workflow that version 3 would break', async () => {
		await n8n.restart({ env: { N8N_DEFAULT_BINARY_DATA_MODE: 'default' } });
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
		expect(rules(found.instanceResults)).toContain('in-memory-binary-data-v3');
	});
});
