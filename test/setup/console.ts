/** How errors name the console, with the address of a page that explains it in English. */
export const CONSOLE =
	'the iFLYTEK console (guide: https://github.com/n8n-nodes-xfyun/n8n-nodes-xfyun/blob/main/docs/console.md)';
