/** examples/campaign.json, from the upload of the sheet to the report. */
import { startSimulator, type Simulator } from '../simulator';
import { decide, publishCampaign, sheetTemplate, uploadSheet, type Campaign } from './lib/campaign';
import { localCredentials, storeCredentials } from './lib/platform';
import { endedExecutions, jsonOf, neverCall, publishCalls } from './lib/publishedExample';
import type { RestClient } from './lib/rest';
import { sharedN8n } from './shared';
import { describeOnPinned } from './shared/pinned';

const TABLE = 'Calls of campaigns';

describeOnPinned('examples/campaign.json', () => {
	let rest: RestClient;
	let simulator: Simulator;
	let campaign: Campaign;

	beforeAll(async () => {
		({ rest } = sharedN8n());
		simulator = await startSimulator({ aiCall: { speed: 0, pushTimeoutMs: 20_000 } });
		const calls = await publishCalls(rest, TABLE);
		campaign = await publishCampaign(
			rest,
			await storeCredentials(rest, localCredentials(simulator)),
			TABLE,
		);
		const { url } = calls;
		simulator.aiCall.setUrls({ receiveCallRecord: url, receiveDialog: url });
		await neverCall(rest, TABLE, '15400019999');
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

	test('the page shows the check; valid rows are called; the report has a line for each customer', async () => {
		const sheet = `${await sheetTemplate()}154 0001 0002,李先生,again\n154-0001-9999,不打扰,x\n1540001000,短号,x\n`;
		const page = await uploadSheet(campaign, sheet);
		for (const text of [
			'<b>4 of 7 would be called.</b>',
			'Calling begins at once',
			'<li>Line 6, 15400010002: Another row has the same number (15400010002, 李先生)</li>',
			'<li>Line 7, 15400019999: The number is on the do-not-call list</li>',
			'<li>Line 8, 1540001000: ',
			'it has 10 digits',
		])
			expect(page.text).toContain(text);
		expect(simulator.aiCall.tasks).toEqual([]);
		const lastPage = await decide(page, 'Call them');
		expect(lastPage.text).toContain('The calls begin');
		expect(lastPage.text).toContain('4 people are called');

		simulator.aiCall.runCalls();
		await simulator.aiCall.settled();
		const [execution] = await endedExecutions(rest, campaign.id, 1, 'trigger');
		expect(execution?.error).toBeUndefined();
		const [task] = simulator.aiCall.tasks;
		// The report has the phone numbers as they were sent.
		const line = (index: number, customer: string, day: string, outcome: object) => ({
			客户手机号码: `1540001000${index}`,
			姓名: customer,
			预约时间: day,
			state: 'accepted',
			reason: '',
			answered: false,
			seconds: 0,
			intention: '',
			recording: '',
			call_again: 'no',
			task_id: task?.taskId,
			...outcome,
		});
		expect(execution && jsonOf(execution, 'What Came of Each')).toEqual([
			line(1, '王女士', '11月24日上午', {
				result: 'User busy (short busy tone, long busy tone, silence)',
				call_again: 'yes',
			}),
			line(2, '李先生', '11月24日下午', {
				result:
					'User did not answer (ringback tone, no one answering, rejected, incoming-call reminder)',
				call_again: 'yes',
			}),
			line(3, '赵先生', '11月25日上午', { result: 'Empty number (number changed)' }),
			line(4, '周女士', '11月25日下午', {
				result: 'Customer hung up after answering',
				answered: true,
				seconds: 12,
				intention: 'B',
			}),
		]);
		expect(simulator.aiCall.acceptedRows.map(({ values }) => values[0])).toEqual([
			'15400010001',
			'15400010002',
			'15400010003',
			'15400010004',
		]);
		expect(simulator.aiCall.tasks.map(({ taskName, rows }) => [taskName, rows])).toEqual([
			[expect.stringMatching(/^campaign \d{4}-\d\d-\d\d \d\d:\d\d #\d+$/), 4],
		]);
	});
});
