import { chain, MANUAL_TRIGGER, type NodeSketch } from '../e2e/lib/workflows';
import { useStage } from './lib/stage';

const { scene } = useStage();

const PACKAGE = 'n8n-nodes-xfyun';

/** Nodes that have not run, each with fields of its output that the next node must offer. */
const NODES: [NodeSketch, string[]][] = [
	[
		{
			name: 'Before',
			type: `${PACKAGE}.iflytek`,
			parameters: { resource: 'handwriting', operation: 'recognize' },
		},
		['lines', 'sid', 'text'],
	],
	[
		{
			name: 'Before',
			type: `${PACKAGE}.iflytekAiCall`,
			parameters: { resource: 'call', operation: 'place' },
		},
		['phoneNumber', 'row', 'task_data_id'],
	],
];

for (const [node, fields] of NODES) {
	scene(
		`before ${node.type} has run, the next node offers its output fields`,
		async ({ editor, page, rest }) => {
			const { id } = await rest.createWorkflow(
				chain(`Fields of ${node.type}`, [
					MANUAL_TRIGGER,
					node,
					{ name: 'Next', type: 'n8n-nodes-base.set', typeVersion: 3.4 },
				]),
			);
			await editor.openWorkflow(id);
			await editor.openNode('Next');
			const input = page.getByTestId('ndv-input-panel');
			await input.getByText('Usually outputs the following fields').first().waitFor();
			const entries = await input.getByTestId('run-data-schema-item').allInnerTexts();
			const offeredFields = entries.map((text) => text.trim());
			for (const field of fields) expect(offeredFields).toContain(field);
		},
	);
}

scene(
	'the task trigger shows its parameters, and Execute Step outputs a sample',
	async ({ editor, rest, simulator, credentials, picture }) => {
		const [taskId = ''] = simulator.aiCall.stageTasks(1);
		simulator.aiCall.changeTask(taskId, { status: 4, rows: 20, calledRows: 20 });
		const credential = credentials.iflytekAiCallApi;
		const { id } = await rest.createWorkflow(
			chain('Task trigger', [
				{
					name: 'Tasks',
					type: `${PACKAGE}.iflytekAiCallTaskTrigger`,
					credentials: credential ? [credential] : [],
				},
			]),
		);
		await editor.openWorkflow(id);
		await editor.openNode('Tasks');
		// n8n adds the first poll time after the panel is shown.
		await editor.parameters.getByText('Mode', { exact: true }).waitFor();
		expect(await editor.labels()).toEqual([
			'Poll Times',
			'Mode',
			'Events',
			'Progress (Percent)',
			'Include Existing Tasks',
			'Filters',
			'Options',
		]);
		await editor.executeStep();
		await editor.output.getByTestId('radio-button-json').waitFor();
		await editor.showOutputAs('json');
		await editor.output.getByText(`${taskId}-3-finished`).first().waitFor();
		await picture('task-trigger-panel');
	},
);
