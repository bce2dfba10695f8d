/** The console as errors speak of it, with the page that says in English what is where. */
export const CONSOLE =
	'the iFLYTEK console (guide: https://github.com/n8n-nodes-iflytek/n8n-nodes-iflytek/blob/main/docs/console.md)';
