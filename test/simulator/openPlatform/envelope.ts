import type { Endpoint } from './endpoint';
import type { PlatformFailure } from './failure';
import type { Settings } from './settings';

/** A complete answer. A fault can still change it before it is sent. */
export interface Answer {
	status: number;
	headers: Record<string, string>;
	body: Buffer;
	/** Code of the envelope; `0` for audio. */
	code: string;
	sid: string;
}

let counter = 0;

/** A new session ID in the form of the document's examples, such as `ltp00000006@ch7ea90e9a28b8000100`. */
export function newSid([prefix, zone]: Endpoint['sid']): string {
	counter += 1;
	const serial = counter.toString(16).padStart(8, '0');
	const time = Date.now().toString(16).padStart(12, '0');
	return `${prefix}${serial}@${zone}${time}000100`;
}

/** The success envelope (document 1, 2.1). */
export function success(
	endpoint: Endpoint,
	data: unknown,
	sid: string,
	settings: Settings,
): Answer {
	return jsonAnswer(
		endpoint,
		{ code: codeInForm('0', endpoint, settings), data, desc: 'success', sid },
		'0',
		'application/json',
	);
}

/** The failure envelope. Its empty `data` has the same type as the endpoint's results (2.1). */
export function failure(
	endpoint: Endpoint,
	refusal: PlatformFailure,
	sid: string,
	settings: Settings,
): Answer {
	const code =
		refusal.form.code === 'number'
			? Number(refusal.code)
			: codeInForm(refusal.code, endpoint, settings);
	const isDescHidden = endpoint.base === 'vision' && settings.visionDesc === 'empty';
	const desc = refusal.form.desc ?? (isDescHidden ? '' : refusal.desc);
	const data = refusal.form.data ?? endpoint.emptyData;
	return jsonAnswer(endpoint, { code, data, desc, sid }, refusal.code, endpoint.failureType);
}

/** A failure envelope that a test ordered. It can have any code. */
export function orderedFailure(
	endpoint: Endpoint,
	code: string,
	desc: string,
	sid: string,
	settings: Settings,
): Answer {
	const body = { code: codeInForm(code, endpoint, settings), data: endpoint.emptyData, desc, sid };
	return jsonAnswer(endpoint, body, code, endpoint.failureType);
}

/** The code as text or as a number, as the settings say. */
function codeInForm(code: string, endpoint: Endpoint, settings: Settings): string | number {
	const form = endpoint.base === 'vision' ? settings.visionCode : settings.code;
	return form === 'number' ? Number(code) : code;
}

function jsonAnswer(
	endpoint: Endpoint,
	envelope: { code: string | number; data: unknown; desc: string; sid: string },
	code: string,
	contentType: string,
): Answer {
	return {
		status: 200,
		headers: {
			// `text/plain` has no charset, because one speech client compares the type letter by letter.
			'Content-Type': contentType === 'text/plain' ? contentType : `${contentType}; charset=utf-8`,
			...(endpoint.canned ? { 'X-Simulated': 'canned' } : {}),
		},
		body: Buffer.from(JSON.stringify(envelope)),
		code,
		sid: envelope.sid,
	};
}
