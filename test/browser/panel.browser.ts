import { chain, MANUAL_TRIGGER } from '../e2e/lib/workflows';
import { belongingParameters, choicesOf, collectionLabels, labelsOf } from './lib/shown';
import { useStage, type Stage } from './lib/stage';

const { scene } = useStage();

const PACKAGE = 'n8n-nodes-xfyun';

/** Opens the panel of a node in a workflow that only has a manual trigger before it. */
async function openOnlyNode(
	{ rest, credentials, editor }: Stage,
	type: string,
	credentialType: string,
): Promise<void> {
	const credential = credentials[credentialType];
	const { id } = await rest.createWorkflow(
		chain(`Panel of ${type}`, [
			MANUAL_TRIGGER,
			{ name: 'Node', type: `${PACKAGE}.${type}`, credentials: credential ? [credential] : [] },
		]),
	);
	await editor.openWorkflow(id);
	await editor.openNode('Node');
}

for (const [type, credentialType] of [
	['iflytek', 'iflytekApi'],
	['iflytekAiCall', 'iflytekAiCallApi'],
] as const) {
	scene(`${type}: the panel shows only the parameters of the chosen operation`, async (stage) => {
		const { editor, rest } = stage;
		const [description] = await rest.nodeTypes(`${PACKAGE}.${type}`);
		if (description === undefined) throw new Error(`n8n has no node ${type}`);
		await openOnlyNode(stage, type, credentialType);

		const resources = choicesOf(description.properties, 'resource');
		expect(await editor.optionsOf('resource')).toEqual(resources.map(({ name }) => name));
		const shown: Record<string, unknown> = {};
		const belonging: Record<string, unknown> = {};
		for (const resource of resources) {
			await editor.choose('resource', resource.name);
			const operations = choicesOf(
				belongingParameters(description, { resource: String(resource.value) }),
				'operation',
			);
			shown[resource.name] = await editor.optionsOf('operation');
			belonging[resource.name] = operations.map(({ name }) => name);
			for (const operation of operations) {
				await editor.choose('operation', operation.name);
				const parameters = belongingParameters(description, {
					resource: String(resource.value),
					operation: String(operation.value),
				});
				const title = `${resource.name}, ${operation.name}`;
				belonging[title] = {
					labels: labelsOf(parameters),
					collections: collectionLabels(parameters),
				};
				shown[title] = { labels: await editor.labels(), collections: await editor.offeredFields() };
			}
		}
		expect(shown).toEqual(belonging);
	});
}

scene('the tool of an agent does not offer the resources that need a file', async (stage) => {
	const { editor, rest } = stage;
	const sketch = { name: 'Tool', type: `${PACKAGE}.iflytekTool` };
	const { id } = await rest.createWorkflow(chain('A tool', [sketch]));
	await editor.openWorkflow(id);
	await editor.openNode('Tool');
	expect(await editor.optionsOf('resource')).toEqual(['Image', 'Text']);
});

scene(
	'the description of each text operation is in English and names its service in the API',
	async (stage) => {
		const { editor } = stage;
		await openOnlyNode(stage, 'iflytek', 'iflytekApi');
		const texts = await editor.optionTexts('operation');
		expect(texts.length).toBeGreaterThanOrEqual(8);
		for (const text of texts) {
			expect(text).toMatch(/\(API: [^)]+\)/);
			expect(text).not.toMatch(/\p{Script=Han}/u);
		}
		expect(texts.join('\n')).toContain('Split Chinese text into words (API: cws)');
	},
);

scene('for each Input Type the panel shows only the field of this type', async (stage) => {
	const { editor } = stage;
	await openOnlyNode(stage, 'iflytek', 'iflytekApi');
	await editor.choose('resource', 'Image');
	const labelsWith = (field: string) => [
		'Resource',
		'Operation',
		'Input Type',
		field,
		'Simplify',
		'Options',
	];
	expect(await editor.labels()).toEqual(labelsWith('Input Binary Field'));
	await editor.choose('inputType', 'Image URL');
	expect(await editor.labels()).toEqual(labelsWith('Image URL'));
	await editor.choose('operation', 'Detect Violence');
	await editor.choose('inputType', 'Image IDs');
	expect(await editor.labels()).toEqual(labelsWith('Image IDs'));
});

scene('Engine is only offered for the standard service of speech', async (stage) => {
	const { editor } = stage;
	await openOnlyNode(stage, 'iflytek', 'iflytekApi');
	await editor.choose('resource', 'Speech');
	await editor.addOption('Service');
	const offered = async () => (await editor.offeredFields()).flat();
	expect(await offered()).toContain('Background Sound');
	expect(await offered()).not.toContain('Engine');
	await editor.choose('service', 'Standard (HTTP)');
	expect(await offered()).toContain('Engine');
	expect(await offered()).not.toContain('Background Sound');
});

scene('the list of voices is filled, can be searched, and a voice can be chosen', async (stage) => {
	const { editor, page } = stage;
	await openOnlyNode(stage, 'iflytek', 'iflytekApi');
	await editor.choose('resource', 'Speech');
	expect(await editor.openList('voice')).toEqual([
		'Xiaoyan (Female, xiaoyan)',
		'Xujiu (Male, aisjiuxu)',
		'Xiaoping (Female, aisxping)',
		'Xiaowei (x_xiaowei)',
		'Xiaofeng (Male, x_xiaofeng)',
		'Xiaoyan (Female, x2_xiaoyan)',
	]);
	await page.getByTestId('rlc-search').fill('feng');
	await page
		.getByTestId('rlc-item')
		.filter({ visible: true, hasText: 'aisjiuxu' })
		.waitFor({ state: 'hidden' });
	await editor.pickFromList('voice', 'x_xiaofeng');
	expect(
		await page.getByTestId('resource-locator-voice').getByTestId('rlc-input').inputValue(),
	).toBe('Xiaofeng (Male, x_xiaofeng)');
});

scene('a text is segmented if the user fills in nothing but the text', async (stage) => {
	const { editor } = stage;
	await editor.newWorkflow();
	await editor.openCreator();
	await editor.search('分词', 'iFLYTEK');
	await editor.pick('iFLYTEK');
	await editor.pick('Segment words');
	await editor.panel.waitFor();
	await editor.fill('text', '他叫汤姆去拿外衣。');
	await editor.executeStep();
	await editor.output.getByTestId('node-run-status-success').waitFor();
	await editor.showOutputAs('table');
	const table = await editor.output.locator('table').innerText();
	for (const word of ['汤姆', '外衣']) expect(table).toContain(word);
});

scene('a name of several characters is returned as one whole name', async (stage) => {
	const { editor, picture } = stage;
	await openOnlyNode(stage, 'iflytek', 'iflytekApi');
	await editor.choose('operation', 'Recognize Entities');
	await editor.fill('text', '王小明住在上海');
	expect(await editor.labels()).toContain('Include Words');
	await editor.executeStep();
	await editor.output.getByTestId('node-run-status-success').waitFor();
	await editor.showOutputAs('table');
	const table = await editor.output.locator('table').innerText();
	for (const name of ['王小明', '上海']) expect(table).toContain(name);
	await picture('entities-panel');
});
