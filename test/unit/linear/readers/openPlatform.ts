/** What the open platform's services answer. */
import type { HttpResponse } from '../../../../nodes/shared/httpResponse';
import { AudioJoiner } from '../../../../nodes/shared/openPlatform/speech/audioJoiner';
import { fileForm } from '../../../../nodes/shared/openPlatform/protocol/requestBody';
import {
	clockError,
	explain,
} from '../../../../nodes/shared/openPlatform/protocol/openPlatformCodes';
import {
	readEnvelope,
	refusal,
} from '../../../../nodes/shared/openPlatform/protocol/openPlatformEnvelope';
import { simplifyHandwriting } from '../../../../nodes/shared/openPlatform/image/handwriting';
import { SCENES } from '../../../../nodes/shared/openPlatform/image/imageLabels';
import {
	readEntityTag,
	semanticRelationMeaning,
} from '../../../../nodes/shared/openPlatform/text/textLabels';
import { readFrame } from '../../../../nodes/shared/openPlatform/speech/streamingProtocol';
import {
	TEXT_FUNCTIONS,
	type TextFunction,
} from '../../../../nodes/shared/openPlatform/protocol/services';
import { readSpeech } from '../../../../nodes/shared/openPlatform/protocol/standardSpeech';
import { type AudioFormat } from '../../../../nodes/shared/openPlatform/protocol/voiceSettings';
import { joinAnalysis } from '../../../../nodes/shared/openPlatform/text/analysis';
import { joinAnnotations } from '../../../../nodes/shared/openPlatform/text/join';
import {
	readAnnotations,
	type Annotations,
} from '../../../../nodes/shared/openPlatform/text/annotations';
import {
	simplifyAnnotations,
	simplifyPieces,
	simplifyWithWords,
} from '../../../../nodes/shared/openPlatform/text/simplify';
import { locateWords } from '../../../../nodes/shared/openPlatform/text/words';
import {
	simplifyVision,
	visionEntry,
} from '../../../../nodes/shared/openPlatform/image/recognition';
import { simplifyViolence } from '../../../../nodes/shared/openPlatform/image/violence';
import { ofBytes, ofJson, ofTexts, ofValues, type Reader } from '../shapes';

const responseWith = (
	body: string | Buffer,
	status = 200,
	headers: Record<string, unknown> = {},
): HttpResponse => ({ status, headers, body: Buffer.from(body) });
const success = (data: unknown) => ({ code: '0', data, sid: 's' });

const envelopes: Reader[] = [
	ofJson('envelope', (json) => readEnvelope(responseWith(json))),
	ofTexts(
		'envelope: refusal',
		(text) => refusal(text, text, text, { response: { status: 403, headers: { date: text } } }),
		{ size: 500 },
	),
	ofTexts('envelope: bytes', (body) => readEnvelope(responseWith(body)), {
		frames: [
			['{"code":"', '"}'],
			['<html>', ''],
		],
	}),
	ofTexts('answer of a failure', (body) =>
		readEnvelope(
			responseWith(body, 502, { 'content-type': body, date: body, location: body, sid: body }),
		),
	),
	ofTexts('redirection', (location) => readEnvelope(responseWith('', 302, { location })), {
		frames: [['https://', '']],
		pieces: ['a:', '@', '//'],
	}),
	ofTexts('description of a failure', (desc) => explain('10105', desc), {
		frames: [
			['client_ip:', 'x'],
			['illegal client_ip: ', ''],
		],
		pieces: ['client_ip:', 'client_ip: ', 'client_ip:1.', 'X-', 'X-CurTime'],
	}),
	ofTexts('code', (code) => explain(code, '')),
	ofTexts('date of an answer', (date) => clockError(date, 0), {
		frames: [['Sat, 21 Nov 2026 ', ' GMT']],
		pieces: ['(', '((', 'Sat, ', '-1 '],
	}),
];

const word = () => '{"content":"a"}';

