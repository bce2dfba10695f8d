/** examples/campaign.json from the upload of a sheet to the last page, for the sheets that people have. */
import type { Page } from 'playwright-core';

import { publishCampaign, sheetTemplate, type Campaign } from '../e2e/lib/campaign';
import { neverCall, publishCalls } from '../e2e/lib/publishedExample';
import { useStage, type Stage } from './lib/stage';

const { scene } = useStage();

const TABLE = 'Lines of the sheets';
const PAGE_MS = 60_000;
/** What a person must not see: a value that is not there, and n8n's own pages for errors. */
const NOT_FOR_PEOPLE =
	/undefined|null|NaN|\[object|Problem submitting|problem running|Error in workflow/i;

let campaign: Campaign | undefined;

/** Publishes both examples, the first time that a test needs them. */
async function published({ rest, simulator, credentials }: Stage): Promise<Campaign> {
	if (campaign) return campaign;
	const { aiCall } = simulator;
	const { url } = await publishCalls(rest, TABLE);
	aiCall.setUrls({ receiveCallRecord: url, receiveDialog: url, receiveVoice: url });
	aiCall.clock.setSpeed(0);
	campaign = await publishCampaign(rest, credentials, TABLE);
	return campaign;
}

/** The text of a page, which a person understands. */
async function textOf(page: Page): Promise<string> {
	const text = await page.locator('body').innerText();
	expect(text).not.toMatch(NOT_FOR_PEOPLE);
	return text;
}

/** Uploads a sheet, and returns the texts of the page with the check and of the last page. */
async function walk(stage: Stage, csv: string): Promise<{ check: string; last: string }> {
	const { formUrl } = await published(stage);
	const form = await stage.page.context().newPage();
	form.setDefaultTimeout(PAGE_MS);
	await form.goto(formUrl);
	const buffer = Buffer.from(csv);
	await form
		.locator('input[type=file]')
		.setInputFiles({ name: 'sheet.csv', mimeType: 'text/csv', buffer });
	await form.getByRole('button', { name: 'Check the sheet' }).click();
	await form.getByText('would be called').first().waitFor();
	const check = await textOf(form);
	await form.getByText('Call them').click();
	await form.getByRole('button', { name: 'Go on' }).click();
	await form.getByText(/The calls begin|Nobody is called/).waitFor();
	const last = await textOf(form);
	await form.close();
	return { check, last };
}

scene('a good sheet is called; two minutes later it is not called again', async (stage) => {
	const { check, last } = await walk(stage, await sheetTemplate());
	expect(check).toContain('4 of 4 would be called. Calling begins at once, ');
	expect(check).not.toContain('Line ');
	expect(last).toMatch(
		/The calls begin\s+4 people are called: calling begins at once, .+ in China\. Task: \d+\./,
	);
	const { tasks } = stage.simulator.aiCall;
	const again = await walk(stage, await sheetTemplate());
	expect(again.last).toMatch(
		/Nobody is called\s+All 4 were called today, nobody is called now\.\s*$/,
	);
	expect(stage.simulator.aiCall.tasks).toEqual(tasks);
});

scene(
	'a title, other headings and blank rows do no harm, and only the row with a wrong number is blamed',
	async (stage) => {
		const sheet = [
			'November survey',
			'',
			'No,Mobile Number,客户姓名,预约,Remark',
			'1,154 0001 0101,王女士,11月24日上午,',
			',,,,',
			'2,1540001010,李先生,11月24日下午,one digit is missing',
			'3,+86 154-0001-0103,赵先生,,',
		];
		const { check, last } = await walk(stage, sheet.join('\r\n'));
		expect(check).toContain('2 of 3 would be called.');
		expect(check.match(/Line \d+, .*/g)).toEqual([
			expect.stringMatching(/^Line 6, 1540001010: .*it has 10 digits, not 11/),
			expect.stringMatching(/^Line 7, 15400010103: Column "预约时间" is empty/),
		]);
		expect(check).not.toMatch(/may have the values of the columns/);
		expect(last).toMatch(/The calls begin\s+2 people are called/);
		const rows = stage.simulator.aiCall.acceptedRows.slice(-2);
		expect(rows.map(({ values }) => values)).toEqual([
			['15400010101', '王女士', '11月24日上午'],
			['15400010103', '赵先生', ''],
		]);
	},
);

scene('who is ticked never_call is not called, and only this row says so', async (stage) => {
	await published(stage);
	await neverCall(stage.rest, TABLE, '15400010202');
	const sheet = '客户手机号码,姓名,预约时间\n15400010201,王,x\n15400010202,李,x\n';
	const { check, last } = await walk(stage, sheet);
	expect(check).toContain('1 of 2 would be called.');
	expect(check.match(/Line \d+, .*/g)).toEqual([
		'Line 3, 15400010202: The number is on the do-not-call list',
	]);
	expect(last).toMatch(/The calls begin\s+1 person is called/);
	const alone = await walk(stage, '客户手机号码,姓名,预约时间\n15400010202,李,x\n');
	expect(alone.check).toContain('0 of 1 would be called.');
	expect(alone.last).toMatch(
		/Nobody is called\s+1 person is not called: The number is on the do-not-call list\s*$/,
	);
});

scene(
	'if the platform refuses the check, the task or its start, the last page says so',
	async (stage) => {
		const { aiCall } = stage.simulator;
		const tasks = aiCall.tasks.length;
		const sheet = '客户手机号码,姓名,预约时间\n15400010301,王,x\n15400010302,李,x\n';
		aiCall.failNext('configQuery', { kind: 'code', code: 10021 });
		const unchecked = await walk(stage, sheet);
		expect(unchecked.check).toMatch(/0 of 2 would be called\.\s+2 lines \(2, 3\): .*refused/);
		expect(unchecked.last).toMatch(/Nobody is called\s+2 people are not called: .*refused/);
		aiCall.failNext('taskCreate', { kind: 'code', code: 10021 });
		const refused = await walk(stage, sheet);
		expect(refused.check).toContain('2 of 2 would be called.');
		expect(refused.last).toMatch(/Nobody is called\s+2 people are not called: .*refused to create/);
		expect(aiCall.tasks).toHaveLength(tasks);
		const left = () => aiCall.tasks.filter(({ deleted }) => !deleted).length;
		const before = left();
		aiCall.failNext('taskStart', { kind: 'code', code: 10021 });
		const unstarted = await walk(stage, sheet);
		expect(unstarted.last).toMatch(
			/Nobody is called\s+2 people are not called: .*refused to start/,
		);
		expect(left()).toBe(before);
	},
);

scene('if the do-not-call list cannot be read, nobody is called', async (stage) => {
	const { rest, credentials, page, simulator } = stage;
	const { id, formUrl } = await publishCampaign(rest, credentials, 'No such table');
	const tasks = simulator.aiCall.tasks.length;
	const form = await page.context().newPage();
	form.setDefaultTimeout(PAGE_MS);
	await form.goto(formUrl);
	const buffer = Buffer.from(await sheetTemplate());
	await form
		.locator('input[type=file]')
		.setInputFiles({ name: 'sheet.csv', mimeType: 'text/csv', buffer });
	await form.getByRole('button', { name: 'Check the sheet' }).click();
	await form.getByText('The do-not-call list could not be read').waitFor();
	expect(await textOf(form)).toContain('Nobody is called');
	expect(simulator.aiCall.tasks).toHaveLength(tasks);
	await form.close();
	for (const workflow of [id, campaign?.id ?? id]) await rest.deactivate(workflow);
});
