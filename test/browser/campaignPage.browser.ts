/** examples/campaign-page.json in a browser, and the way from it to the second call of those who were busy. */
import { randomUUID } from 'node:crypto';
import type { BrowserContextOptions, Page } from 'playwright-core';

import { ANY_TIME, BY_NAME, chosen, customers, listOf } from '../e2e/lib/calls';
import { publishCalls, storeExample } from '../e2e/lib/publishedExample';
import { waitFor } from '../e2e/lib/rest';
import { print } from '../e2e/lib/terminal';
import { chain, MANUAL_TRIGGER } from '../e2e/lib/workflows';
import { Effort } from './lib/effort';
import { takePicture } from './lib/pictures';
import { useStage, type Stage } from './lib/stage';
import { useSession } from './shared/session';

const { scene } = useStage();

const TABLE = 'Calls of the page';
const READER = { username: 'reader', password: randomUUID() };
/** So many that the page shows shares, and so few that n8n takes their pushes in a few seconds. */
const CUSTOMERS = 40;
const PAGE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DESKTOP = { width: 1440, height: 900 };
const TELEPHONE = { width: 390, height: 844 };

/** Creates and starts a task with these customers. */
async function startTask({ rest, credentials }: Stage, name: string, first: number): Promise<void> {
	const credential = credentials.iflytekAiCallApi;
	if (!credential) throw new Error('No credential for the AI call platform');
	const run = {
		name: 'Run Campaign',
		type: 'n8n-nodes-xfyun.iflytekAiCall',
		parameters: {
			resource: 'task',
			operation: 'run',
			runMode: 'real',
			taskName: name,
			robotId: chosen('5201'),
			lineNum: chosen('055168204601'),
			columns: BY_NAME,
			options: { callingTimes: { times: { hours: ANY_TIME } } },
		},
		credentials: [credential],
	};
	const { id } = await rest.createWorkflow(
		chain(name, [MANUAL_TRIGGER, ...listOf(customers(CUSTOMERS, first)), run]),
	);
	expect((await rest.run(id)).error).toBeUndefined();
}

