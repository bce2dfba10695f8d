/**
 * Counts how often a user has to click, and how many fields the user has to fill in, to reach a goal. Some users begin with
 * an empty canvas, others with a workflow that has their data.
 */
import { promises as fs } from 'node:fs';
import path from 'node:path';

import { OUTBOUND } from '../engine/callPushes';
import { ANY_TIME, listOf } from '../e2e/lib/calls';
import { REPOSITORY } from '../e2e/lib/pack';
import { print } from '../e2e/lib/terminal';
import { post } from '../e2e/lib/triggers';
import { waitFor } from '../e2e/lib/rest';
import { chain, MANUAL_TRIGGER, type NodeSketch } from '../e2e/lib/workflows';
import { uncounted } from './lib/effort';
import { useStage, type Stage } from './lib/stage';

const { scene } = useStage();

/** The time limit for a large run on a busy machine. */
const RUN_MS = 120_000;

/** Forgets the clicks and entries so far. */
function startCounting({ effort }: Stage): void {
	effort.take();
}

/** Prints the number of clicks and entries, and compares them with the expected numbers. */
function expectEffort({ effort }: Stage, goal: string, clicks: number, entries: number): void {
	const counted = effort.take();
	print(`${goal}: ${counted.clicks} clicks, ${counted.entries} entries`);
	expect({ goal, ...counted }).toEqual({ goal, clicks, entries });
}

/** Opens a workflow that has a user's data, which was run. The user's clicks count from then on. */
async function openData(stage: Stage, dataNodes: NodeSketch[]): Promise<void> {
	const { rest, editor } = stage;
	const { id } = await rest.createWorkflow(chain('Walk', [MANUAL_TRIGGER, ...dataNodes]));
	await editor.openWorkflow(id);
	await editor.execute();
	const last = editor.node(dataNodes.at(-1)?.name ?? '');
	await last.getByTestId('canvas-node-status-success').waitFor({ timeout: RUN_MS });
	startCounting(stage);
}

const ROWS = 200;

/** A sheet whose columns are not named as those of the script. */
const sheet = Array.from({ length: ROWS }, (_, index) => ({
	name: `客户${index}`,
	mobile: String(13_900_000_000 + index),
	amount: 100 + index,
}));

/** The same sheet with phone numbers that cannot be called. */
const BAD_NUMBERS = ['1380013', 'abc', '', '0551-68204601'];
const sheetWithBadNumbers = sheet.map((row, index) => ({
	...row,
	mobile: BAD_NUMBERS[(index - 7) / 25] ?? row.mobile,
}));

/** The script has four columns. The editor proposes fields for the first three. */
async function chooseScriptAndLine({ editor }: Stage): Promise<void> {
	await editor.openList('robotId');
	await editor.pickFromList('robotId', '还款提醒');
	await editor.openList('lineNum');
	await editor.pickFromList('lineNum', '055168204601');
	await editor.dragOntoColumn('amount', '金额 (2)');
}

/** The time of day at which the test runs must not matter. */
async function allowAnyTime({ editor, page }: Stage): Promise<void> {
	await uncounted(page, async () => {
		await editor.addOption('Calling Times');
		await editor.fill('hours', ANY_TIME);
	});
}

scene(
	'the owner of a campaign checks 200 rows, makes a test call, and then calls the customers',
	async (stage) => {
		const { editor, simulator } = stage;
		await openData(stage, listOf(sheetWithBadNumbers));
		await editor.addBehindLast('place call', 'iFLYTEK AI Call', 'Place calls');
		await chooseScriptAndLine(stage);
		await allowAnyTime(stage);
		await editor.executeStep();
		const checked = editor.output.getByText(/Check, nothing was sent/).first();
		await checked.waitFor({ timeout: RUN_MS });
		expect(await checked.innerText()).toMatch(
			/^Check, nothing was sent: 196 ready to be called · 4 with problems/,
		);
		await editor.output.getByText('As long as a row has a problem, a run sends nothing.').waitFor();
		expectEffort(stage, 'Place with 200 rows, to the check', 9, 1);

		await editor.choose('runMode', 'Call My Number');
		await editor.fill('testNumber', '13800138000');
		await editor.executeStep();
		await waitFor('The test call', RUN_MS, async () =>
			Promise.resolve(simulator.aiCall.acceptedRows.length === 1 ? true : undefined),
		);
		expect(simulator.aiCall.acceptedRows.map(({ values }) => values)).toEqual([
			['13800138000', '客户0', '100', '100'],
		]);
		expectEffort(stage, 'Place: a test call', 3, 1);

		await editor.addOption('If Rows Have Problems');
		await editor.choose('ifProblems', 'Send the Others');
		await editor.choose('runMode', 'Call All Rows');
		await editor.executeStep();
		await editor.output
			.getByText(/196 accepted/)
			.first()
			.waitFor({ timeout: RUN_MS });
		const called = 1 + ROWS - BAD_NUMBERS.length;
		expect(simulator.aiCall.acceptedRows).toHaveLength(called);
		expectEffort(stage, 'Place with 200 rows, from the check to the calls', 7, 0);

		// A second click calls nobody, and says so.
		await editor.executeStep();
		await editor.output
			.getByText(
				'196 rows were sent before and left out. To send them again, set Skip Customers to None for one run.',
			)
			.first()
			.waitFor({ timeout: RUN_MS });
		expect(simulator.aiCall.acceptedRows).toHaveLength(called);
	},
);

