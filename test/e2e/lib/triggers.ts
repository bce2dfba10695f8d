import { randomUUID } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';

import { EVERY_EVENT } from '../../document/pushes';
import type { RestClient, StoredCredential, WorkflowJson } from './rest';
import { chain, type NodeSketch } from './workflows';

/** The types of the two call triggers, and the last parts of their URLs. */
const TRIGGERS = {
	call: { type: 'n8n-nodes-xfyun.iflytekAiCallTrigger', path: 'iflytek-ai-call' },
	context: {
		type: 'n8n-nodes-xfyun.iflytekAiCallContextTrigger',
		path: 'iflytek-ai-call-context',
	},
} as const;

/** Parameters of the call trigger with which every push starts the workflow. */
export const EVERYTHING: INodeParameters = { events: EVERY_EVENT, callRecords: 'all' };

export interface PublishedTrigger {
	workflowId: string;
	/** The production URL. */
	url: string;
	/** The test URL, which works while the editor listens. */
	testUrl: string;
}

export interface TriggerSketch {
	kind: keyof typeof TRIGGERS;
	typeVersion?: 1 | 2;
	name?: string;
	parameters?: INodeParameters;
	credential?: StoredCredential;
	/** Nodes after the trigger. */
	then?: NodeSketch[];
}

/** A workflow that begins with a call trigger named `Trigger`, and the last part (`tail`) of its URLs. */
export function triggerWorkflow({
	kind,
	typeVersion = 2,
	name = `Trigger of ${kind}`,
	parameters,
	credential,
	then = [],
}: TriggerSketch): { workflow: WorkflowJson; tail: string } {
	const { type, path } = TRIGGERS[kind];
	const webhookId = randomUUID();
	const trigger: NodeSketch = {
		name: 'Trigger',
		type,
		typeVersion,
		parameters: kind === 'call' ? { ...EVERYTHING, ...parameters } : parameters,
		credentials: credential ? [credential] : [],
		settings: { webhookId },
	};
	return { workflow: chain(name, [trigger, ...then]), tail: `${webhookId}/${path}` };
}

/** Stores the workflow of `triggerWorkflow`, and publishes it if `publish` is true. The production URL begins with `webhookUrl`. */
export async function storeTrigger(
	rest: RestClient,
	sketch: TriggerSketch,
	{ publish = true, webhookUrl = rest.baseUrl } = {},
): Promise<PublishedTrigger> {
	const { workflow, tail } = triggerWorkflow(sketch);
	const { id: workflowId } = await rest.createWorkflow(workflow);
	if (publish) await rest.activate(workflowId);
	return {
		workflowId,
		url: `${webhookUrl}/webhook/${tail}`,
		testUrl: `${rest.baseUrl}/webhook-test/${tail}`,
	};
}

/** Clicks "Listen for test event". */
export async function listen(rest: RestClient, workflowId: string): Promise<void> {
	const workflowData = await rest.openWorkflow(workflowId);
	await rest.call('post', `/rest/workflows/${workflowId}/run`, {
		workflowData,
		triggerToStartFrom: { name: 'Trigger' },
	});
}

export interface PostResponse {
	status: number;
	text: string;
}

/** Posts a body as JSON. Text is sent unchanged. */
export async function post(url: string, body: unknown): Promise<PostResponse> {
	const response = await fetch(url, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json;charset=UTF-8' },
		body: typeof body === 'string' ? body : JSON.stringify(body),
	});
	return { status: response.status, text: await response.text() };
}

/** A Code node that runs this program. */
export const codeNode = (jsCode: string): NodeSketch => ({
	name: 'Code',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: { jsCode },
});

/** A node that returns these fields, and no others. */
export const fieldsNode = (fields: Record<string, string>): NodeSketch => ({
	name: 'Fields',
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: {
		assignments: {
			assignments: Object.entries(fields).map(([name, value]) => ({
				id: name,
				name,
				value,
				type: 'string',
			})),
		},
		options: {},
	},
});
