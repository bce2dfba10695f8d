/**
 * The codes of document 1 (part 7, and the table of codes in the examples). Each code has a
 * category. This is the text before the `|` in `desc`.
 */
export const categories = {
	'10105': 'illegal access',
	'10106': 'invalid parameter',
	'10107': 'illegal parameter',
	'10109': 'illegal text/audio length',
	'10110': 'no license',
	'10114': 'time out',
	'10700': 'engine error',
	'11200': 'no vcn auth',
	'11201': 'appid authorize number not enough',
	// These two are not in the documents, but other iFLYTEK services use them.
	'11202': 'rate limit',
	'11203': 'rate limit',
	'40202': 'illegal access',
} as const;

export type FailureCode = keyof typeof categories;

/** The fields in which a refusal differs from the endpoint's usual refusals. */
export interface FailureForm {
	/** Empty `data` of another type. For example, a refusal by the whitelist has an empty text (document 1, 2.1). */
	data?: '' | readonly [];
	/** A `desc` that does not depend on the settings. */
	desc?: string;
	/** If set, `code` is a number even if the settings say otherwise. */
	code?: 'number';
}

/** A refusal by the platform. The endpoint's failure envelope reports it. */
export class PlatformFailure extends Error {
	readonly desc: string;

	/** @param detail the text after the `|`, e.g. `invalid speed` */
	constructor(
		readonly code: FailureCode,
		detail: string,
		readonly form: FailureForm = {},
	) {
		const desc = `${categories[code]}|${detail}`;
		super(desc);
		this.desc = desc;
	}
}
