/**
 * Where the document and recorded live answers differ (or leave a choice), these
 * settings say what the simulator does. They can be changed while it runs.
 */
export interface Settings {
	/** `code` of all endpoints but vision: text (document) or a number. */
	code: 'text' | 'number';
	/** `code` of the vision endpoints: a number (recorded) or text (document). */
	visionCode: 'text' | 'number';
	/** `desc` of failed vision calls: empty (recorded) or `<category>|<detail>` (document). */
	visionDesc: 'empty' | 'document';
	/** `data` of vision answers: an object with `fileList` (recorded), or as each part of the document declares it. */
	visionData: 'fileList' | 'array';
	/** First index of `sdp`: 0 with Root at -1 (recorded), 1 with Root at 0 (document). */
	sdpBase: 0 | 1;
	/** `ner` with one tag per word, or one tag too many (recorded once). */
	nerLength: 'words' | 'words+1';
	/**
	 * How a caller that is not on the whitelist is refused:
	 * `document` 10105 `illegal access|illegal client_ip`; `address` the same with `: <ip>`;
	 * `forbidden` 40202; `empty` a numeric 10105 with empty `desc`; `auto` is `empty` on vision, else `document`.
	 */
	whitelistForm: 'auto' | 'document' | 'address' | 'forbidden' | 'empty';
	/** Answer to a clock that is more than five minutes off; 10114 `time out|ilegal X-CurTime` was recorded. */
	clockCode: '10105' | '10114';
	/** Answer to X-CurTime in milliseconds. */
	millisecondsCode: '10105' | '10114';
	/** A page without text: one block without a line or a line with the word `""` (both recorded), or a block of type image. */
	blankPage: 'noLine' | 'emptyWord' | 'image';
	/** Body of speech with `aue` raw: a RIFF/WAV file (recorded) or bare PCM. */
	rawAudio: 'wav' | 'pcm';
	/** Streaming speech, a key that does not exist: 401 `HMAC signature cannot be verified` or `… does not match`. */
	unknownKey: 'cannot be verified' | 'does not match';
	/** Streaming speech: whether a frame with `data: null` is among those of a success. Recorded clients fail on it. */
	frameWithoutData: 'none' | 'second';
	/** Streaming speech: whether the 8000 bytes of a text count after Base64 (about 2000 Chinese characters) or before. */
	textLimit: 'base64' | 'bytes';
	/** Streaming speech: how long a connection may stay without a frame from the client, in milliseconds (then 10200). */
	readTimeoutMs: number;
	/** Pause before every answer, in milliseconds. */
	latencyMs: number;
	/** Seconds by which the simulator's clock is ahead of this machine's: Date header and five-minute rule. */
	clockShiftSeconds: number;
	/** Requests per second that are accepted; others get 11202. 0 means no limit. */
	ratePerSecond: number;
	/** Requests that are accepted at once after a pause; 0 means as many as in one second. */
	rateBurst: number;
	/** Requests in progress that are accepted; others get 11203. 0 means no limit. */
	rateAtOnce: number;
}

export const defaultSettings: Settings = {
	code: 'text',
	visionCode: 'number',
	visionDesc: 'empty',
	visionData: 'fileList',
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

const choices: { [Name in keyof Settings]: readonly Settings[Name][] | 'number' } = {
	code: ['text', 'number'],
	visionCode: ['text', 'number'],
	visionDesc: ['empty', 'document'],
	visionData: ['fileList', 'array'],
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
	return Object.prototype.hasOwnProperty.call(choices, name);
}

/**
 * Checks settings that came over HTTP.
 * @throws Error that names the setting and what it may be
 */
export function checkSettings(given: Record<string, unknown>): Partial<Settings> {
	for (const [name, value] of Object.entries(given)) {
		if (!isSetting(name)) {
			throw new Error(`Unknown setting "${name}". Known: ${Object.keys(choices).join(', ')}.`);
		}
		const allowed: readonly unknown[] | 'number' = choices[name];
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
