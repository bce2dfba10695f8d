/** What n8n's editor shows of each node, and what it registers for it. Workflows and the URLs of users depend on it. */
const REPOSITORY = 'https://github.com/n8n-nodes-xfyun/n8n-nodes-xfyun';
const ICONS = 'icons/n8n-nodes-xfyun/dist/icons';

const icon = (file: string) => ({
	light: `${ICONS}/${file}.svg`,
	dark: `${ICONS}/${file}.dark.svg`,
});
export const ICON = icon('iflytek');
export const CALL_ICON = icon('iflytek-ai-call');

/** The links of each node to its documentation. */
export const LINKS = {
	primaryDocumentation: [{ url: `${REPOSITORY}#readme` }],
	credentialDocumentation: [{ url: `${REPOSITORY}#credentials` }],
};

/**
 * `withoutExpression` has the parameters that take no expression, so that data cannot choose what is done, in which mode, and
 * whom a test calls.
 */
export const EDITOR: Readonly<
	Record<
		string,
		{
			subtitle: string;
			icon?: typeof ICON;
			version?: number[];
			webhook?: string;
			withoutExpression?: string[];
		}
	>
> = {
	iflytek: {
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		withoutExpression: ['resource', 'operation', 'service'],
	},
	iflytekAiCall: {
		icon: CALL_ICON,
		subtitle:
			'={{ ((mode) => (mode && mode + ": ") + $parameter["operation"] + (mode ? " " : ": ") + $parameter["resource"])( ({ check: "Check only", test: "My number", real: ["place", "run", "start"].includes($parameter["operation"]) ? "Calls people" : "" }) [$parameter["runMode"]] || "") }}',
		withoutExpression: [
			'resource',
			'operation',
			'columns',
			'skipCustomers',
			'runMode',
			'testNumber',
		],
	},
	iflytekAiCallTrigger: {
		icon: icon('iflytek-call-ended'),
		subtitle:
			'={{ $parameter["events"].map((event) => ({"callRecord":"Call Ended","recording":"Recording Ready","dialog":"Dialog Transcript"})[event] ?? event).join(", ") }}',
		version: [1, 2],
		webhook: 'POST iflytek-ai-call',
		withoutExpression: ['responseMode'],
	},
	iflytekAiCallContextTrigger: {
		icon: icon('iflytek-call-context'),
		subtitle: '={{ "within " + $parameter["deadline"] + " ms" }}',
		version: [1, 2],
		webhook: 'POST iflytek-ai-call-context',
	},
	iflytekAiCallTaskTrigger: {
		subtitle: '={{ $parameter["events"].join(", ") }}',
		icon: icon('iflytek-task-status'),
	},
};
