import {
	webhookDescriptionIsNativelyResolvable,
	type INodeType,
	type WorkflowActivateMode,
} from 'n8n-workflow';
import { IflytekAiCallApi } from '../../credentials/IflytekAiCallApi.credentials';
import { IflytekAiCallContextTrigger } from '../../nodes/IflytekAiCallContextTrigger/IflytekAiCallContextTrigger.node';
import { IflytekAiCallTrigger } from '../../nodes/IflytekAiCallTrigger/IflytekAiCallTrigger.node';
import type { CallbackModule } from '../simulator/aiCall';
import { EVERY_EVENT } from '../document/pushes';
import { CallBench } from './aiCall';
import { TriggerServer, type TriggerServing } from './webhookHarness';
import { CONSOLE } from '../setup/console';

const bench = new CallBench();
const KNOWN = EVERY_EVENT.join(', ');
const servers: TriggerServer[] = [];

async function serve(
	parameters: TriggerServing['parameters'] = {},
	credential: object | null = {},
	nodeType: INodeType = new IflytekAiCallTrigger(),
): Promise<TriggerServer> {
	const credentials =
		credential === null
			? []
			: [{ type: new IflytekAiCallApi(), data: { ...bench.credential, ...credential } }];
	const server = await new TriggerServer({
		nodeType,
		parameters: { events: EVERY_EVENT, ...parameters },
		credentials,
	}).start();
	servers.push(server);
	return server;
}

afterEach(async () => {
	await Promise.all(servers.splice(0).map(async (server) => await server.stop()));
	jest.restoreAllMocks();
});

const register = (urls: Partial<Record<CallbackModule, string>>) => bench.platform.setUrls(urls);

/** The URLs to register if all three kinds of push go to this URL. */
const urlsOfAllPushes = (url: string) => ({
	receiveCallRecord: url,
	receiveVoice: url,
	receiveDialog: url,
});

test.each([new IflytekAiCallTrigger(), new IflytekAiCallContextTrigger()])(
	'$description.displayName gives n8n no expression to evaluate at each request',
	({ description }) => {
		// n8n evaluates an expression of its own for the webhooks of nodes with version 1.
		// New nodes get the last version. A workflow that was written by hand may have the first.
		expect(description.version).toEqual([1, 2]);
		expect((description.webhooks ?? []).map(webhookDescriptionIsNativelyResolvable)).toEqual([
			true,
		]);
	},
);

const LOG = { registrationCheck: 'log' };
const ANYWAY = ' To publish anyway, change URL Registration Check under Options.';

