import { existsSync } from 'node:fs';
import path from 'node:path';

import { PlainError } from './terminal';

/** An n8n that somebody else has started, for example from its image. */
export interface GivenN8n {
	/** The editor's address, without a slash at the end. */
	url: string;
	/** The folder that contains n8n's `.n8n`; n8n calls it N8N_USER_FOLDER. */
	folder: string;
	/** The shell command that restarts n8n. */
	restart: string;
	/** The sign-in of the owner. Without it, an owner is created if n8n has none, and is remembered in the folder. */
	email?: string;
	password?: string;
	/** The address of production webhooks, by default `url`. */
	webhookUrl: string;
}

/** The options of the commands, each with the environment variable that can be used instead. */
const VARIABLES: Record<string, string> = {
	'--n8n-url': 'IFLYTEK_N8N_URL',
	'--n8n-folder': 'IFLYTEK_N8N_USER_FOLDER',
	'--n8n-restart': 'IFLYTEK_N8N_RESTART',
	'--n8n-email': 'IFLYTEK_N8N_EMAIL',
	'--n8n-password': 'IFLYTEK_N8N_PASSWORD',
	'--n8n-webhook-url': 'IFLYTEK_N8N_WEBHOOK_URL',
};

/** The text about these options in the help of the commands. */
export const GIVEN_HELP = `  --n8n-url <address>      an n8n that is running, in place of one from npm: http://127.0.0.1:5678
  --n8n-folder <folder>    its user folder, which has .n8n in it; the package is installed there
  --n8n-restart <command>  what restarts it, for example "docker restart n8n"
  --n8n-email, --n8n-password
                           its owner, if it has one that these commands have not made
                           (or IFLYTEK_N8N_EMAIL and IFLYTEK_N8N_PASSWORD in the environment)`;

/**
 * Moves the options of a given n8n from the arguments of a command to the environment, where all processes of a test run
 * can read them.
 *
 * @returns the other arguments
 * @throws PlainError for an option without its value
 */
export function takeGivenN8n(args: string[]): string[] {
	const otherArgs: string[] = [];
	for (let index = 0; index < args.length; index++) {
		const [name = '', ...value] = (args[index] ?? '').split('=');
		const variable = VARIABLES[name];
		if (variable === undefined) {
			otherArgs.push(args[index] ?? '');
			continue;
		}
		const given = value.length > 0 ? value.join('=') : args[++index];
		if (!given) throw new PlainError(`${name} needs a value`);
		process.env[variable] = given;
	}
	return otherArgs;
}

function required(name: string): string {
	const value = process.env[VARIABLES[name] ?? ''];
	if (value) return value;
	throw new PlainError(
		`With --n8n-url, ${name} is needed too: --n8n-url http://127.0.0.1:5678 --n8n-folder <its user folder> --n8n-restart "docker restart n8n"`,
	);
}

function addressOf(value: string): string {
	if (!/^https?:\/\/[^/]+/.test(value) || !URL.canParse(value))
		throw new PlainError(`"${value}" is no address. Give one such as http://127.0.0.1:5678`);
	return value.replace(/\/+$/, '');
}

/** The n8n that the options or the environment name. Undefined if they name none. */
export function givenN8n(): GivenN8n | undefined {
	const { IFLYTEK_N8N_URL, IFLYTEK_N8N_EMAIL, IFLYTEK_N8N_PASSWORD } = process.env;
	if (!IFLYTEK_N8N_URL) {
		const orphan = Object.keys(VARIABLES).find((name) => process.env[VARIABLES[name] ?? '']);
		if (orphan !== undefined) throw new PlainError(`${orphan} is for a given n8n: add --n8n-url`);
		return undefined;
	}
	const url = addressOf(IFLYTEK_N8N_URL);
	const folder = path.resolve(required('--n8n-folder'));
	if (!existsSync(path.join(folder, '.n8n'))) {
		const above = path.basename(folder) === '.n8n' ? `: ${path.dirname(folder)}` : '';
		throw new PlainError(
			`${folder} has no folder .n8n in it. Give the folder that n8n calls N8N_USER_FOLDER${above}`,
		);
	}
	return {
		url,
		folder,
		restart: required('--n8n-restart'),
		email: IFLYTEK_N8N_EMAIL,
		password: IFLYTEK_N8N_PASSWORD,
		webhookUrl: addressOf(process.env.IFLYTEK_N8N_WEBHOOK_URL ?? url),
	};
}
