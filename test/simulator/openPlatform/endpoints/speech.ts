import { isIP } from 'net';
import type { Endpoint } from '../endpoint';
import { PlatformFailure } from '../failure';
import { formField, textBytes } from '../form';
import { choiceParam, levelParam, requireAll, textParam } from '../param';
import type { PlatformRequest, Result } from '../request';
import { wav } from '../engines/wav';

/** A text with this number of bytes, or with more, is refused (document 1, 4.4). */
const TOO_LONG_BYTES = 1000;

/** Voices that clients of the live services use. Any other voice is refused as not authorised. */
export const voices: readonly string[] = [
	'xiaoyan',
	'aisjiuxu',
	'aisxping',
	'x_xiaowei',
	'x_xiaofeng',
	'x2_xiaoyan',
	'x4_yezi',
	'x4_xiaoyan',
	'x4_lingxiaoxuan_en',
	'aisjinger',
	'aisbabyxu',
	'qianhui',
];

const sampleRates = { 'audio/L16;rate=8000': 8000, 'audio/L16;rate=16000': 16000 } as const;

/** Speech synthesis (document 1, 4.4). espeak-ng speaks the text. */
async function synthesize(request: PlatformRequest): Promise<Result> {
	const { param, settings, engines } = request;
	requireAll(request, ['engine_type', 'text_type', 'speed', 'volume', 'pitch']);
	checkRealIp(request);
	const sampleRate =
		sampleRates[choiceParam(param, 'auf', ['audio/L16;rate=8000', 'audio/L16;rate=16000'])];
	const encoding = choiceParam(param, 'aue', ['raw', 'lame']);
	// The simulator does not use the engine and the text type. It only checks them.
	choiceParam(param, 'engine_type', ['', 'aisound', 'intp65', 'intp65_en', 'mtts', 'x'], '');
	choiceParam(param, 'text_type', ['text'], 'text');
	const voice = textParam(param, 'voice_name');
	if (voice === undefined || voice === '') throw new PlatformFailure('10106', 'invalid voice_name');
	const speed = levelParam(param, 'speed');
	const volume = levelParam(param, 'volume');
	const pitch = levelParam(param, 'pitch');
	const text = formField(request.contentType, request.body, 'text') ?? '';
	if (text.trim() === '') throw new PlatformFailure('10106', 'invalid text');
	if (textBytes(text, settings) >= TOO_LONG_BYTES)
		throw new PlatformFailure('10109', 'invalid text');
	if (!voices.includes(voice)) throw new PlatformFailure('11200', 'voice not authorised');

	const options = { voice, speed, volume, pitch, sampleRate };
	if (encoding === 'lame') return { audio: await engines.speech.mp3(text, options) };
	const samples = await engines.speech.speak(text, options);
	const pcm = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
	return { audio: settings.rawAudio === 'pcm' ? pcm : wav(pcm, sampleRate) };
}

/**
 * The header X-Real-Ip (4.4), which a setting may demand.
 * @throws PlatformFailure if it is missing or no IP address
 */
function checkRealIp({ realIp, settings }: PlatformRequest): void {
	const isMissing = realIp === '';
	if (isMissing ? settings.realIp === 'required' : isIP(realIp) === 0)
		throw new PlatformFailure('10106', 'invalid X-Real-Ip');
}

export const endpoints: readonly Endpoint[] = [
	{
		name: 'speech',
		base: 'api',
		path: '/v1/service/v1/tts',
		service: 'speech',
		emptyData: '',
		sid: ['hts', 'ch'],
		failureType: 'text/plain',
		withoutParam: false,
		canned: false,
		handle: synthesize,
	},
];
