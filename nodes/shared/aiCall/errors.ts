/** The ways in which an answer of the platform is not what was asked for. */
import { PlatformError } from '../failure';
import { codeAdvice, codeMeaning, isBusy } from './codes';
import { ENDPOINTS, type Operation } from './endpoints';

/** What stands in the body where an envelope should be. */
export type UnreadableKind = 'empty' | 'html' | 'notJson' | 'notEnvelope';

const WHAT_CAME: Record<UnreadableKind, string> = {
	empty: 'it is empty',
	html: 'it is a web page, not JSON',
	notJson: 'it is not JSON',
	notEnvelope: 'it is JSON, but has no result code',
};

/** The body of the answer is not an envelope. Nothing of it is quoted: it may repeat the address with its token. */
export class UnreadableAnswerError extends PlatformError {
	constructor(
		readonly kind: UnreadableKind,
		readonly httpStatus: number | undefined,
	) {
		const status = httpStatus === undefined ? '' : ` (HTTP status ${httpStatus})`;
		super(`The answer of the AI call platform cannot be understood: ${WHAT_CAME[kind]}${status}`, { advice: unreadableAdvice(kind, httpStatus) });
	}
}

function unreadableAdvice(kind: UnreadableKind, httpStatus: number | undefined): string {
	if (httpStatus !== undefined && httpStatus >= 500) return 'The platform or a proxy before it is in trouble. Try again later; if it stays, check the base address in the credential.';
	if (kind === 'html' || httpStatus === 404) return 'The base address in the credential may lead to another site, a login page or a proxy. The usual one is https://callapi.xfyun.cn.';
	return 'Check the base address in the credential, and whether a proxy or firewall stands between n8n and the platform.';
}

/** The platform answered with a code other than 0. */
export class RefusalError extends PlatformError {
	/** The code as text, digits as sent. */
	readonly code: string;

	constructor(
		readonly operation: Operation,
		code: string,
		/** The platform's own `message`. */
		desc: string,
	) {
		const said = desc.trim() === '' ? '' : `, the platform says: ${desc.trim()}`;
		super(`The AI call platform refused to ${ENDPOINTS[operation].title}: ${codeMeaning(code)} (code ${code}${said})`, { code, desc, advice: codeAdvice(code) }, isBusy(code));
		this.code = code;
	}
}

/**
 * The platform accepted rows, but its `total` or its count of ids is not the count of rows sent:
 * which id belongs to which row cannot be known, and is not guessed.
 */
export class CountMismatchError extends PlatformError {
	constructor(
		readonly sent: number,
		/** `total` as the platform sent it. */
		readonly total: unknown,
		/** The ids that came, as text. */
		readonly ids: readonly string[],
	) {
		super(
			`${sent} rows were sent, the platform reports ${total === undefined ? 'no total' : `a total of ${String(total)}`} and ${ids.length} ids: which row got which id is not known`,
			{
				advice: `The rows were accepted at least in part: do not send them again before you have looked in the platform's console. The ids that came: ${ids.length === 0 ? 'none' : ids.join(', ')}.`,
			},
		);
	}
}