/** Opens the page in a window of its own, and hands it over. The window complains about nothing. */
async function open(
	{ page, rest }: Stage,
	options: BrowserContextOptions,
	look: (shown: Page, picture: (name: string) => Promise<void>) => Promise<void>,
): Promise<void> {
	const browser = page.context().browser();
	const context = await browser?.newContext({ httpCredentials: READER, ...options });
	if (!context) throw new Error('The browser has ended');
	const shown = await context.newPage();
	shown.setDefaultTimeout(PAGE_MS);
	const complaints: string[] = [];
	shown.on('console', (message) => {
		if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
	});
	const requested: string[] = [];
	shown.on('request', (request) => requested.push(request.url()));
	const url = `${rest.baseUrl}/webhook/campaigns`;
	await shown.goto(url);
	expect(await shown.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
	// Nothing is loaded but the page itself.
	expect(requested.filter((address) => !address.startsWith(url))).toEqual([]);
	await look(shown, async (name) => await takePicture(shown, name, { example: 'campaign-page' }));
	expect(complaints).toEqual([]);
	await context.close();
}

scene(
	'the page shows how far each campaign is, and who was reached; from it, the busy customers are called again',
	async (stage) => {
		const { rest, simulator, credentials, page } = stage;
		const { aiCall } = simulator;
		aiCall.configure({ pushTimeoutMs: 60_000 });
		// A clock that is ahead of n8n's gives no estimate of an end, which would differ in each picture.
		aiCall.clock.setSpeed(0);
		aiCall.clock.advance(HOUR_MS);
		const calls = await publishCalls(rest, TABLE);
		aiCall.setUrls(calls.url);
		const { id, name, type } = await rest.createCredential('httpBasicAuth', `Page ${TABLE}`, {
			user: READER.username,
			password: READER.password,
		});
		const shownPage = await storeExample(rest, 'campaign-page', {
			table: TABLE,
			credentials,
			change: (node) =>
				node.name === 'Browser'
					? { webhookId: randomUUID(), credentials: { [type]: { id, name } } }
					: {},
		});
		await rest.activate(shownPage.id);

		const url = `${rest.baseUrl}/webhook/campaigns`;
		expect((await fetch(url)).status).toBe(401);
		await open(stage, { locale: 'en-US' }, async (shown) => {
			await shown.getByText('No task was made in the last 7 days.').waitFor();
		});

		await startTask(stage, '回访 November survey', 13_600_000_000);
		aiCall.runCalls();
		await aiCall.settled();
		await startTask(stage, '续费提醒 Renewals, week 48', 13_700_000_000);
		// The calls of this task are on their way.
		aiCall.clock.advance(60_000);
		await pushesArrived(stage);
		const called = aiCall.calls.filter(({ callee }) => callee.startsWith('137')).length;
		expect([0, CUSTOMERS]).not.toContain(called);

		await open(stage, { locale: 'en-US', viewport: DESKTOP }, async (shown, picture) => {
			await shown.getByText(`${called} of ${CUSTOMERS} called`).waitFor();
			const text = await shown.locator('body').innerText();
			// No number and no name of a customer is on the page.
			expect(text).not.toMatch(/1[3-9]\d{9}|客户\d/);
			for (const part of ['Running', 'Finished', '00:00-24:00', 'Talked over 20 s', 'User busy'])
				expect(text).toContain(part);
			const answer = await fetch(url, { headers: authorization() });
			expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox /);
			expect(await answer.text()).not.toMatch(/<script|https?:\/\//);
			await picture('campaign-page');
			// One click switches the language.
			await shown.getByText('中文', { exact: true }).click();
			await shown.getByText(`已拨打 ${called} / ${CUSTOMERS}`).waitFor();
		});
		const dark = { colorScheme: 'dark' as const, viewport: TELEPHONE };
		await open(stage, { ...dark, locale: 'zh-CN' }, async (shown, picture) => {
			const background = 'getComputedStyle(document.body).backgroundColor';
			expect(await shown.evaluate(background)).toBe('rgb(18, 22, 28)');
			await picture('campaign-phone');
			// The page renews itself.
			aiCall.runCalls();
			await aiCall.settled();
			await waitFor('The page renewed', 60_000, async () =>
				(await shown.getByText('已完成', { exact: true }).count()) === 2 ? true : undefined,
			);
		});

		const again = await storeExample(rest, 'call-again', {
			table: TABLE,
			credentials,
			change: (node) => (node.name === 'Ask on a Page' ? { webhookId: 'call-again' } : {}),
		});
		await rest.activate(again.id);
		const context = await page.context().browser()?.newContext({ httpCredentials: READER });
		if (!context) throw new Error('The browser has ended');
		await useSession(context, rest.baseUrl);
		const shown = await context.newPage();
		shown.setDefaultTimeout(PAGE_MS);
		const effort = await Effort.on(shown);
		await shown.goto(`${url}?lang=en`);
		const busy = aiCall.calls.filter(
			({ callee, script }) =>
				callee.startsWith('137') &&
				['busy', 'noAnswer', 'poweredOff', 'cannotConnect'].includes(String(script.result)),
		);
		effort.take();
		await shown.getByText(`Call ${busy.length} again`).click();
		await shown.getByRole('button', { name: 'Allow access' }).click();
		await shown.getByRole('button', { name: 'Call them again' }).click();
		await shown.getByText(`${busy.length} people are called again`).waitFor();
		const { clicks, entries } = effort.take();
		print(`From the page to the second calls: ${clicks} clicks, ${entries} entries`);
		expect({ clicks, entries }).toEqual({ clicks: 3, entries: 0 });
		expect(aiCall.tasks.at(-1)).toMatchObject({ rows: busy.length });
		await context.close();

		await showsMissingResults(stage);
		for (const workflow of [calls, shownPage, again]) await rest.deactivate(workflow.id);
	},
);

/** Waits until the platform has sent all pushes of the calls so far. Other calls may be on their way. */
async function pushesArrived({ simulator: { aiCall } }: Stage): Promise<void> {
	await waitFor('The pushes', 60_000, async () =>
		Promise.resolve(aiCall.summary().pushes.waiting === 0 ? true : undefined),
	);
}

/** A second task of one name, most of whose results get lost. The page tells it from the first, and counts what is missing. */
async function showsMissingResults(stage: Stage): Promise<void> {
	const { aiCall } = stage.simulator;
	const [first] = aiCall.tasks;
	await startTask(stage, first?.taskName ?? '', 13_800_000_000);
	aiCall.clock.advance(60_000);
	await pushesArrived(stage);
	// Of a call that is on its way nothing has been pushed yet.
	const pushed = aiCall.calls.filter(({ callee, over }) => over && callee.startsWith('138')).length;
	expect(pushed).toBeGreaterThan(0);
	const { urls } = aiCall.setup;
	aiCall.setup.urls = [];
	aiCall.runCalls();
	await aiCall.settled();
	aiCall.setup.urls = urls;
	const second = aiCall.tasks.at(-1);
	const ofTask = `?lang=en&task=${second?.taskId ?? ''}`;
	await open(stage, { locale: 'en-US', viewport: DESKTOP }, async (shown) => {
		// Both languages are in the page, so a text is read as it is shown, with one of them.
		const shownTasks = await shown.locator('.task').allInnerTexts();
		expect(shownTasks.map((text) => /Task (\d+)/.exec(text)?.[1]).sort()).toEqual(
			aiCall.tasks.map(({ taskId }) => taskId).sort(),
		);
		await shown.goto(`${stage.rest.baseUrl}/webhook/campaigns${ofTask}`);
		const missing = `${CUSTOMERS - pushed} of ${CUSTOMERS} without a result yet`;
		await shown.getByText(missing).waitFor();
		expect(await shown.locator('.detail').innerText()).toContain(`Task ${second?.taskId ?? ''} · `);
	});
}

const authorization = () => ({
	Authorization: `Basic ${Buffer.from(`${READER.username}:${READER.password}`).toString('base64')}`,
});
