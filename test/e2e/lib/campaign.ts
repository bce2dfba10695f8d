/** Runs examples/campaign.json as a person does: uploads a sheet, reads the check and decides. */
import { randomUUID } from 'node:crypto';
import { promises as fs } from 'node:fs';
import path from 'node:path';
import type { INode } from 'n8n-workflow';

import { nextPage, postForm, uploadFile, type Page } from './form';
import { REPOSITORY } from './pack';
import { storeExample } from './publishedExample';
import { type Execution, type RestClient, type StoredCredential } from './rest';
import { EVERY_TWO_SECONDS } from './taskWatch';

/** The two choices that the example offers. */
export type Decision = 'Call them' | 'Call nobody';

export interface Campaign {
	id: string;
	/** The page for uploading the sheet. */
	formUrl: string;
}

/** n8n stores the last push within this time. */
const STORING_MS = 20_000;

/** The template of the sheet. */
export const sheetTemplate = async () =>
	await fs.readFile(path.join(REPOSITORY, 'examples', 'campaign-sheet.csv'), 'utf8');

/**
 * Imports and publishes the example, changed so that its form needs no sign-in and its waiting times are short.
 * @param table the table of calls, which exists
 */
export async function publishCampaign(
	rest: RestClient,
	credentials: Record<string, StoredCredential>,
	table: string,
): Promise<Campaign> {
	const formId = randomUUID();
	const { id } = await storeExample(rest, 'campaign', {
		credentials,
		table,
		change: (node) => changeNode(node, formId),
	});
	await rest.activate(id);
	return { id, formUrl: `${rest.baseUrl}/form/${formId}` };
}

function changeNode(node: INode, formId: string): Partial<INode> {
	const { name, parameters } = node;
	switch (name) {
		case 'Upload the Sheet':
			return {
				webhookId: formId,
				parameters: { ...parameters, authentication: 'none', requireExecuteAccess: false },
			};
		case 'Task Has Ended':
			return { parameters: { ...parameters, pollTimes: EVERY_TWO_SECONDS } };
		case 'Wait a Quarter':
			return { parameters: { amount: STORING_MS / 1000, unit: 'seconds' } };
		default:
			return {};
	}
}

/** Uploads a sheet and waits for the page that shows the check. */
export async function uploadSheet({ formUrl }: Campaign, csv: string): Promise<Page> {
	return await uploadFile(formUrl, new Blob([csv], { type: 'text/csv' }), 'sheet.csv');
}

/** Answers on the page with the check, and waits for the last page. */
export async function decide(page: Page, decision: Decision): Promise<Page> {
	const form = new FormData();
	form.append('field-1', JSON.stringify([decision]));
	return await nextPage(await postForm(page.url, form));
}

/** Calls all allowed rows of a sheet once, and then unpublishes the example. Returns the execution. */
export async function callSheet(
	rest: RestClient,
	campaign: Campaign,
	csv: string,
): Promise<Execution> {
	const page = await decide(await uploadSheet(campaign, csv), 'Call them');
	await rest.deactivate(campaign.id);
	return await rest.execution(page.executionId);
}
