import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import { Iflytek, runIflytek } from '../../nodes/Iflytek/Iflytek.node';
import { IflytekAiCall, runIflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import { IflytekAiCallTaskTrigger } from '../../nodes/IflytekAiCallTaskTrigger/IflytekAiCallTaskTrigger.node';
import { pollTasks } from '../../nodes/IflytekAiCallTaskTrigger/poll';
import { collectGarbage } from '../setup/collectGarbage';
import { quickClock } from '../setup/quickClock';
import { testInFull } from '../setup/size';
import { CallBench, customers, PLACE } from './aiCall';
import { Bench } from './iflytek';
import { PollingN8n } from './pollHarness';
import { until } from '../setup/until';

const RUNS = 100;
const calls = new CallBench({ speed: 0 });
const openPlatform = new Bench();

/** What n8n gave the node in each run. */
let contexts: WeakRef<object>[];
beforeEach(() => (contexts = []));
const note = (context: object) => contexts.push(new WeakRef(context));

class WatchedIflytek extends Iflytek {
	override async execute(this: IExecuteFunctions) {
		note(this);
		return await runIflytek(this, quickClock);
	}
}

class WatchedIflytekAiCall extends IflytekAiCall {
	override async execute(this: IExecuteFunctions) {
		note(this);
		return await runIflytekAiCall(this, quickClock);
	}
}

class WatchedTaskTrigger extends IflytekAiCallTaskTrigger {
	override async poll(this: IPollFunctions) {
		note(this);
		return await pollTasks(this);
	}
}

testInFull.each<[string, () => Promise<unknown>]>([
	[
		'iFLYTEK',
		async () =>
			await openPlatform.run(
				'text',
				{ resource: 'text', operation: 'segment', text: '好', options: {} },
				[{}],
				{ nodeType: new WatchedIflytek() },
			),
	],
	[
		'iFLYTEK AI Call',
		async () =>
			await calls.json(
				{ ...PLACE, skipCustomers: 'sentKey', rowKey: '={{ $json.客户手机号码 }}' },
				customers(2),
				{
					nodeType: new WatchedIflytekAiCall(),
				},
			),
	],
	[
		'iFLYTEK AI Call Task Status Trigger',
		async () => await new PollingN8n(new WatchedTaskTrigger(), {}, calls.held).start('activate'),
	],
])(`after ${RUNS} runs of %s, no earlier run is left in memory`, async (_node, run) => {
	for (let index = 0; index < RUNS; index++) await run();
	expect(contexts).toHaveLength(RUNS);
	// A run that has sent rows looks once more after half a second whether it still runs.
	await new Promise((resolve) => setTimeout(resolve, 600));
	await until(() => {
		collectGarbage();
		return contexts.filter((context) => context.deref() !== undefined).length <= 1;
	});
});