describe('the check of URLs on publishing', () => {
	test.each([
		['another URL', 'http://127.0.0.1:1/old', {}],
		['a URL without the secret', undefined, { pushSecret: 's3cret' }],
	])('by default %s stops publishing, and the error names the option', async (_what, url, more) => {
		const server = await serve({ events: ['callRecord', 'dialog'] }, more);
		register({ receiveDialog: url ?? server.url });
		await expect(server.listen('activate')).rejects.toThrow(
			new RegExp(
				`the platform has no URL for Call records .*; the platform sends Dialogs .*${ANYWAY}$`,
				'i',
			),
		);
	});

	test('by default a URL that is missing is written to the log, because it may be entered afterwards', async () => {
		const server = await serve({ events: ['dialog'] });
		register({});
		await server.listen('activate');
		expect(server.warnings).toEqual([
			`Trigger: The platform has no URL for Dialogs (receiveDialog). Enter ${server.url} in ${CONSOLE}: it cannot be set from n8n. (kind: invalidInput)`,
		]);
	});

	test('nothing is logged if all modules have the URL of this trigger', async () => {
		const server = await serve();
		register(urlsOfAllPushes(server.url));
		await server.listen('activate');
		expect(server.warnings).toEqual([]);
		expect(bench.bodies('configQuery')).toEqual([{ type: 3 }]);
	});

	test('with Write to the Log, the log says which modules have another URL or none, and what to enter', async () => {
		const server = await serve({ options: LOG });
		register({
			receiveCallRecord: server.url,
			receiveVoice: 'http://127.0.0.1:1/old?secret=other',
		});
		await server.listen('update');
		expect(server.warnings).toEqual([
			`Trigger: The platform sends Recordings (receiveVoice) to http://127.0.0.1:1/old; the platform has no URL for Dialogs (receiveDialog). Enter ${server.url} in ${CONSOLE}: it cannot be set from n8n. (kind: invalidInput)`,
		]);
	});

	test.each(['log', 'off'])(
		'a credential that cannot be read stops publishing, because every push would be refused (check: %s)',
		async (registrationCheck) => {
			const server = await serve({ options: { registrationCheck } });
			jest
				.spyOn(Object.getPrototypeOf(Reflect.get(server, 'data').credentialsHelper), 'getDecrypted')
				.mockRejectedValue(new Error('database is locked'));
			await expect(server.listen('activate')).rejects.toThrow('database is locked');
		},
	);

	test('only the modules of the selected events are compared', async () => {
		const server = await serve({ events: ['callRecord'] });
		register({ receiveCallRecord: server.url });
		await server.listen('activate');
		expect(server.warnings).toEqual([]);
	});

	test('if a URL lacks the secret, the log says so without showing the secret', async () => {
		const server = await serve(
			{ events: ['callRecord', 'dialog'], options: LOG },
			{ pushSecret: 's3cret' },
		);
		register({ receiveCallRecord: server.url, receiveDialog: `${server.url}?secret=s3cret` });
		await server.listen('activate');
		expect(server.warnings).toEqual([
			`Trigger: The platform sends Call records (receiveCallRecord) here without the correct secret. Enter ${server.url}, followed by ?secret= and the Push Secret of the credential, in ${CONSOLE}: it cannot be set from n8n. (kind: invalidInput)`,
		]);
	});

	test('if one URL lacks the secret and another URL is missing, the log names both and says to append the secret', async () => {
		const server = await serve(
			{ events: ['callRecord', 'dialog'], options: LOG },
			{ pushSecret: 's3cret' },
		);
		register({ receiveCallRecord: server.url });
		await server.listen('activate');
		expect(server.warnings).toEqual([
			`Trigger: The platform sends Call records (receiveCallRecord) here without the correct secret; the platform has no URL for Dialogs (receiveDialog). Enter ${server.url}, followed by ?secret= and the Push Secret of the credential, in ${CONSOLE}: it cannot be set from n8n. (kind: invalidInput)`,
		]);
	});

	test.each([
		[
			'elsewhere',
			'http://127.0.0.1:1/old',
			'The platform sends Dialogs (receiveDialog) to http://127.0.0.1:1/old',
		],
		['missing', '', 'The platform has no URL for Dialogs (receiveDialog)'],
	])(
		'with a Push Secret, the log and the error say to append it also if the URL is %s, and do not show it',
		async (_where, receiveDialog, what) => {
			const credential = { pushSecret: 's3cret' };
			const logging = await serve({ events: ['dialog'], options: LOG }, credential);
			register({ receiveDialog });
			await logging.listen('activate');
			expect(logging.warnings).toEqual([
				`Trigger: ${what}. Enter ${logging.url}, followed by ?secret= and the Push Secret of the credential, in ${CONSOLE}: it cannot be set from n8n. (kind: invalidInput)`,
			]);
			const options = { registrationCheck: 'stop' };
			const stopping = await serve({ events: ['dialog'], options }, credential);
			await expect(stopping.listen('activate')).rejects.toMatchObject({
				name: 'NodeOperationError',
				message: `${what}. Enter ${stopping.url}, followed by ?secret= and the Push Secret of the credential, in ${CONSOLE}: it cannot be set from n8n.${ANYWAY}`,
				description: undefined,
			});
			register({ receiveDialog: `${stopping.url}?secret=s3cret` });
			await expect(stopping.listen('activate')).resolves.toBeUndefined();
		},
	);

	test('if the check is set to stop, a wrong URL stops publishing, and the message itself says what to do, because n8n does not show a description', async () => {
		const server = await serve({ events: ['dialog'], options: { registrationCheck: 'stop' } });
		register({ receiveDialog: 'http://127.0.0.1:1/old' });
		await expect(server.listen('activate')).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: `The platform sends Dialogs (receiveDialog) to http://127.0.0.1:1/old. Enter ${server.url} in ${CONSOLE}: it cannot be set from n8n.${ANYWAY}`,
			description: undefined,
		});
		register({ receiveDialog: server.url });
		await expect(server.listen('activate')).resolves.toBeUndefined();
		expect(server.warnings).toEqual([]);
	});

	test.each([
		['log', 'a line in the log'],
		['stopIfOther', 'a line in the log'],
		['stop', 'an error'],
	])(
		'if the check is set to %s and the platform refuses the query, the result is %s',
		async (registrationCheck) => {
			const server = await serve({ options: { registrationCheck } });
			bench.platform.failNext('configQuery', { kind: 'code', code: 10021 });
			const refused = 'The AI call platform refused to query the configuration';
			if (registrationCheck === 'stop')
				return await expect(server.listen('activate')).rejects.toMatchObject({
					message: expect.stringMatching(new RegExp(`${refused}.*Contact iFLYTEK support`)),
				});
			await server.listen('activate');
			expect(server.warnings).toEqual([
				expect.stringContaining(
					`Trigger: The callback URLs of the platform could not be checked. ${refused}`,
				),
			]);
		},
	);

	test('if the platform fails, the request is only repeated one time, because a user is waiting', async () => {
		const server = await serve({ options: { registrationCheck: 'stop' } });
		bench.platform.failNext('configQuery', { kind: 'http', status: 503 }, 9);
		await expect(server.listen('activate')).rejects.toThrow('HTTP status 503');
		expect(bench.requests('configQuery')).toHaveLength(2);
	});

	test.each<[WorkflowActivateMode, object | null, string]>([
		['init', {}, 'log'],
		['leadershipChange', {}, 'stop'],
		['manual', {}, 'stop'],
		['activate', {}, 'off'],
		['activate', null, 'log'],
	])(
		'on %s with the credential %j and the check set to %s, the platform gets no request',
		async (activation, credential, registrationCheck) => {
			const server = await serve({ options: { registrationCheck } }, credential);
			await server.listen(activation);
			expect([server.warnings, bench.platform.requests]).toEqual([[], []]);
		},
	);

	test('if the check is set to stop, a trigger without a credential cannot be published', async () => {
		const server = await serve({ options: { registrationCheck: 'stop' } }, null);
		await expect(server.listen('activate')).rejects.toMatchObject({
			message:
				'A credential is required to check the callback URLs of the platform. Choose a credential, or change URL Registration Check.',
		});
	});

	test('the context trigger compares its URL with that of its module', async () => {
		const server = await serve({}, {}, new IflytekAiCallContextTrigger());
		register(urlsOfAllPushes(server.url));
		await server.listen('activate');
		expect(server.warnings).toEqual([
			`Trigger: The platform has no URL for Inbound dynamic context (getDialogContext). Enter ${server.url} in ${CONSOLE}: it cannot be set from n8n. (kind: invalidInput)`,
		]);
		register({ getDialogContext: server.url });
		await server.listen('activate');
		expect(server.warnings).toHaveLength(1);
	});
});

