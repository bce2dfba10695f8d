/**
 * Texts that the editor shows for a trigger. `modules` names the modules of the platform whose URL
 * is set only in the iFLYTEK console.
 */
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { SECRET_PARAMETER } from '../pushes/pushSecret';
import { noticeField } from '../../n8n/parameters';

export function urlNotice(modules: string, more = ''): INodeProperties {
	const text = `In the iFLYTEK console, enter the Production URL of this node for ${modules}. If the credential has a Push Secret, append ?${SECRET_PARAMETER}= and the secret.${more}`;
	return noticeField(text, 'urlNotice');
}

/**
 * @param howToTry two texts that say how to try the trigger: one before publishing, one after it
 */
export function triggerPanel(
	header: string,
	modules: string,
	event: string,
	howToTry: [string, string],
): INodeTypeDescription['triggerPanel'] {
	const [before, after] = howToTry.map(
		(how) =>
			`<b>While building your workflow</b>, click Execute step and ${how}. Each test run captures one ${event}.<br /><br />`,
	);
	const starts = (each: 'each' | 'Each') =>
		`${each} ${event} starts an execution, which you can find in the executions list.`;
	return {
		header,
		executionsHelp: {
			inactive: `${before}<b>Once it works</b>, publish the workflow and enter the Production URL in the iFLYTEK console for ${modules}. From then on, ${starts('each')}`,
			active: `${after}<b>Your workflow is published.</b> The Production URL must be entered in the iFLYTEK console for ${modules}. ${starts('Each')}`,
		},
		activationHint: `Publish the workflow, then enter the Production URL in the iFLYTEK console for ${modules}. It cannot be set from n8n.`,
	};
}
