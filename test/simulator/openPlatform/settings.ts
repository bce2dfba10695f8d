/**
 * In some details the document and the recorded answers of the live service differ, or allow
 * several behaviors. These settings choose what the simulator does. A test can change them
 * while the simulator runs.
 */
export interface Settings {
	/** Form of `code` at all endpoints except vision: text (document) or a number. */
	code: 'text' | 'number';
	/** Form of `code` at the vision endpoints: a number (recorded) or text (document). */
	visionCode: 'text' | 'number';
	/** `desc` of refused vision requests: empty (recorded) or `<category>|<detail>` (document). */
	visionDesc: 'empty' | 'document';
	/**
	 * `data` of vision answers: an object with `fileList` (recorded), what the document shows for this endpoint (`array`), or an
	 * array for scenes too, as the document declares (`list`).
	 */
	visionData: 'fileList' | 'array' | 'list';
	/** `rate` of vision answers: a number (recorded) or text (declared). */
	visionRate: 'number' | 'text';
	/** Which parameters are required: those without a documented default, or all that an endpoint has. */
	required: 'few' | 'all';
	/** Whether speech refuses a request without X-Real-Ip. */
	realIp: 'ignored' | 'required';
	/** The bytes of a `k` in the limits of images; an `M` has as many `k`. */
	kilobyte: 1024 | 1000;
	/** What the limits of text analysis and standard speech count: bytes of UTF-8, of GBK, or of the URL-encoded text. */
	textBytes: 'utf8' | 'gbk' | 'encoded';
	/** Index of the first word in `sdp`: 0 with Root at -1 (recorded), or 1 with Root at 0 (document). */
	sdpBase: 0 | 1;
	/** Whether `ner` has one tag per word, or one tag too many (recorded once). */
	nerLength: 'words' | 'words+1';
	/**
	 * How a caller that is not on the whitelist is refused:
	 * - `document`: 10105 `illegal access|illegal client_ip`
	 * - `address`: like `document`, with `: <ip>` at the end
	 * - `forbidden`: 40202
	 * - `empty`: 10105 as a number, with an empty `desc`
	 * - `auto`: `empty` at the vision endpoints if their `desc` is empty, and `document` at all others
	 */
	whitelistForm: 'auto' | 'document' | 'address' | 'forbidden' | 'empty';
	/** The code for a clock that is wrong by more than five minutes. 10114 `time out|ilegal X-CurTime` was recorded. */
	clockCode: '10105' | '10114';
	/** The code for an X-CurTime in milliseconds. */
	millisecondsCode: '10105' | '10114';
	/** Answer for a page without text: a block without lines, a block with one empty word (both recorded), or a block of type image. */
	blankPage: 'noLine' | 'emptyWord' | 'image';
	/** Body of speech with `aue` raw: a RIFF/WAV file (recorded) or bare PCM. */
	rawAudio: 'wav' | 'pcm';
	/** Streaming speech: the message of the 401 for a key that does not exist. It is `HMAC signature cannot be verified` or `HMAC signature does not match`. */
	unknownKey: 'cannot be verified' | 'does not match';
	/** Streaming speech: whether the second frame of a success has `data: null`. Some known clients fail on such a frame. */
	frameWithoutData: 'none' | 'second';
	/** Streaming speech: whether the limit of 8000 bytes counts a text after Base64 (about 2000 Chinese characters) or before. */
	textLimit: 'base64' | 'bytes';
	/** Streaming speech: the milliseconds that the platform waits for the client's frame. After this time it answers 10200. */
	readTimeoutMs: number;
	/** Pause before every answer, in milliseconds. */
	latencyMs: number;
	/** Seconds by which the simulator's clock is ahead of this machine's clock. This concerns the Date header and the five-minute rule. */
	clockShiftSeconds: number;
	/** The number of accepted requests per second. Further requests get 11202. 0 means no limit. */
	ratePerSecond: number;
	/** The number of requests that are accepted together after a pause. 0 means as many as `ratePerSecond`. */
	rateBurst: number;
	/** The number of requests that may be in progress at the same time. Further requests get 11203. 0 means no limit. */
	rateAtOnce: number;
}

export const defaultSettings: Settings = {
	code: 'text',
	visionCode: 'number',
	visionDesc: 'empty',
	visionData: 'fileList',
	visionRate: 'number',
	required: 'few',
	realIp: 'ignored',
	kilobyte: 1024,
	textBytes: 'utf8',
	sdpBase: 0,
	nerLength: 'words',
	whitelistForm: 'auto',
	clockCode: '10114',
	millisecondsCode: '10114',
	blankPage: 'noLine',
	rawAudio: 'wav',
	unknownKey: 'cannot be verified',
	frameWithoutData: 'none',
	textLimit: 'base64',
	readTimeoutMs: 10_000,
	latencyMs: 0,
	clockShiftSeconds: 0,
	ratePerSecond: 0,
	rateBurst: 0,
	rateAtOnce: 0,
};

/** The allowed values of each setting. `'number'` stands for any finite number. */
const allowedValues: { [Name in keyof Settings]: readonly Settings[Name][] | 'number' } = {
	code: ['text', 'number'],
	visionCode: ['text', 'number'],
	visionDesc: ['empty', 'document'],
	visionData: ['fileList', 'array', 'list'],
	visionRate: ['number', 'text'],
	required: ['few', 'all'],
	realIp: ['ignored', 'required'],
	kilobyte: [1024, 1000],
	textBytes: ['utf8', 'gbk', 'encoded'],
	sdpBase: [0, 1],
	nerLength: ['words', 'words+1'],
	whitelistForm: ['auto', 'document', 'address', 'forbidden', 'empty'],
	clockCode: ['10114', '10105'],
	millisecondsCode: ['10105', '10114'],
	blankPage: ['noLine', 'emptyWord', 'image'],
	rawAudio: ['wav', 'pcm'],
	unknownKey: ['cannot be verified', 'does not match'],
	frameWithoutData: ['none', 'second'],
	textLimit: ['base64', 'bytes'],
	readTimeoutMs: 'number',
	latencyMs: 'number',
	clockShiftSeconds: 'number',
	ratePerSecond: 'number',
	rateBurst: 'number',
	rateAtOnce: 'number',
};

function isSetting(name: string): name is keyof Settings {
	return Object.prototype.hasOwnProperty.call(allowedValues, name);
}

/**
 * Checks settings that came over HTTP.
 * @throws Error that names the setting and its allowed values
 */
export function checkSettings(given: Record<string, unknown>): Partial<Settings> {
	for (const [name, value] of Object.entries(given)) {
		if (!isSetting(name)) {
			throw new Error(
				`Unknown setting "${name}". Known: ${Object.keys(allowedValues).join(', ')}.`,
			);
		}
		const allowed: readonly unknown[] | 'number' = allowedValues[name];
		const fits =
			allowed === 'number'
				? typeof value === 'number' && Number.isFinite(value)
				: allowed.includes(value);
		if (!fits) {
			const wanted = allowed === 'number' ? 'a number' : `one of ${JSON.stringify(allowed)}`;
			throw new Error(`Setting "${name}" must be ${wanted}.`);
		}
	}
	return given;
}
