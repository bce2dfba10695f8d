import { CredentialTestContext } from 'n8n-core';
import type { INodeType } from 'n8n-workflow';
import { Iflytek } from '../../nodes/Iflytek/Iflytek.node';
import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import { IflytekAiCallContextTrigger } from '../../nodes/IflytekAiCallContextTrigger/IflytekAiCallContextTrigger.node';
import { IflytekAiCallTaskTrigger } from '../../nodes/IflytekAiCallTaskTrigger/IflytekAiCallTaskTrigger.node';
import { IflytekAiCallTrigger } from '../../nodes/IflytekAiCallTrigger/IflytekAiCallTrigger.node';

const NODES: [string, new () => INodeType][] = [
	['iFLYTEK', Iflytek],
	['AI Call', IflytekAiCall],
	['AI Call Trigger', IflytekAiCallTrigger],
	['AI Call Context Trigger', IflytekAiCallContextTrigger],
	['AI Call Task Status Trigger', IflytekAiCallTaskTrigger],
];

test.each(NODES)(
	'the node %s has the credential test that its description names',
	async (_name, Node) => {
		const { description, methods } = new Node();
		const [{ name: type = '', testedBy } = {}] = description.credentials ?? [];
		const credentialTest =
			typeof testedBy === 'string' ? methods?.credentialTest?.[testedBy] : undefined;
		const credential = { id: '1', name: 'Test', type, data: {} };
		expect(await credentialTest?.call(new CredentialTestContext(), credential)).toEqual({
			status: 'Error',
			message: expect.stringMatching(/ is empty/) as string,
		});
	},
);
