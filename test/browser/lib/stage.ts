import { selectors, type Browser, type Page } from 'playwright-core';

import { localCredentials, storeCredentials } from '../../e2e/lib/platform';
import type { RestClient, StoredCredential } from '../../e2e/lib/rest';
import { sharedN8n } from '../../e2e/shared';
import { startSimulator, type Simulator } from '../../simulator';
import { useSession } from '../shared/session';
import { launchChromium } from './chromium';
import { Complaints } from './complaints';
import { Editor } from './editor';
import { Effort } from './effort';
import { rememberAnswers, withPage } from './failure';
import type { Origin } from './origin';
import { takePicture } from './pictures';

const WAIT_MS = 60_000;

/** The environment of a test file: the shared n8n, a local platform, and a browser window that is signed in to n8n. */
export interface Stage {
	rest: RestClient;
	simulator: Simulator;
	/** Credentials that the local platform accepts, by type. */
	credentials: Record<string, StoredCredential>;
	page: Page;
	editor: Editor;
	/** Counts clicks and entries. */
	effort: Effort;
	/** Takes a picture for the documentation. `said` is what is open, if it is not the panel of a node. */
	picture(name: string, said?: Origin): Promise<void>;
}

/**
 * Defines a test in this environment. The test also fails if the page writes an error to the console, or throws an error
 * that nothing catches. If a test fails, a picture of the page is saved.
 */
export type Scene = (name: string, play: (stage: Stage) => Promise<void>) => void;

/** Opens a new window that is signed in. */
async function openWindow(browser: Browser, url: string): Promise<Page> {
	const context = await browser.newContext({
		viewport: { width: 1440, height: 900 },
		locale: 'en-US',
	});
	await useSession(context, url);
	const page = await context.newPage();
	page.setDefaultTimeout(WAIT_MS);
	return page;
}

/** Prepares the environment before the first test of a file, and removes it after the last one. */
export function useStage(): { scene: Scene } {
	const complaints = new Complaints();
	let stage: Stage | undefined;
	let browser: Browser | undefined;
	let simulator: Simulator | undefined;

	const current = (): Stage => {
		if (stage === undefined) throw new Error('The stage is not set yet');
		return stage;
	};

	beforeAll(async () => {
		selectors.setTestIdAttribute('data-test-id');
		const { rest, url } = sharedN8n();
		simulator = await startSimulator();
		browser = await launchChromium();
		const page = await openWindow(browser, url);
		complaints.listenTo(page);
		rememberAnswers(page);
		stage = {
			rest,
			simulator,
			credentials: await storeCredentials(rest, localCredentials(simulator)),
			page,
			editor: new Editor(page, url),
			effort: await Effort.on(page),
			picture: async (name, said) => await takePicture(page, name, said),
		};
	});

	afterAll(async () => {
		await browser?.close();
		await simulator?.close();
	});

	const scene: Scene = (name, play) => {
		test(name, async () => {
			const { page } = current();
			// Forgets the complaints of the previous test.
			complaints.take();
			try {
				await play(current());
				expect(complaints.take()).toEqual([]);
			} catch (error) {
				throw await withPage(error, page, name, complaints.take());
			}
		});
	};

	return { scene };
}
