import { readExamples } from '../e2e/lib/examples';
import { sharedN8n } from '../e2e/shared';
import { Definitions } from './lib/definitions';
import { providerOf, workflowSdk } from './lib/n8n';

test("every example passes n8n's workflow validator", async () => {
	const types = await sharedN8n().rest.nodeTypes();
	const definitions = await Definitions.write(
		types.filter(({ name }) => name.startsWith('n8n-nodes-xfyun.')),
	);
	const { setSchemaBaseDirs, validateWorkflow } = workflowSdk();
	setSchemaBaseDirs(definitions.folders);
	const results = (await readExamples()).map(({ name, workflow }) => {
		const { errors, warnings } = validateWorkflow(workflow, {
			nodeTypesProvider: providerOf(types),
		});
		return { name, issues: [...errors, ...warnings].map(({ message }) => message) };
	});
	definitions.remove();
	expect(results.filter(({ issues }) => issues.length > 0)).toEqual([]);
	expect(results.length).toBeGreaterThan(0);
});