describe('the check of settings on publishing, on Listen and at a start of n8n', () => {
	test.each<WorkflowActivateMode>(['activate', 'manual', 'init'])(
		'settings with which the trigger would refuse every request are an error (%s)',
		async (activation) => {
			const missingSecret =
				'Require Secret is on, but there is no Push Secret: every request would be rejected. Choose a credential and enter a Push Secret in it.';
			await expect((await serve({ requireSecret: true }, null)).listen(activation)).rejects.toThrow(
				missingSecret,
			);
			await expect(
				(await serve({ requireSecret: true }, { pushSecret: ' ' })).listen(activation),
			).rejects.toThrow(missingSecret);
			await expect(
				(await serve({ requireSecret: '={{ "true" }}' }, null)).listen(activation),
			).rejects.toThrow(missingSecret);
			await expect(
				(await serve({ options: { allowedIps: '127.0.0.1, 10.0.0/8, x' } }, null)).listen(
					activation,
				),
			).rejects.toThrow(
				'Allowed IP Addresses contains entries that are neither an IP address nor a CIDR range: 10.0.0/8, x. Enter IP addresses like',
			);
		},
	);

	test.each([
		['={{ [] }}', `Events is empty. Select at least one of: ${KNOWN}.`],
		['={{ "" }}', `Events is empty. Select at least one of: ${KNOWN}.`],
		[
			'={{ ["dialog", "callRecords"] }}',
			`Events must be one of: ${KNOWN}, but is "callRecords". Check the value, or the expression that provides it.`,
		],
	])('Events %s are an error, because pushes would be lost', async (events, message) => {
		const server = await serve({ events }, null);
		await expect(server.listen('activate')).rejects.toMatchObject({
			name: 'NodeOperationError',
			message,
		});
	});

	test('Events as the text of an array are compared with the URLs of their modules', async () => {
		const server = await serve({ events: '={{ \'["dialog"]\' }}' });
		register({ receiveDialog: server.url });
		await server.listen('activate');
		expect([server.warnings, bench.bodies('configQuery')]).toEqual([[], [{ type: 3 }]]);
		register({ receiveDialog: '' });
		await server.listen('activate');
		expect(server.warnings).toEqual([
			`Trigger: The platform has no URL for Dialogs (receiveDialog). Enter ${server.url} in ${CONSOLE}: it cannot be set from n8n. (kind: invalidInput)`,
		]);
	});

	test.each<WorkflowActivateMode>(['activate', 'manual', 'init'])(
		'a Push Secret that is neither text nor a number is an error that does not show it (%s)',
		async (activation) => {
			const server = await serve({}, { pushSecret: ['s3cret'] });
			await expect(server.listen(activation)).rejects.toMatchObject({
				name: 'NodeOperationError',
				message:
					'The Push Secret of the credential is neither text nor a number with all of its digits. No request can match it. Check the expression in the credential: it must return text.',
			});
			expect(bench.platform.requests).toEqual([]);
		},
	);

	test('the URL check finds a Push Secret that is a number in the URL', async () => {
		const server = await serve({}, { pushSecret: 20260101 });
		register(urlsOfAllPushes(`${server.url}?secret=20260101`));
		await server.listen('activate');
		expect(server.warnings).toEqual([]);
	});

	test('if a secret is required and entered, the trigger can be published', async () => {
		const server = await serve({ requireSecret: true }, { pushSecret: 's3cret' });
		register(urlsOfAllPushes(`${server.url}?secret=s3cret`));
		await expect(server.listen('activate')).resolves.toBeUndefined();
		expect(server.warnings).toEqual([]);
	});
});
