/** Result codes: what each means, what kind of failure it is, and what the advice must name. */

export interface Code {
	meaning: string;
	/** The first line of the error, without the code, where it says in the credential's terms what is wrong. */
	headline?: string;
	/** `refused` unless said otherwise. Only `unavailable` and `rateLimited` may be tried again. */
	kind?: 'unavailable' | 'rateLimited';
	advice: RegExp;
}

const LICENSE = /not enabled.*iFLYTEK console/;
const CHECK_PARAMETERS = /parameters of the node/;
const LATER = /Try again later/;

/** Document 1, part 7, and the codes of the live services that it does not list. */
export const CODES: Readonly<Record<string, Code>> = {
	10005: {
		meaning: 'no license for the application',
		headline: 'The service is not enabled for the application',
		advice: LICENSE,
	},
	10006: { meaning: 'invalid parameter', advice: CHECK_PARAMETERS },
	10007: { meaning: 'invalid parameter', advice: CHECK_PARAMETERS },
	10019: { meaning: 'time out', kind: 'unavailable', advice: LATER },
	// App ID, checksum, clock or whitelist.
	10105: {
		meaning: 'illegal access',
		headline:
			"App ID or API Key is wrong for 词法分析, or this machine's IP address is not on the whitelist",
		advice: /App ID.*key.*clock.*whitelist/s,
	},
	10106: { meaning: 'invalid parameter', advice: /parameter/ },
	10107: { meaning: 'illegal parameter value', advice: CHECK_PARAMETERS },
	10109: { meaning: 'illegal text or audio length', advice: /too long/ },
	10110: {
		meaning: 'no license',
		headline: 'The service is not enabled for the application',
		advice: LICENSE,
	},
	// Also seen for a wrong X-CurTime.
	10114: { meaning: 'time out', kind: 'unavailable', advice: /Try again later.*clock/ },
	10160: { meaning: 'invalid parameter or request format', advice: CHECK_PARAMETERS },
	10161: { meaning: 'invalid parameter or request format', advice: CHECK_PARAMETERS },
	10162: { meaning: 'invalid parameter or request format', advice: CHECK_PARAMETERS },
	10163: { meaning: 'invalid parameter or request format', advice: CHECK_PARAMETERS },
	10200: { meaning: 'nothing was sent in time', kind: 'unavailable', advice: LATER },
	10222: { meaning: 'network failure inside the platform', kind: 'unavailable', advice: LATER },
	10223: { meaning: 'network failure inside the platform', kind: 'unavailable', advice: LATER },
	10313: {
		meaning: 'the App ID does not belong to the API Key',
		headline: 'The App ID does not belong to the API Key',
		advice: /same application/,
	},
	10700: { meaning: 'engine error', kind: 'unavailable', advice: LATER },
	11200: { meaning: 'voice or feature not authorized', advice: /voice/ },
	11201: { meaning: 'daily call limit exceeded', advice: /tomorrow/ },
	11202: {
		meaning: 'too many requests per second',
		kind: 'rateLimited',
		advice: /Concurrent Requests|fewer|slow/i,
	},
	11203: {
		meaning: 'too many requests at once',
		kind: 'rateLimited',
		advice: /Concurrent Requests|fewer|slow/i,
	},
	11501: { meaning: 'server failure', kind: 'unavailable', advice: LATER },
	11502: { meaning: 'server failure', kind: 'unavailable', advice: LATER },
	11503: { meaning: 'server failure', kind: 'unavailable', advice: LATER },
	40202: {
		meaning: 'client address forbidden',
		headline: "This machine's IP address is not on the whitelist of 词法分析",
		advice: /whitelist/,
	},
};

/** Document 2, part 7. */
export const CALL_CODES: Readonly<Record<string, Code>> = {
	200101: {
		meaning: 'wrong account or password',
		headline: 'App Key or App Secret is wrong',
		advice: /Copy both again.*console.*not swapped/,
	},
	10001: { meaning: 'the token is invalid', advice: /token/ },
	10002: { meaning: 'the token has no permission for this request', advice: /not enabled/ },
	10003: { meaning: 'wrong application id', advice: /App Key.*App Secret/ },
	10004: { meaning: 'the service is busy', kind: 'unavailable', advice: /Try again/ },
	10005: { meaning: 'a parameter is wrong', advice: /Check the values/ },
	10020: { meaning: 'the interface is under maintenance', advice: /maintenance is over/ },
	10021: { meaning: 'the interface is disabled', advice: /support/ },
	200200: { meaning: 'the data does not match', advice: /paused/ },
	200201: { meaning: 'wrong enterprise id', advice: /enterprise/ },
	200202: { meaning: 'there is no such task', advice: /ID returned by Create or Get Many/ },
	200203: { meaning: 'wrong outbound number', advice: /telephone number|mobile number/ },
	200204: { meaning: 'wrong script id', advice: /script.*published/ },
	200205: { meaning: 'wrong voice', advice: /voice/ },
	200206: { meaning: 'wrong speech speed', advice: /speed/ },
	200209: { meaning: 'the balance is not sufficient', advice: /Top up/ },
	200210: { meaning: 'wrong file format', advice: /format/ },
	200211: { meaning: 'the uploaded file is larger than 10 MB', advice: /smaller/ },
	200212: { meaning: 'the row does not match the columns of the script', advice: /columns/ },
	200213: { meaning: 'too much outbound data', advice: /several tasks/ },
	3030002: { meaning: 'the number is occupied', advice: /another line/ },
	3010101: { meaning: 'the task is already completed', advice: /Create a new one/ },
	3010102: { meaning: 'the task is already deleted', advice: /Create a new one/ },
};
