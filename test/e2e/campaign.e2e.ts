/** examples/campaign.json, from the upload of the sheet to the report. */
import { startSimulator, type Simulator } from '../simulator';
import { decide, publishCampaign, sheetTemplate, uploadSheet, type Campaign } from './lib/campaign';
import { localCredentials, storeCredentials } from './lib/platform';
import { endedExecutions, jsonOf } from './lib/publishedExample';
import type { RestClient } from './lib/rest';
import { chain, MANUAL_TRIGGER } from './lib/workflows';
import { sharedN8n } from './shared';
import { describeOnPinned } from './shared/pinned';

describeOnPinned('examples/campaign.json', () => {
	let rest: RestClient;
	let simulator: Simulator;
	let campaign: Campaign;

	beforeAll(async () => {
		({ rest } = sharedN8n());
		simulator = await startSimulator({ aiCall: { speed: 0, pushTimeoutMs: 20_000 } });
		campaign = await publishCampaign(
			rest,
			await storeCredentials(rest, localCredentials(simulator)),
		);
		simulator.aiCall.setUrls({
			receiveCallRecord: campaign.pushUrl,
			receiveDialog: campaign.pushUrl,
		});
		simulator.aiCall.setCustomers({
			15400010001: 'busy',
			15400010002: 'noAnswer',
			15400010003: 'emptyNumber',
			15400010004: { result: 'answersAndHangsUp', talkSeconds: 12, tagMax: 'B' },
		});
	});

	afterAll(async () => {
		await rest.deactivate(campaign.id);
		await simulator.close();
	});

	/** Puts a number into the table Do not call. */
	async function doNotCall(phone: string): Promise<void> {
		const insert = {
			name: 'Insert',
			type: 'n8n-nodes-base.dataTable',
			typeVersion: 1.1,
			parameters: {
				resource: 'row',
				operation: 'insert',
				dataTableId: { __rl: true, mode: 'name', value: 'Do not call' },
				columns: {
					mappingMode: 'defineBelow',
					value: { phone },
					matchingColumns: [],
					schema: [
						{
							id: 'phone',
							displayName: 'phone',
							required: false,
							defaultMatch: false,
							display: true,
							type: 'string',
						},
					],
				},
			},
		};
		const { id } = await rest.createWorkflow(chain('List', [MANUAL_TRIGGER, insert]));
		expect((await rest.run(id)).error).toBeUndefined();
	}

	test('no task is created if the user answers "Call nobody", or if no row of the sheet is valid', async () => {
		const page = await uploadSheet(campaign, await sheetTemplate());
		expect(page.text).toContain('<b>4 of 4 would be called.</b>');
		const lastPage = await decide(page, 'Call nobody');
		expect(lastPage.text).toContain('Nobody is called');

		const invalid = await uploadSheet(campaign, '客户手机号码,姓名\n123,王女士\n');
		expect(invalid.text).toContain('<b>0 of 1 would be called.</b>');
		expect((await decide(invalid, 'Call them')).text).toContain('Nobody is called');
		expect(simulator.aiCall.tasks).toEqual([]);
		expect(simulator.aiCall.acceptedRows).toEqual([]);
	});

	test('the page shows the check; valid rows are called; busy and unanswered numbers are called again; the report lists each customer', async () => {
		await doNotCall('+86 154-0001-0006');
		const sheet = `${await sheetTemplate()}154 0001 0002,李先生,again\n15400010006,不打扰,x\n1540001000,短号,x\n`;
		const page = await uploadSheet(campaign, sheet);
		for (const text of [
			'<b>4 of 7 would be called.</b>',
			'The number is in an earlier row (line 6)',
			'The number is in the table Do not call (line 7)',
			'it has 10 digits',
			'(line 8)',
		])
			expect(page.text).toContain(text);
		expect(simulator.aiCall.tasks).toEqual([]);
		const lastPage = await decide(page, 'Call them');
		expect(lastPage.text).toContain('The calls begin');
		expect(lastPage.text).toContain('4 people are called');

		const reports: object[][] = [];
		for (let tries = 1; tries <= 3; tries++) {
			simulator.aiCall.runCalls();
			await simulator.aiCall.settled();
			// The second customer answers on the second try.
			simulator.aiCall.setCustomers({
				15400010002: { result: 'answers', talkSeconds: 30, tagMax: 'A' },
			});
			const executions = await endedExecutions(rest, campaign.id, tries, 'trigger');
			const execution = executions.at(-1);
			expect(execution?.error).toBeUndefined();
			if (execution) reports.push(jsonOf(execution, 'Report'));
		}
		const name = expect.stringMatching(/^Call campaign \d{4}-\d\d-\d\d \d\d:\d\d #\d+$/) as string;
		// The report has the phone numbers as they are in the sheet.
		const line = (index: number, customer: string, day: string, outcome: object) => ({
			campaign: name,
			客户手机号码: index === 4 ? '+86 154-0001-0004' : `1540001000${index}`,
			姓名: customer,
			预约时间: day,
			state: 'accepted',
			reason: '',
			...outcome,
		});
		expect(reports.at(-1)).toEqual([
			line(1, '王女士', '11月24日上午', {
				tries: 3,
				result: 'User busy (short busy tone, long busy tone, silence)',
				answered: false,
				seconds: 0,
				intention: '',
			}),
			line(2, '李先生', '11月24日下午', {
				tries: 2,
				result: 'Success',
				answered: true,
				seconds: 30,
				intention: 'A',
			}),
			line(3, '赵先生', '11月25日上午', {
				tries: 1,
				result: 'Empty number (number changed)',
				answered: false,
				seconds: 0,
				intention: '',
			}),
			line(4, '周女士', '11月25日下午', {
				tries: 1,
				result: 'Customer hung up after answering',
				answered: true,
				seconds: 12,
				intention: 'B',
			}),
		]);
		expect(simulator.aiCall.acceptedRows.map(({ values }) => values[0])).toEqual([
			...['15400010001', '15400010002', '15400010003', '15400010004'],
			...['15400010001', '15400010002'],
			'15400010001',
		]);
		expect(simulator.aiCall.tasks.map(({ taskName, rows }) => [taskName.slice(-5), rows])).toEqual([
			['try 1', 4],
			['try 2', 2],
			['try 3', 1],
		]);
	});
});