scene('the owner of a campaign goes from 200 rows to a running campaign', async (stage) => {
	const { editor, simulator } = stage;
	/** The number of rows of each task with the name of the campaign, and whether it was started. */
	const campaigns = (): [number, boolean][] =>
		simulator.aiCall.tasks
			.filter(({ taskName }) => taskName === '还款提醒')
			.map(({ rows, status }) => [rows, status > 0]);
	await openData(stage, listOf(sheet));
	await editor.addBehindLast('campaign', 'iFLYTEK AI Call', 'Run campaign');
	await editor.fill('taskName', '还款提醒');
	await chooseScriptAndLine(stage);
	await editor.executeStep();
	await editor.output
		.getByText(/200 ready/)
		.first()
		.waitFor({ timeout: RUN_MS });
	expect(campaigns()).toEqual([]);
	await editor.choose('runMode', 'Call All Rows');
	await editor.executeStep();
	await editor.output
		.getByText(/it calls 200 customers/)
		.first()
		.waitFor({ timeout: RUN_MS });
	expect(campaigns()).toEqual([[ROWS, true]]);
	expectEffort(stage, 'Run Campaign with 200 rows: check and start', 12, 2);
});

/** 30 customers as people write them: six of them cannot be called, or only once. */
const WRONG_NUMBERS = ['1.54E+10', '1390000', 'abc', '', '0551-68204601', '13900000000'];
const flawedSheet = Array.from({ length: 30 }, (_, index) => ({
	手机: WRONG_NUMBERS[(index - 4) / 5] ?? String(13_900_000_000 + index),
	姓名: `客户${index}`,
	预约时间: '周五上午',
}));

scene('the owner of a campaign checks a sheet of 30 rows with flaws', async (stage) => {
	const { editor, simulator } = stage;
	const tasks = simulator.aiCall.tasks.length;
	await openData(stage, listOf(flawedSheet));
	await editor.addBehindLast('campaign', 'iFLYTEK AI Call', 'Run campaign');
	await editor.fill('taskName', '回访');
	await editor.openList('robotId');
	await editor.pickFromList('robotId', '售后回访');
	await editor.openList('lineNum');
	await editor.pickFromList('lineNum', '055168204601');
	await editor.executeStep();
	const checked = editor.output.getByText(/Check, nothing was sent/).first();
	await checked.waitFor({ timeout: RUN_MS });
	expect(await checked.innerText()).toMatch(
		/^Check, nothing was sent: 24 ready to be called · 5 with problems \(1\.54E\+10, 1390000, abc, \(empty\), 0551-68204601\) · 1 with the number or key of another row\. /,
	);
	expect(simulator.aiCall.tasks).toHaveLength(tasks);
	expectEffort(stage, 'Run Campaign with 30 rows with flaws, to the check', 8, 2);
});

scene('a new user segments a text, from an empty canvas', async (stage) => {
	const { editor } = stage;
	await editor.newWorkflow();
	startCounting(stage);
	await editor.openCreator();
	await editor.search('分词', 'iFLYTEK');
	await editor.pick('iFLYTEK');
	await editor.pick('Segment words');
	await editor.panel.waitFor();
	await editor.fill('text', '他叫汤姆去拿外衣。');
	await editor.executeStep();
	await editor.output.getByTestId('node-run-status-success').waitFor();
	expectEffort(stage, 'Segment Words from an empty canvas', 4, 2);
});

scene('a developer receives the push of a call, from an empty canvas', async (stage) => {
	const { editor } = stage;
	await editor.newWorkflow();
	startCounting(stage);
	await editor.openCreator();
	await editor.search('通话记录', 'iFLYTEK AI Call');
	await editor.pick('iFLYTEK AI Call');
	await editor.pick('On call ended');
	await editor.panel.waitFor();
	await editor.panel.getByText('Webhook URLs', { exact: true }).click();
	const testUrl = editor.panel.getByText(/^https?:\/\/\S+\/webhook-test\/\S+$/).first();
	const url = (await testUrl.innerText()).trim();
	await editor.listen();
	await waitFor('The push', RUN_MS, async () =>
		(await post(url, OUTBOUND)).status === 404 ? undefined : true,
	);
	await editor.output.getByText(OUTBOUND.call_uuid).first().waitFor();
	expectEffort(stage, 'Receiving a push, from an empty canvas', 5, 1);
});

scene('a moderator checks 500 images', async (stage) => {
	const { editor } = stage;
	const image = await fs.readFile(path.join(REPOSITORY, 'test/fixtures/images/tiny.png'), 'base64');
	const jsCode = `return Array.from({ length: 500 }, (_, index) => ({ json: { index }, binary: { data: { data: '${image}', mimeType: 'image/png', fileName: index + '.png' } } }));`;
	await openData(stage, [
		{ name: 'Images', type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } },
	]);
	await editor.addBehindLast('violence', 'iFLYTEK', 'Detect violent images');
	await editor.executeStep();
	await editor.output.getByTestId('node-run-status-success').waitFor({ timeout: RUN_MS });
	await editor.output.getByText('500 items').first().waitFor();
	expectEffort(stage, 'Detect Violence for 500 images', 4, 1);
});

scene('the builder of an agent adds a tool whose text the model fills in', async (stage) => {
	const { rest, editor, page } = stage;
	const { id } = await rest.createWorkflow(
		chain('Agent', [
			{ name: 'Chat', type: '@n8n/n8n-nodes-langchain.chatTrigger', typeVersion: 1.4 },
			{ name: 'Agent', type: '@n8n/n8n-nodes-langchain.agent', typeVersion: 3 },
		]),
	);
	await editor.openWorkflow(id);
	startCounting(stage);
	await editor.addTool('Agent', 'iflytek', 'iFLYTEK Tool');
	await page.getByTestId('from-ai-override-button').first().click();
	await editor.parameters.getByText('Defined automatically by the').waitFor();
	await editor.closeNode();
	expectEffort(stage, 'Adding a tool to an agent', 4, 1);
});
