import { DEFAULT_APP_KEY } from '../simulator/aiCall';
import { listOf } from '../e2e/lib/calls';
import { chain, MANUAL_TRIGGER, type NodeSketch } from '../e2e/lib/workflows';
import { useStage, type Stage } from './lib/stage';
import { CONSOLE } from '../setup/console';

const { scene } = useStage();

const NUMBER = '客户手机号码';

/** Opens an AI Call node with these parameters, in a new workflow after a manual trigger. */
async function openAiCall(
	{ rest, credentials, editor }: Stage,
	parameters: NodeSketch['parameters'],
	credential = credentials.iflytekAiCallApi,
	dataNodes: NodeSketch[] = [],
): Promise<void> {
	if (credential === undefined) throw new Error('No credential for the AI call platform');
	const { id } = await rest.createWorkflow(
		chain('AI Call', [
			MANUAL_TRIGGER,
			...dataNodes,
			{
				name: 'AI Call',
				type: 'n8n-nodes-xfyun.iflytekAiCall',
				parameters,
				credentials: [credential],
			},
		]),
	);
	await editor.openWorkflow(id);
	await editor.openNode('AI Call');
}

/** The names of the columns that the column mapper shows below its heading. */
async function mappedColumns({ editor }: Stage): Promise<string[]> {
	const labels = editor.parameters
		.getByTestId('mapping-fields-container')
		.locator('label')
		.filter({ visible: true });
	await labels.first().waitFor();
	const [heading, ...columns] = (await labels.allInnerTexts())
		.map((text) => text.split('\n')[0]?.trim() ?? '')
		.filter((text) => text !== '');
	expect(heading).toBe('Values to Send');
	return columns;
}

scene(
	'the lists of scripts, lines and voices are filled, and the mapper shows the columns of the script',
	async (stage) => {
		const { editor } = stage;
		await openAiCall(stage, { resource: 'call', operation: 'place' });
		const scripts = await editor.openList('robotId');
		// Usable scripts come first. The name of any other script says why it cannot be used. Deleted scripts are left out.
		expect(scripts).toEqual([
			'售后回访 (5201)',
			'满意度调查 (5202)',
			'还款提醒 (5203)',
			'保单续期 (5204)',
			'预约确认 (5207)',
			'新品预约（审核中） (5199, Under review)',
			'活动邀约（未通过） (5205, Not passed)',
			'会员生日祝福（待发布） (5206, Pending publication)',
		]);
		await editor.pickFromList('robotId', '售后回访');
		expect(await mappedColumns(stage)).toEqual([NUMBER, '姓名', '预约时间']);

		expect(await editor.openList('lineNum')).toEqual(
			expect.arrayContaining([expect.stringMatching(/^055168204601 \(10 calls\)$/)]),
		);
		await editor.pickFromList('lineNum', '055168204601');
		await editor.addOption('Voice');
		expect(await editor.openList('voiceCode')).toEqual(
			expect.arrayContaining([expect.stringMatching(/^晓晴 \(female, 65580\)$/i)]),
		);
		await editor.pickFromList('voiceCode', '晓晴');

		await editor.openList('robotId');
		await editor.pickFromList('robotId', '还款提醒');
		await editor.parameters
			.getByTestId('mapping-fields-container')
			.getByText('金额')
			.first()
			.waitFor();
		// The script has two columns with the name 金额.
		expect(await mappedColumns(stage)).toEqual([NUMBER, '姓名', '金额', '金额 (2)']);
	},
);

scene(
	'with a wrong secret, the error in a list says only once what is wrong, and says what to do',
	async (stage) => {
		const { rest, page, simulator } = stage;
		const wrong = await rest.createCredential('iflytekAiCallApi', 'With a wrong secret', {
			appKey: DEFAULT_APP_KEY,
			appSecret: 'x'.repeat(44),
			baseUrl: simulator.baseUrls.call,
		});
		await openAiCall(stage, { resource: 'call', operation: 'place' }, wrong);
		await page.getByTestId('resource-locator-robotId').getByTestId('rlc-input').click();
		const error = page.getByTestId('rlc-error-container').filter({ visible: true });
		await error.getByText('App Key or App Secret is wrong').waitFor();
		const text = await error.innerText();
		expect(text.match(/is wrong/g)).toHaveLength(1);
		expect(text).toContain(
			`Copy both again, as a pair, from ${CONSOLE}: your application, Opened Services.`,
		);
	},
);

scene(
	'a task created with the fields at the top of the panel is in the list of tasks, and Add Rows shows the columns of its script',
	async (stage) => {
		const { editor, page, picture } = stage;
		await openAiCall(stage, {
			resource: 'task',
			operation: 'create',
			runMode: 'real',
			options: {
				begin: '2030-01-07T09:00:00',
				end: '2030-01-11T18:00:00',
				recalls: 2,
				recallWait: 600,
			},
		});
		expect((await editor.labels()).slice(2, 7)).toEqual([
			'Name',
			'Script',
			'Line',
			'Mode',
			'Options',
		]);
		for (const label of ['Start Time', 'End Time', 'Redials', 'Redial Wait (Seconds)'])
			expect(await editor.labels()).toContain(label);
		await editor.fill('taskName', '回访任务');
		await editor.openList('robotId');
		await editor.pickFromList('robotId', '售后回访');
		await editor.openList('lineNum');
		await editor.pickFromList('lineNum', '055168204601');
		await page.setViewportSize({ width: 1440, height: 1150 });
		await picture('create-task');
		await page.setViewportSize({ width: 1440, height: 900 });
		await editor.executeStep();
		await editor.output.getByTestId('node-run-status-success').waitFor();
		await editor.showOutputAs('table');
		const [taskId] = /\d+/.exec(await editor.output.locator('table tbody').innerText()) ?? [];
		expect(stage.simulator.aiCall.tasks).toMatchObject([{ taskId, taskName: '回访任务' }]);

		await openAiCall(stage, { resource: 'task', operation: 'addRows' });
		expect(await editor.openList('taskId')).toEqual([
			expect.stringContaining(`回访任务 (${taskId ?? ''}`),
		]);
		await editor.pickFromList('taskId', '回访任务');
		expect(await mappedColumns(stage)).toEqual([NUMBER, '姓名', '预约时间']);
	},
);

