/** The first thing that the README shows of AI Call: a sheet, one node, and what a check says of each customer. */
import { listOf } from '../e2e/lib/calls';
import { chain, MANUAL_TRIGGER } from '../e2e/lib/workflows';
import { useStage } from './lib/stage';

const { scene } = useStage();

const sheet = [
	{ 客户手机号码: '13900000001', 姓名: '王芳', 预约时间: '周五上午' },
	{ 客户手机号码: '1390000', 姓名: '李明', 预约时间: '周五下午' },
	{ 客户手机号码: '13900000003', 姓名: '张伟', 预约时间: '周六上午' },
];

scene(
	'Run Campaign checks a sheet, and says of each customer what a run would do',
	async (stage) => {
		const { editor, rest, credentials, simulator, picture } = stage;
		const credential = credentials.iflytekAiCallApi;
		if (credential === undefined) throw new Error('No credential for the AI call platform');
		const { id } = await rest.createWorkflow(
			chain('Campaign', [
				MANUAL_TRIGGER,
				...listOf(sheet),
				{
					name: 'Run Campaign',
					type: 'n8n-nodes-xfyun.iflytekAiCall',
					// A start in the future, so that the picture is the same on every day.
					parameters: {
						resource: 'task',
						operation: 'run',
						options: { begin: '2030-01-07T09:00:00' },
					},
					credentials: [credential],
				},
			]),
		);
		await editor.openWorkflow(id);
		await editor.openNode('Run Campaign');
		await editor.fill('taskName', '回访');
		await editor.openList('robotId');
		await editor.pickFromList('robotId', '售后回访');
		await editor.openList('lineNum');
		await editor.pickFromList('lineNum', '055168204601');
		await editor.mapAutomatically();
		await editor.executeStep();
		await editor.output.getByText('Check, nothing was sent').first().waitFor();
		await editor.showOutputAs('table');
		await editor.output.getByText('13900000003').first().waitFor();
		await editor.output.getByText('1390000').first().waitFor();
		expect(simulator.aiCall.tasks).toEqual([]);
		await picture('run-campaign');
	},
);