const images: Reader[] = [
	ofValues('handwriting: blocks', (value) => simplifyHandwriting(success({ block: value })), {
		entries: [
			() => '{"type":"text","line":[{"word":[{"content":"a"}]}]}',
			() => '{"type":"image"}',
		],
	}),
	ofValues(
		'handwriting: lines',
		(value) => simplifyHandwriting(success({ block: [{ type: 'text', line: value }] })),
		{
			entries: [
				() =>
					'{"confidence":1,"word":[{"content":"a"},{"content":"中"}],"location":{"top_left":{"x":1,"y":1},"right_bottom":{"x":2,"y":2}}}',
			],
		},
	),
	ofValues(
		'handwriting: words',
		(value) => simplifyHandwriting(success({ block: [{ type: 'text', line: [{ word: value }] }] })),
		{
			entries: [
				word,
				() => '{"content":"中"}',
				() => '{"content":"("}',
				() => '{"content":","}',
				() => '{"content":" "}',
			],
		},
	),
	ofTexts(
		'handwriting: word',
		(content) =>
			simplifyHandwriting(
				success({ block: [{ type: 'text', line: [{ word: [{ content: 'a' }, { content }] }] }] }),
			),
		{ pieces: ["'", '’s', '.N'] },
	),
	ofValues(
		'recognition: files',
		(value) => simplifyVision(visionEntry(success({ fileList: value })), SCENES),
		{ entries: [() => '{"label":1,"rate":0.5}'] },
	),
	ofValues('recognition: labels', (value) =>
		simplifyVision(
			visionEntry(success([{ label: 1, labels: value, rates: value, name: 'a' }])),
			SCENES,
		),
	),
	ofValues(
		'filter: details',
		(value) => simplifyViolence(success({ type: 0, details: value }), 20),
		{ entries: [() => '{"type":0,"image_id":1,"categories":[{"type":1,"confidence":0.5}]}'] },
	),
	ofValues(
		'filter: categories',
		(value) => simplifyViolence(success({ type: 0, categories: value })),
		{ entries: [() => '{"type":1,"confidence":0.5}'] },
	),
];

/** The field of an answer that contains the annotations. */
const ANNOTATION_FIELDS: Record<TextFunction, string> = {
	cws: 'word',
	pos: 'pos',
	ner: 'ner',
	dp: 'dp',
	srl: 'srl',
	sdp: 'sdp',
	sdgp: 'sdgp',
};
const TAGS = ['B-Ns', 'I-Ns', 'E-Ns', 'O', 'S-Nh'];

/** Makes the JSON of a word's relation to the word with the index `parent(index)`. */
const relation = (parent: (index: number) => number) => (index: number) =>
	`{"parent":${parent(index)},"relate":"SBV"}`;
const relations = [relation((index) => index - 1), relation(() => -1), relation(() => 0)];
/** Entries as each function returns them. In the first list for `srl`, each entry spans all words up to its own. */
const ENTRIES: Record<TextFunction, ((index: number) => string)[]> = {
	cws: [() => '"字"', (index) => `"a${index}"`, () => '" "', () => '"\\u0301"'],
	pos: [() => '"n"'],
	ner: [
		...TAGS.map((tag) => () => `"${tag}"`),
		(index) => (index === 0 ? '"B-Ns"' : '"I-Ns"'),
		(index) => `"${TAGS[index % TAGS.length]}"`,
	],
	dp: relations,
	srl: [
		(index) => `{"beg":0,"end":${index},"id":${index},"type":"A0"}`,
		(index) => `{"beg":${index},"end":${index},"id":0,"type":"A0"}`,
	],
	sdp: relations,
	sdgp: [
		(index) => `{"id":${index},"parent":0,"relate":"Agt"}`,
		() => '{"id":0,"parent":-1,"relate":"Root"}',
	],
};

function annotationsIn<F extends TextFunction>(func: F, value: unknown): Annotations[F] {
	return readAnnotations(func, { [ANNOTATION_FIELDS[func]]: value }, 's');
}

/**
 * Simplifies an answer without words, and with one word for each annotation. The words are tried with a text that contains
 * all of them, and with a text that contains none.
 */