scene(
	'the mapper says what to choose first, proposes fields of the input, and names the columns when it maps automatically',
	async (stage) => {
		const { editor, page, credentials, picture } = stage;
		const sheet = [{ name: '王女士', mobile: '138 0000 0001', amount: 120 }];
		const place = { resource: 'call', operation: 'place' };
		await openAiCall(stage, place, credentials.iflytekAiCallApi, listOf(sheet));
		const notice = editor.parameters.getByTestId('empty-fields-notice');
		await notice.getByText('Choose a script first, from the list or by its ID.').waitFor();
		expect(await editor.parameters.getByText(/No columns found/).count()).toBe(0);
		// The data of the input.
		await editor.panel.getByText('Execute previous nodes').click();
		await editor.panel.getByText('138 0000 0001').first().waitFor();

		await editor.openList('robotId');
		await editor.pickFromList('robotId', '还款提醒');
		expect(await mappedColumns(stage)).toEqual([NUMBER, '姓名', '金额', '金额 (2)']);
		const columnsInView = async (): Promise<string[]> => {
			const columns = [NUMBER, '姓名', '金额', '金额 (2)'];
			return (await editor.labelsInView()).filter((label) => columns.includes(label));
		};
		expect(await columnsInView()).toEqual([NUMBER, '姓名', '金额', '金额 (2)']);
		await page.setViewportSize({ width: 1280, height: 720 });
		expect(await columnsInView()).toEqual([NUMBER, '姓名']);
		await page.setViewportSize({ width: 1440, height: 900 });
		const values = editor.parameters
			.getByTestId('mapping-fields-container')
			.locator('.cm-content')
			.filter({ visible: true });
		await values.first().waitFor();
		expect(await values.allInnerTexts()).toEqual([
			'{{ $json.mobile }}',
			'{{ $json.name }}',
			'{{ $json.amount }}',
		]);

		await editor.openList('lineNum');
		await editor.pickFromList('lineNum', '055168204601');
		await page.setViewportSize({ width: 1440, height: 1150 });
		await picture('call-columns');
		await page.setViewportSize({ width: 1440, height: 900 });

		await editor.mapAutomatically();
		await notice.waitFor();
		expect(await notice.innerText()).toBe(
			`Columns of script 5203: ${NUMBER}, 姓名, 金额, 金额 (2)`,
		);
		await page.getByTestId('mapping-mode-select').scrollIntoViewIfNeeded();
	},
);

scene(
	'Skip Customers asks for a Row Key only for a key, and Add Rows has no keys',
	async (stage) => {
		const { editor } = stage;
		await openAiCall(stage, { resource: 'call', operation: 'place' });
		expect(await editor.optionsOf('skipCustomers')).toEqual([
			'Called Today',
			'Called Today with the Same Values',
			'With a Key Sent Before',
			'None',
		]);
		const offered = async () => (await editor.offeredFields()).flat();
		expect(await editor.labels()).not.toContain('Row Key');
		expect(await offered()).not.toContain('Remembered Row Keys');
		expect(await offered()).not.toContain('Split Rejected Batches');
		await editor.choose('skipCustomers', 'With a Key Sent Before');
		expect(await editor.labels()).toContain('Row Key');
		expect(await offered()).toContain('Remembered Row Keys');

		await openAiCall(stage, { resource: 'task', operation: 'addRows' });
		expect(await editor.optionsOf('skipCustomers')).toEqual([
			'Called Today',
			'Called Today with the Same Values',
			'None',
		]);
	},
);

scene(
	'as the tool of an agent, the model is asked for the columns by their names',
	async (stage) => {
		const { rest, credentials, editor } = stage;
		const credential = credentials.iflytekAiCallApi;
		const { id } = await rest.createWorkflow(
			chain('A tool', [
				{
					name: 'Tool',
					type: 'n8n-nodes-xfyun.iflytekAiCallTool',
					parameters: {
						resource: 'call',
						operation: 'place',
						robotId: { __rl: true, mode: 'list', value: '5203' },
					},
					credentials: credential ? [credential] : [],
				},
			]),
		);
		await editor.openWorkflow(id);
		await editor.openNode('Tool');
		const labels = await mappedColumns(stage);
		const columns = labels.filter((label) => label !== 'Description');
		expect(columns).toEqual([
			`Column 1: ${NUMBER}`,
			'Column 2: 姓名',
			'Column 3: 金额',
			'Column 4: 金额',
		]);
		const seen = await editor.labelsInView();
		// The first column is on the first screen.
		expect(seen).toContain(columns[0]);
		const asked = editor.parameters.getByTestId('mapping-fields-container').locator('textarea');
		const descriptions = await asked.evaluateAll((fields: { value: string }[]) =>
			fields.map(({ value }) => value),
		);
		expect(descriptions).toEqual([
			`The customer's phone number (${NUMBER})`,
			'姓名',
			'金额',
			'金额 (2)',
		]);
		await editor.parameters.getByText('The model decides when to call').waitFor();
	},
);
