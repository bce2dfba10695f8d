/** examples/agent-tools.json: the agent calls nobody without a person's approval, whatever the model says. */
import { randomUUID } from 'node:crypto';

import { startSimulator, type Simulator } from '../simulator';
import { startChatModel, type ChatModel } from './lib/chatModel';
import { bindCredentials, readRealExample } from './lib/examples';
import { localCredentials, storeCredentials } from './lib/platform';
import { waitFor, type Execution, type RestClient } from './lib/rest';
import { sharedN8n } from './shared';
import { describeOnPinned } from './shared/pinned';

const ROW = { phone: '13800000021', name: '王小明', time: '明天上午九点' };
/** A request with the name of a browser. n8n takes any other request for a link preview, and ignores its answer. */
const BROWSER = {
	headers: {
		'User-Agent':
			'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
	},
};

interface Button {
	text: string;
	link: string;
}

describeOnPinned('examples/agent-tools.json', () => {
	let rest: RestClient;
	let simulator: Simulator;
	let model: ChatModel;
	let chat: string;

	beforeAll(async () => {
		({ rest } = sharedN8n());
		simulator = await startSimulator({ aiCall: { speed: 0 } });
		// The model also tries to approve the call itself.
		model = await startChatModel('Place_a_Call', {
			toolParameters: { ...ROW, approved: true },
			hitlParameters: { approved: true, data: { approved: true } },
			approved: true,
		});
		const openAiApi = await rest.createCredential('openAiApi', 'Stand-in', {
			apiKey: 'none',
			url: model.baseUrl,
		});
		const credentials = {
			openAiApi,
			...(await storeCredentials(rest, localCredentials(simulator))),
		};
		const example = bindCredentials(
			await readRealExample('agent-tools'),
			await rest.nodeTypes(),
			credentials,
		);
		const webhookId = randomUUID();
		const nodes = example.nodes.map((node) =>
			node.type.endsWith('.chatTrigger')
				? { ...node, webhookId, parameters: { ...node.parameters, public: true } }
				: node,
		);
		const { id } = await rest.createWorkflow({ ...example, nodes });
		await rest.activate(id);
		chat = `${rest.baseUrl}/webhook/${webhookId}/chat`;
	});

	afterAll(async () => {
		model.close();
		await simulator.close();
	});

	/** Waits until an execution waits at a node, and returns the execution. */
	async function waitingAt(executionId: string, node: string): Promise<Execution> {
		return await waitFor(`Execution ${executionId} at ${node}`, 60_000, async () => {
			const execution = await rest.execution(executionId);
			if (execution.error) throw execution.error;
			return execution.status === 'waiting' && execution.data?.resultData.lastNodeExecuted === node
				? execution
				: undefined;
		});
	}

	/** Asks the agent for a call. Returns the question that a person then gets, and the buttons for the answer. */
	async function askForCall(): Promise<{ executionId: string; text: string; buttons: Button[] }> {
		const body = JSON.stringify({
			action: 'sendMessage',
			sessionId: randomUUID(),
			chatInput: 'Call 王小明.',
		});
		const response = await fetch(chat, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body,
		});
		const { executionId } = (await response.json()) as { executionId: string };
		const execution = await waitingAt(executionId, 'Ask a Person');
		const outputs = execution.data?.resultData.runData['Ask a Person']?.at(-1)?.data ?? {};
		const message = Object.values(outputs)
			.flat()
			.flat()
			.find((item) => item?.sendMessage !== undefined)?.sendMessage;
		if (typeof message !== 'object') throw new Error('Nobody was asked');
		const { text, buttons } = message as { text: string; buttons: Button[] };
		return { executionId, text, buttons };
	}

	const linkOf = (buttons: Button[], label: string) =>
		buttons.find(({ text }) => text === label)?.link ?? '';
	const acceptedRows = () => simulator.aiCall.acceptedRows.map(({ values }) => values);

	test('without an answer or after a refusal, nobody is called; after an approval, one call is placed', async () => {
		const unanswered = await askForCall();
		expect(model.tools).toContain('Place_a_Call');
		for (const value of Object.values(ROW)) expect(unanswered.text).toContain(value);
		expect(unanswered.buttons.map(({ text }) => text).sort()).toEqual([
			'Do Not Call',
			'Place the Call',
		]);

		const refused = await askForCall();
		const refusalUrl = linkOf(refused.buttons, 'Do Not Call');
		// The address of the button for a refusal cannot be changed into the address for an approval.
		expect(
			(await fetch(refusalUrl.replace('approved=false', 'approved=true'), BROWSER)).status,
		).toBe(401);
		expect((await fetch(refusalUrl, BROWSER)).status).toBe(200);
		await waitingAt(refused.executionId, 'Answer');
		expect(model.toolAnswers).toEqual([expect.stringContaining('rejected')]);
		expect(acceptedRows()).toEqual([]);

		const approved = await askForCall();
		const approvalUrl = linkOf(approved.buttons, 'Place the Call');
		expect((await fetch(approvalUrl, BROWSER)).status).toBe(200);
		const answered = await waitingAt(approved.executionId, 'Answer');
		expect(model.toolAnswers.at(-1)).toContain(simulator.aiCall.acceptedRows[0]?.taskDataId);
		// A second click places no second call.
		await fetch(approvalUrl, BROWSER);
		expect(
			(await rest.execution(answered.id)).data?.resultData.runData['Place a Call'],
		).toHaveLength(1);
		expect(acceptedRows()).toEqual([[ROW.phone, ROW.name, ROW.time]]);

		expect((await rest.execution(unanswered.executionId)).status).toBe('waiting');
		expect(simulator.aiCall.requests.filter(({ endpoint }) => endpoint === 'callout')).toHaveLength(
			1,
		);
	});
});
