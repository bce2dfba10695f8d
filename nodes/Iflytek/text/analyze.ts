import type { INodePropertyOptions } from 'n8n-workflow';
import { InputError } from '../../shared/failure';
import { sidOf, type Envelope } from '../../shared/openPlatform/envelope';
import { TEXT_FUNCTIONS, type TextFunction } from '../../shared/openPlatform/services';
import { joinAnalysis, readAnnotations, type AnalyzedPiece, type Annotations, type TextPiece } from '../../shared/openPlatform/text';
import type { Send } from '../client';
import { asChoice, asText, Item, jsonResult, listIn, openPlatformOptions, rawResponse, requestOptionsOf, simplify, type IflytekOperation } from '../operation';
import { requestPiece, longText, readPieces, sidsOf, textInput } from './request';

const option: INodePropertyOptions = {
	name: 'Analyze',
	value: 'analyze',
	action: 'Analyze Chinese text',
	description: 'Run several analyses at once and merge the results word by word (词法分析、句法分析、语义分析, API: cws, pos, ner, dp, srl, sdp, sdgp)',
};

/** Several functions of language analysis at once, joined (document 1, 2.2 and 4.1). */
export const analyze: IflytekOperation = {
	option,
	properties: [
		textInput,
		{
			displayName: 'Analyses',
			name: 'functions',
			type: 'multiOptions',
			options: [
				{ name: 'Dependencies', value: 'dp', description: 'Syntactic relations between words (依存句法分析, API: dp)' },
				{ name: 'Entities', value: 'ner', description: 'Names of people, places and organizations (命名实体识别, API: ner)' },
				{ name: 'Parts of Speech', value: 'pos', description: 'Such as noun or verb (词性标注, API: pos)' },
				{ name: 'Semantic Graph', value: 'sdgp', description: 'Semantic relations, several per word (语义依存图分析, API: sdgp)' },
				{ name: 'Semantic Roles', value: 'srl', description: 'Who did what to whom (语义角色标注, API: srl)' },
				{ name: 'Semantic Tree', value: 'sdp', description: 'Semantic relations, one per word (语义依存树分析, API: sdp)' },
			],
			default: ['pos', 'ner', 'dp'],
			required: true,
			description: 'Analyses to run in addition to word segmentation. Each uses one request per 500 bytes of text, plus one for the segmentation.',
		},
		simplify,
		openPlatformOptions(longText),
	],
	begin: (context, client) => async (index) => {
		const item = new Item(context, index);
		const functions = readFunctions(item.value('functions'));
		const { text, pieces } = readPieces(item);
		const simplified = item.flag('simplify');
		const send = client(requestOptionsOf(item));
		const responses = await Promise.all(pieces.map(async (piece) => ({ piece, annotations: await requestFunctions(send, functions, piece) })));
		const envelopes = responses.flatMap(({ annotations }) => annotations.map(({ envelope }) => envelope));
		if (!simplified) return jsonResult(rawResponse(envelopes));
		const analyzed = responses.map(({ piece, annotations }) => readPiece(piece, annotations));
		return jsonResult({ text, ...joinAnalysis(text, analyzed), ...sidsOf(envelopes) });
	},
};

/**
 * The chosen functions, preceded by cws, whose words the others refer to. An expression or an agent may return the names
 * comma-separated or as a JSON array.
 */
function readFunctions(value: unknown): TextFunction[] {
	const given = listIn(value) ?? asText(value, 'Analyses').split(/[\s,]+/);
	const chosen = given.filter((func) => func !== '').map((func) => asChoice(func, 'Analyses', TEXT_FUNCTIONS));
	if (chosen.length === 0) throw new InputError('Analyses is empty', `Choose at least one of: ${TEXT_FUNCTIONS.join(', ')}.`);
	return [...new Set<TextFunction>(['cws', ...chosen])];
}

/** The response of a function for a piece. */
interface FunctionResponse {
	func: TextFunction;
	envelope: Envelope;
}

async function requestFunctions(send: Send, functions: TextFunction[], piece: TextPiece): Promise<FunctionResponse[]> {
	return await Promise.all(functions.map(async (func) => ({ func, envelope: await requestPiece(send, func, piece, { mayBeEmpty: mayBeEmpty(func) }) })));
}

/** A piece with its annotations, by function. */
function readPiece(piece: TextPiece, responses: FunctionResponse[]): AnalyzedPiece {
	const annotations: AnalyzedPiece['annotations'] = { cws: [] };
	for (const { func, envelope } of responses) addAnnotations(annotations, func, envelope);
	return { ...piece, annotations };
}

const mayBeEmpty = (func: TextFunction) => func !== 'cws';

/**
 * Empty annotations are allowed, except for the words: they do not match the words, so the result contains a warning and
 * the raw data.
 */
function addAnnotations<F extends TextFunction>(annotations: Partial<Annotations>, func: F, envelope: Envelope): void {
	annotations[func] = readAnnotations(func, envelope.data, sidOf(envelope), mayBeEmpty(func));
}