function analyze<F extends TextFunction>(func: F, value: unknown): void {
	const answer = annotationsIn(func, value);
	simplifyAnnotations(func, joinAnnotations(func, [answer], []));
	const words = answer.map(() => '字');
	simplifyAnnotations(func, joinAnnotations(func, [answer, answer], [words.length, words.length]));
	const wordsAndAnswer = { cws: words, [func]: answer };
	for (const text of ['字'.repeat(words.length), 'x']) {
		joinAnalysis(text, [{ text, start: 0, annotations: wordsAndAnswer }]);
		const piece = { text, start: 0, annotations: answer, words };
		if (func !== 'cws') simplifyWithWords(func, text, [piece], answer);
		simplifyPieces(func, text, [piece, piece], true);
	}
}

const texts: Reader[] = [
	...TEXT_FUNCTIONS.map((func) =>
		ofValues(`analysis: ${func}`, (value) => analyze(func, value), { entries: ENTRIES[func] }),
	),
	ofTexts(
		'words in a text',
		(text) => [locateWords(text, [...text], 0), locateWords(text, [text.slice(1), ...text], 0)],
		{ size: 200 },
	),
	ofTexts('tags', (tag) => [readEntityTag(tag), semanticRelationMeaning(tag)], {
		pieces: ['B-', 'd'],
	}),
];

const AUDIO_BEGINNINGS = [
	'RIFF\0\0\0\0WAVE',
	'RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x80>\0\0\0}\0\0\x02\0\x10\0',
	'ID3\x04\0\0\0\0\0\0',
	'\xff\xf3\x40\xc4',
];
/** An MP3 frame of 8 kbit/s and 24 kHz, which is 24 bytes long. */
const MP3_FRAME = `\xff\xf3\x14\xc4${'\0'.repeat(20)}`;
/** Chunks of a WAV file, whole and cut off. */
const WAV_CHUNKS = [
	'data\0\0\0\0',
	'data\x01\0\0\0a\0',
	'data\x02\0\0\0ab',
	'LIST\0\0\0\0',
	'fmt \0\0\0\0',
	'fmt \x10\0\0\0\x01\0\x01\0\x80>\0\0\0}\0\0\x02\0\x10\0',
	'data\xff\xff\xff\x7f',
	'data\0\0\0\0a',
];
/** Frames and tags of an MP3 file, whole and cut off. */
const MP3_PARTS = [
	MP3_FRAME,
	`${MP3_FRAME}\0`,
	'ID3\x04\0\0\0\0\0\0',
	'ID3\x04\0\0\0\0\0\x01',
	'LYRICSBEGINLYRICSEND',
	'LYRICSBEGINLYRICS200',
	'LYRICSBEGIN',
	'LYRICSBEGINLYRICS',
	`TAG${' '.repeat(125)}`,
	`APETAGEX${'\0'.repeat(24)}`,
	`${MP3_FRAME}ID3\x04\0\0\0\0\0\0`,
];

function joinAudio(format: AudioFormat, bytes: Buffer): void {
	const joiner = new AudioJoiner(format, 16_000, ['!', '字']);
	joiner.add(1, { text: '字', audio: bytes, sid: 's' });
	joiner.add(0, { text: '!', audio: bytes, sid: 't' });
	joiner.finish();
}

const audio: Reader[] = [
	...(['wav', 'pcm', 'mp3'] as const).map((format) =>
		ofBytes(`audio: ${format}`, (bytes) => joinAudio(format, bytes), AUDIO_BEGINNINGS, [
			...WAV_CHUNKS,
			...MP3_PARTS,
		]),
	),
	ofTexts('audio: frame', (text) => readFrame(text), {
		frames: [
			['{"code":0,"data":{"status":1,"audio":"', '"}}'],
			['{"code":', '}'],
		],
	}),
	ofBytes(
		'audio: answer',
		(bytes) => readSpeech(responseWith(bytes, 200, { 'content-type': 'audio/mpeg' })),
		['{"code":0,'],
		['{"code":', '['],
	),
	ofBytes('file to send', (bytes) => fileForm('file', bytes), [], ['\xfb\xff']),
];

export const openPlatform: Reader[] = [...envelopes, ...images, ...texts, ...audio];
