/** The guide that names each service, page and key of iFLYTEK's Chinese console in English. */
const CONSOLE_GUIDE =
	'https://github.com/n8n-nodes-xfyun/n8n-nodes-xfyun/blob/main/docs/console.md';

/** The name of the console in errors, which have no address: the credentials link it. */
export const CONSOLE = 'the iFLYTEK console';

/** The same for a credential's window, which shows links. */
export const CONSOLE_LINKS = `the iFLYTEK <a href="https://console.xfyun.cn/" target="_blank">console</a> (<a href="${CONSOLE_GUIDE}" target="_blank">guide in English</a>)`;
