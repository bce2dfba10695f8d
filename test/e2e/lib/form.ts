/** Fills in the pages of n8n's forms as a browser does. */
import { waitFor } from './rest';

/** The content of a form page, and the execution behind it. */
export interface Page {
	text: string;
	executionId: string;
	url: string;
}

const PAGE_TIMEOUT_MS = 60_000;

/** Uploads a file in the first field of a form, and waits for the next page. */
export async function uploadFile(formUrl: string, file: Blob, name: string): Promise<Page> {
	const form = new FormData();
	form.append('field-0', file, name);
	return await nextPage(await postForm(formUrl, form));
}

/** Posts a form. Returns the URL of its next page. */
export async function postForm(url: string, body: FormData): Promise<string> {
	const response = await fetch(url, { method: 'POST', body });
	const text = await response.text();
	if (!response.ok) throw new Error(`n8n answered the form with ${response.status}: ${text}`);
	const { formWaitingUrl } = JSON.parse(text) as { formWaitingUrl?: string };
	return formWaitingUrl ?? url;
}

/** Waits for the next page in the same way as the form's own script does. */
export async function nextPage(url: string): Promise<Page> {
	const status = new URL(url);
	status.pathname += '/n8n-execution-status';
	await waitFor('The next page of the form', PAGE_TIMEOUT_MS, async () => {
		const text = (await (await fetch(status)).text()).trim();
		if (['error', 'crashed', 'canceled'].includes(text))
			throw new Error(`The execution behind the form ended with ${text}`);
		return text === 'form-waiting' ? true : undefined;
	});
	const [, executionId = ''] = /form-waiting\/(\d+)/.exec(url) ?? [];
	const page = await (await fetch(url)).text();
	return { text: page, executionId, url };
}
