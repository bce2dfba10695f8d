import type { Page } from 'playwright-core';

interface Exception {
	/** What the complaint is about, and why this package does not cause it. */
	reason: string;
	/** Matches the text of the complaint. */
	text: RegExp;
	/** Matches the address that the complaint is about. */
	url: RegExp;
}

/** Complaints that n8n itself causes, whatever the node. They are ignored. */
const EXCEPTIONS: Exception[] = [
	{
		reason:
			'n8n asks for an output schema of each node before it has run; most nodes, its own too, have none',
		text: /^Failed to load resource: .* 404/,
		url: /^http:\/\/127\.0\.0\.1:\d+\/schemas\//,
	},
	{
		reason:
			'n8n answers the request for a list that cannot be filled with an error, and shows it in the list',
		text: /^Failed to load resource: .* (4|5)\d\d/,
		url: /\/rest\/dynamic-node-parameters\/resource-locator-results$/,
	},
	{
		reason:
			'n8n asks its own servers for news, and npm how often a community package is downloaded; this browser has no internet',
		text: /^Failed to load resource: net::ERR_NAME_NOT_RESOLVED/,
		url: /^https:/,
	},
	{
		reason: 'n8n draws its canvas a moment before it has the new workflow of Create workflow',
		text: /^Error: injectNDVStore\(\) was accessed without an active workflow document store/,
		url: /^http:\/\/127\.0\.0\.1:\d+\/assets\//,
	},
];

/** Collects the page's complaints: errors on the console and uncaught exceptions. */
export class Complaints {
	private collected: string[] = [];

	listenTo(page: Page): void {
		page.on('console', (message) => {
			if (message.type() !== 'error') return;
			const { url } = message.location();
			const isException = EXCEPTIONS.some(
				(exception) => exception.text.test(message.text()) && exception.url.test(url),
			);
			if (!isException) this.collected.push(`${message.text()} (${url})`);
		});
		page.on('pageerror', (error) => this.collected.push(`Uncaught: ${error.message}`));
	}

	/** Returns the complaints since the last call, and forgets them. */
	take(): string[] {
		return this.collected.splice(0);
	}
}
