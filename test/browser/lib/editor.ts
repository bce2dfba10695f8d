import type { Locator, Page } from 'playwright-core';

import { uncounted } from './effort';

const SEARCH_MS = 60_000;
const LIST_MS = 10_000;
const LIST_ATTEMPTS = 6;
const PUBLISH_MS = 60_000;

async function succeeds(step: Promise<void>): Promise<boolean> {
	try {
		await step;
		return true;
	} catch {
		return false;
	}
}

/** The place of an element in the window. */
async function boxOf(element: Locator): Promise<{ y: number; height: number }> {
	const box = await element.boundingBox();
	if (box === null) throw new Error('The element is not visible');
	return box;
}

/** Operates n8n's editor as a user does: node creator, canvas, node panel. Finds their elements by n8n's own test ids. */
export class Editor {
	readonly creator: Locator;
	readonly panel: Locator;
	readonly parameters: Locator;
	readonly output: Locator;

	constructor(
		readonly page: Page,
		readonly url: string,
	) {
		this.creator = page.getByTestId('node-creator');
		this.panel = page.getByTestId('ndv');
		this.parameters = page.getByTestId('node-parameters');
		this.output = page.getByTestId('output-panel');
	}

	// Workflows

	/** Opens an empty canvas. */
	async newWorkflow(): Promise<void> {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.page.getByTestId('canvas-add-button').waitFor();
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** Imports a workflow into an empty canvas, as "Import from File…" does after a user has chosen the file. */
	async importFile(file: string): Promise<void> {
		await this.newWorkflow();
		await this.page.getByTestId('workflow-import-input').setInputFiles(file);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** n8n's messages in the corner of the window, and in dialogs. */
	get notices(): Locator {
		return this.page.locator('.el-notification, .el-message-box').filter({ visible: true });
	}

	/** Nodes on the canvas whose type n8n does not know. */
	get unknownNodes(): Locator {
		return this.page.getByTestId('node-not-installed');
	}

	// Node creator

	async openCreator(): Promise<void> {
		// An empty canvas has its own button.
		const addFirst = this.page.getByTestId('canvas-add-button').locator('button');
		const addNext = this.page.getByTestId('node-creator-plus-button');
		const button = (await addFirst.count()) > 0 ? addFirst : addNext;
		await button.first().click();
		await this.creator.waitFor();
	}

	/** Types a word into the node creator, and waits up to a minute for `expected` in the list. Returns all listed names. */
	async search(word: string, expected: string): Promise<string[]> {
		// Clears the previous search, so that `expected` cannot be left from it.
		await this.page.getByTestId('node-creator-search-bar').fill('');
		await this.creator.getByText(expected, { exact: true }).first().waitFor({ state: 'hidden' });
		await this.page.getByTestId('node-creator-search-bar').fill(word);
		await this.creator
			.getByText(expected, { exact: true })
			.first()
			.waitFor({ timeout: SEARCH_MS })
			.catch(() => undefined);
		return await this.foundNodes();
	}

	async foundNodes(): Promise<string[]> {
		return (await this.creator.getByTestId('node-creator-item-name').allInnerTexts()).map((name) =>
			name.trim(),
		);
	}

	/** Clicks an entry of the node creator: a node, or one of its actions. */
	async pick(entry: string): Promise<void> {
		await this.creator
			.getByTestId('node-creator-item-name')
			.getByText(entry, { exact: true })
			.first()
			.click();
	}

	/** Finds a node by a word, adds it with one of its actions after the last node of the canvas, and opens its panel. */
	async addBehindLast(word: string, node: string, action: string): Promise<void> {
		await this.page.getByTestId('canvas-handle-plus').last().click();
		await this.creator.waitFor();
		await this.search(word, node);
		await this.pick(node);
		await this.pick(action);
		await this.panel.waitFor();
	}

	/** Adds a tool to an agent on the canvas, and opens its panel. */
	async addTool(agent: string, word: string, tool: string): Promise<void> {
		await this.node(agent)
			.locator('[data-handleid*="ai_tool"], [data-connection-type="ai_tool"]')
			.getByTestId('canvas-handle-plus')
			.click();
		await this.creator.waitFor();
		await this.search(word, tool);
		await this.pick(tool);
		await this.panel.waitFor();
	}

	// Canvas

	node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	async openNode(name: string): Promise<void> {
		await this.node(name).dblclick();
		await this.panel.waitFor();
	}

	async closeNode(): Promise<void> {
		await this.page.getByTestId('ndv-close-button').click();
		await this.panel.waitFor({ state: 'hidden' });
	}

	/** Presses "Execute workflow". */
	async execute(): Promise<void> {
		await this.page.getByTestId('execute-workflow-button').first().click();
	}

	/** Publishes the workflow, with the version name that n8n suggests, and waits until n8n confirms it. */
	async publish(): Promise<void> {
		await this.page.getByTestId('workflow-open-publish-modal-button').click();
		await this.page
			.getByRole('dialog')
			.getByRole('button', { name: 'Publish', exact: true })
			.click();
		await this.page.getByRole('button', { name: 'Got it' }).click({ timeout: PUBLISH_MS });
	}

	// Node panel

	/** Chooses a credential by its name. */
	async chooseCredential(name: string): Promise<void> {
		await this.panel.getByTestId('node-credentials-select').click();
		await this.page
			.getByTestId(/^node-credentials-select-item/)
			.filter({ visible: true, hasText: name })
			.first()
			.click();
	}

	/** The labels of the parameters in the open panel, from top to bottom. The label of the credential is left out. */
	async labels(): Promise<string[]> {
		const texts = await this.parameters
			.getByTestId('input-label')
			.locator('label')
			.filter({ visible: true })
			.allInnerTexts();
		return texts.map((text) => text.split('\n')[0]?.trim() ?? '').filter((text) => text !== '');
	}

	/** The labels of `labels` that are seen in full without scrolling. */
	async labelsInView(): Promise<string[]> {
		const { y: top, height } = await boxOf(this.parameters);
		const texts: string[] = [];
		const labels = this.parameters.getByTestId('input-label').locator('label');
		for (const label of await labels.filter({ visible: true }).all()) {
			const box = await boxOf(label);
			if (box.y < top || box.y + box.height > top + height) continue;
			texts.push((await label.innerText()).split('\n')[0]?.trim() ?? '');
		}
		return texts.filter((text) => text !== '');
	}

	/** Chooses an option of a list parameter by its name. */
	async choose(parameter: string, option: string): Promise<void> {
		const items = await this.unfold(parameter);
		await items
			.filter({ has: this.page.getByText(option, { exact: true }) })
			.first()
			.click();
		await items.first().waitFor({ state: 'hidden' });
	}

	/** The names of the options of a list parameter. */
	async optionsOf(parameter: string): Promise<string[]> {
		return (await this.optionTexts(parameter)).map((text) => text.split('\n')[0]?.trim() ?? '');
	}

	/** The texts of the options of a list parameter: the name, and the description on the next line. */
	async optionTexts(parameter: string): Promise<string[]> {
		const items = await this.unfold(parameter);
		const texts = await items.allInnerTexts();
		await this.page.keyboard.press('Escape');
		await items.first().waitFor({ state: 'hidden' });
		return texts;
	}

	/** Opens a list parameter. Returns its visible options. */
	private async unfold(parameter: string): Promise<Locator> {
		await this.page
			.getByTestId(`parameter-input-${parameter}`)
			.filter({ visible: true })
			.first()
			.click();
		const items = this.page.getByTestId('parameter-input-item').filter({ visible: true });
		await items.first().waitFor();
		return items;
	}

	/** The fields that each collection in the open panel offers, for example under "Add option", from top to bottom. */
	async offeredFields(): Promise<string[][]> {
		const all: string[][] = [];
		const addButtons = this.parameters
			.getByTestId('collection-parameter-add')
			.filter({ visible: true });
		for (const button of await addButtons.all()) {
			await button.click();
			const offered = this.page
				.getByTestId('collection-parameter-option')
				.filter({ visible: true });
			await offered.first().waitFor();
			all.push((await offered.allInnerTexts()).map((name) => name.trim()));
			await this.page.keyboard.press('Escape');
			await offered.first().waitFor({ state: 'hidden' });
		}
		return all;
	}

	/** Types into a text parameter. */
	async fill(parameter: string, value: string): Promise<void> {
		await this.page
			.getByTestId(`parameter-input-${parameter}`)
			.locator('input, textarea')
			.first()
			.fill(value);
	}

	/** Adds an entry of the Options of the open panel. */
	async addOption(name: string): Promise<void> {
		await this.parameters
			.getByTestId('collection-parameter-add')
			.filter({ visible: true })
			.first()
			.click();
		await this.page
			.getByTestId('collection-parameter-option')
			.filter({ visible: true })
			.getByText(name, { exact: true })
			.click();
	}

	/** Clicks a switch. */
	async toggle(parameter: string): Promise<void> {
		await this.page
			.getByTestId(`parameter-input-${parameter}`)
			.filter({ visible: true })
			.locator('.el-switch')
			.click();
	}

	/** Opens a list that the node loads from the platform. Returns its entries, and leaves it open. */
	async openList(parameter: string): Promise<string[]> {
		const entries = this.page.getByTestId('rlc-item').filter({ visible: true });
		await this.listInput(parameter).click();
		// If another parameter changes while a list loads, n8n shows placeholders until the list is opened again.
		for (let attempt = 1; attempt < LIST_ATTEMPTS; attempt++) {
			if (await succeeds(entries.first().waitFor({ timeout: LIST_MS }))) break;
			await this.openListAgain(parameter);
		}
		await entries.first().waitFor();
		// While the list loads, n8n shows the chosen value above placeholders.
		await this.page.locator('[class*="_loadingItem_"]').first().waitFor({ state: 'hidden' });
		return (await entries.allInnerTexts()).map((entry) => entry.trim());
	}

	/** Picks the entry with this text from the parameter's list, which is open. */
	async pickFromList(parameter: string, text: string): Promise<void> {
		const entry = this.page
			.getByTestId('rlc-item')
			.filter({ visible: true, hasText: text })
			.first();
		// n8n may load the open list again. It then takes the entries away, and shows placeholders as above.
		for (let attempt = 1; attempt < LIST_ATTEMPTS; attempt++) {
			if (await succeeds(entry.click({ timeout: LIST_MS }))) return;
			await this.openListAgain(parameter);
		}
		await entry.click();
	}

	private listInput(parameter: string): Locator {
		return this.page.getByTestId(`resource-locator-${parameter}`).getByTestId('rlc-input');
	}

	/** Closes an open list and opens it again, which a user would rarely have to do. */
	private async openListAgain(parameter: string): Promise<void> {
		await this.clickBesides();
		await uncounted(this.page, async () => await this.listInput(parameter).click());
	}

	/** Clicks where nothing is, which closes what is open. */
	private async clickBesides(): Promise<void> {
		await uncounted(this.page, async () => await this.output.click({ position: { x: 5, y: 5 } }));
	}

	/** Shows the output as Schema, Table, JSON or Binary. */
	async showOutputAs(view: 'schema' | 'table' | 'json' | 'binary'): Promise<void> {
		await this.output.getByTestId(`radio-button-${view}`).click();
	}

	/** Drags a field of the input, in its view as a schema, onto a column of the mapper. */
	async dragOntoColumn(field: string, column: string): Promise<void> {
		const from = this.page
			.getByTestId('ndv-input-panel')
			.getByTestId('run-data-schema-item')
			.getByText(field, { exact: true })
			.first();
		const place = this.parameters
			.getByTestId('input-label')
			.filter({ has: this.page.getByText(column, { exact: true }) });
		const target = place.getByTestId('parameter-input-field');
		await target.scrollIntoViewIfNeeded();
		await from.hover();
		await this.page.mouse.down();
		await target.hover();
		await target.hover({ position: { x: 20, y: 10 } });
		await this.page.mouse.up();
		// n8n takes the value a moment after the drop. Its preview covers the fields below until it is closed.
		await this.page.getByTestId('inline-expression-editor-output').waitFor();
		await this.clickBesides();
		await place.getByTestId('parameter-input-hint').waitFor();
	}

	/** Maps each column to the input field with its name. */
	async mapAutomatically(): Promise<void> {
		await this.page.getByTestId('mapping-mode-select').click();
		await this.page
			.getByRole('option', { name: /^Map Automatically/ })
			.filter({ visible: true })
			.click();
	}

	/** Sets On Error to continue with an error output, and opens the tab of the parameters again. */
	async continueOnError(): Promise<void> {
		await this.panel.getByTestId('tab-settings').click();
		await this.choose('onError', 'Continue (using error output)');
		await this.panel.getByTestId('tab-params').click();
	}

	/** Presses "Execute step" in the open panel. */
	async executeStep(): Promise<void> {
		await this.panel.getByTestId('node-execute-button').click();
	}

	/** Executes a trigger until the editor knows that n8n listens. A push before that would leave it waiting. */
	async listen(): Promise<void> {
		await this.executeStep();
		await this.panel.getByText('Listening for test event').first().waitFor();
	}
}
