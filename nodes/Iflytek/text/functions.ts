import type { INodePropertyOptions } from 'n8n-workflow';
import type { TextFunction } from '../../shared/openPlatform/services';
import { simplifyAnnotations } from '../../shared/openPlatform/text';
import { Item, jsonResult, openPlatformOptions, rawResponse, requestOptionsOf, simplify, type IflytekOperation } from '../operation';
import { requestJoined, requestPieces, longText, readPieces, sidsOf, textInput } from './request';

/** The seven functions of language analysis (document 1, 4.1); they differ only in their result. */
const FUNCTIONS: [TextFunction, INodePropertyOptions][] = [
	[
		'srl',
		{
			name: 'Label Semantic Roles',
			value: 'labelSemanticRoles',
			action: 'Label semantic roles in a text',
			description: 'Find who did what to whom, when and where (API: srl). Returns word indexes; use Analyze to get the words.',
		},
	],
	[
		'dp',
		{
			name: 'Parse Dependencies',
			value: 'parseDependencies',
			action: 'Parse the dependencies of a text',
			description: 'Find the syntactic relations between words, such as subject and object (API: dp)',
		},
	],
	[
		'sdgp',
		{
			name: 'Parse Semantic Graph',
			value: 'parseSemanticGraph',
			action: 'Parse a semantic dependency graph',
			description: 'Find the semantic relations between words; a word may have several parents (API: sdgp)',
		},
	],
	[
		'sdp',
		{
			name: 'Parse Semantic Tree',
			value: 'parseSemanticTree',
			action: 'Parse a semantic dependency tree',
			description: 'Find the semantic relations between words; each word has one parent (API: sdp)',
		},
	],
	[
		'ner',
		{
			name: 'Recognize Entities',
			value: 'recognizeEntities',
			action: 'Recognize named entities in a text',
			description: 'Find people, places and organizations (API: ner). Returns one tag per word; use Analyze to get the names themselves.',
		},
	],
	[
		'cws',
		{
			name: 'Segment Words',
			value: 'segment',
			action: 'Segment Chinese text into words',
			description: 'Split Chinese text into words (API: cws)',
		},
	],
	[
		'pos',
		{
			name: 'Tag Parts of Speech',
			value: 'tagPartsOfSpeech',
			action: 'Tag the parts of speech of a text',
			description: 'Label each word with its part of speech, such as noun or verb (API: pos). Returns tags only; use Analyze to get the words too.',
		},
	],
];

/** The operations of the seven functions. */
export const textFunctions: IflytekOperation[] = FUNCTIONS.map(([func, option]) => ({
	option,
	properties: [textInput, simplify, openPlatformOptions(longText)],
	begin: (context, client) => async (index) => {
		const item = new Item(context, index);
		const { text, pieces } = readPieces(item);
		const simplified = item.flag('simplify');
		const send = client(requestOptionsOf(item));
		if (!simplified) return jsonResult(rawResponse(await requestPieces(send, func, pieces)));
		const { annotations, envelopes } = await requestJoined(send, func, pieces);
		return jsonResult({ text, ...simplifyAnnotations(func, annotations), ...sidsOf(envelopes) });
	},
}));
