/** The guide that names each service, page and key of iFLYTEK's Chinese console in English. */
export const CONSOLE_GUIDE =
	'https://github.com/n8n-nodes-xfyun/n8n-nodes-xfyun/blob/main/docs/console.md';

/** The name of the console in errors, with the address where the reader finds it. */
export const CONSOLE = `the iFLYTEK console (guide: ${CONSOLE_GUIDE})`;
