/** n8n reports what would break in version 3. These tests read its report on the examples and on the settings of `npm start`. */

import { importExamples, readExamples } from './lib/examples';
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
});
