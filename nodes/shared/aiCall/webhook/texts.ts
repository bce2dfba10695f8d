/** Texts that the editor shows for a trigger whose URL is set only in the iFLYTEK console. */
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { noticeField } from '../../n8n/parameters';

/** @param module the module of the console for the URL */
export function urlNotice(module: string, more = ''): INodeProperties {
	const text = `In the iFLYTEK console, enter the Production URL of this node for ${module}.${more}`;
	return noticeField(text, 'urlNotice');
}

/**
 * @param event what the platform sends: a push or a request
 * @param howToTest what to do while n8n listens at the Test URL
 */
export function triggerPanel(
	header: string,
	event: string,
	howToTest: string,
): INodeTypeDescription['triggerPanel'] {
	const test = `<b>To test</b>, click Execute step. ${howToTest}, or send a sample to the Test URL with any HTTP client. Each test run captures one ${event}.<br /><br />`;
	return {
		header,
		executionsHelp: {
			inactive: `${test}<b>Once it works</b>, publish the workflow. From then on, each ${event} starts an execution, which you can find in the executions list.`,
			active: `${test}<b>Your workflow is published.</b> Each ${event} starts an execution, which you can find in the executions list.`,
		},
		activationHint: 'The Production URL works once the workflow is published.',
	};
}
