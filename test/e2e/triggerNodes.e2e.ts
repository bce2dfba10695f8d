/** The two triggers in a real n8n, one request at a time. */
import { DIALOG, OUTBOUND } from '../engine/callPushes';
import { waitFor, type Execution, type RestClient } from './lib/rest';
import {
	codeNode,
	fieldsNode,
	listen,
	post,
	storeTrigger,
	type TriggerSketch,
} from './lib/triggers';
import { sharedN8n } from './shared';

let rest: RestClient;

beforeAll(() => {
	({ rest } = sharedN8n());
});

/** Waits until a workflow has `count` executions, and until they have ended. Returns them, oldest first. */
async function executions(workflowId: string, count: number): Promise<Execution[]> {
	const ids = await waitFor(`${count} executions`, 30_000, async () => {
		const found = await rest.executions(workflowId);
		return found.length >= count ? found.map(({ id }) => id).reverse() : undefined;
	});
	return await Promise.all(ids.map(async (id) => await rest.finished(id)));
}

const SUCCESS = { status: 200, text: 'success' };

describe('the call trigger', () => {
	test('a push to the production URL starts the workflow of the call trigger, and is answered with success', async () => {
		const { workflowId, url } = await storeTrigger(rest, { kind: 'call' });
		// A number that JavaScript cannot represent, in place of the same digits as text.
		const withNumericId = JSON.stringify(OUTBOUND).replace(
			'"346252615123869699"',
			'346252615123869699',
		);
		expect(await post(url, withNumericId)).toEqual(SUCCESS);
		expect(await post(url, DIALOG)).toEqual(SUCCESS);
		const [record, dialog] = await executions(workflowId, 2);
		expect(record?.status).toBe('success');
		expect(record?.items('Trigger')).toMatchObject([
			{
				json: {
					event: 'callRecord',
					task_data_id: '346252615123869699',
					row: { 客户手机号码: '13800000007', 姓名: '王芳' },
				},
			},
		]);
		expect(dialog?.items('Trigger')).toMatchObject([
			{ json: { event: 'dialog', transcript: 'Robot: 您好，请问方便吗？\nCustomer: 方便' } },
		]);
	});

	test('the call trigger accepts a push at the test URL while the editor listens', async () => {
		const { workflowId, testUrl } = await storeTrigger(
			rest,
			{ kind: 'call', parameters: { options: { dropRepeats: true } } },
			{ publish: false },
		);
		expect((await post(testUrl, OUTBOUND)).status).toBe(404);
		for (let count = 1; count <= 2; count++) {
			await listen(rest, workflowId);
			expect(await post(testUrl, OUTBOUND)).toEqual(SUCCESS);
			const found = await executions(workflowId, count);
			expect(found.at(-1)?.mode).toBe('manual');
			expect(found.at(-1)?.items('Trigger')).toMatchObject([
				{ json: { eventId: `${OUTBOUND.call_uuid}:callRecord:outbound:1` } },
			]);
		}
	});
});

const REQUEST = {
	business_id: '3186',
	app_id: '4207',
	robot_id: '5204',
	call_relation_id: 'R000042',
};

describe('the context trigger', () => {
	const publish = async (sketch: Partial<TriggerSketch>) =>
		await storeTrigger(rest, { kind: 'context', ...sketch });

	test('the context trigger answers with the first item of the last node, and turns its values into text', async () => {
		const code = codeNode(
			'return [{ json: { name: "王芳", points: 1250, id: $json.call_relation_id, by: $json.answerBy } }]',
		);
		const { workflowId, url } = await publish({ parameters: { deadline: 9000 }, then: [code] });
		const { status, text } = await post(url, REQUEST);
		const [execution] = await executions(workflowId, 1);
		expect(status).toBe(200);
		expect(JSON.parse(text)).toEqual({
			name: '王芳',
			points: '1250',
			id: 'R000042',
			by: execution?.items('Trigger')[0]?.json.answerBy,
		});
	});

	test('the context trigger accepts a request at the test URL while the editor listens', async () => {
		const { workflowId, testUrl } = await storeTrigger(
			rest,
			{
				kind: 'context',
				parameters: { deadline: 9000 },
				then: [fieldsNode({ name: '={{ $json.robot_id }}' })],
			},
			{ publish: false },
		);
		await listen(rest, workflowId);
		expect(await post(testUrl, REQUEST)).toEqual({ status: 200, text: '{"name":"5204"}' });
	});
});
