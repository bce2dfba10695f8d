import { enteredIds } from '../../../shared/entered';
import {
	ENDPOINTS,
	TEXT_FUNCTIONS,
	type TextFunction,
} from '../../../shared/openPlatform/protocol/services';
import { FLAT_FUNCTIONS } from '../../../shared/openPlatform/text/flat';
import { asChoice, asList } from '../../../shared/n8n/parameters/coerce';
import { Item, readRequestOptions } from '../../../shared/n8n/parameters/item';
import {
	includeInputFields,
	requestOptions,
	simplify,
} from '../../../shared/n8n/parameters/properties';
import { jsonResult, rawResponse } from '../../../shared/n8n/run/operations';
import type { IflytekOperation } from '../../transport/openPlatformClient';
import { analyzeText, flatOutput, flatResult, readFlatOutput } from './analyzeText';
import { longText, readPieces, responseFields, TEXT_PER_REQUEST, textInput } from './textRequest';

/**
 * Runs several functions of language analysis and joins their results (document 1, 2.2 and 4.1).
 */
export const analyze: IflytekOperation = {
	option: {
		name: 'Analyze',
		value: 'analyze',
		action: 'Analyze Chinese text',
		description:
			'Run several analyses at once and merge the results word by word (API: cws, pos, ner, dp, srl, sdp, sdgp)',
	},
	properties: [
		textInput,
		{
			displayName: 'Analyses',
			name: 'functions',
			type: 'multiOptions',
			options: [
				{
					name: 'Dependencies',
					value: 'dp',
					description: 'Syntactic relations between words (API: dp)',
				},
				{
					name: 'Entities',
					value: 'ner',
					description: 'Names of people, places and organizations (API: ner)',
				},
				{
					name: 'Parts of Speech',
					value: 'pos',
					description: 'Such as noun or verb (API: pos)',
				},
				{
					name: 'Semantic Graph',
					value: 'sdgp',
					description: 'Semantic relations, several per word (API: sdgp)',
				},
				{
					name: 'Semantic Roles',
					value: 'srl',
					description: 'Who did what to whom (API: srl)',
				},
				{
					name: 'Semantic Tree',
					value: 'sdp',
					description: 'Semantic relations, one per word (API: sdp)',
				},
			],
			default: ['pos', 'ner', 'dp'],
			required: true,
			description: `Analyses to run in addition to word segmentation. Each uses one request per ${TEXT_PER_REQUEST}, plus one for the segmentation.`,
		},
		simplify,
		requestOptions(longText, flatOutput, includeInputFields),
	],
	execute: async (context, client, index) => {
		const item = new Item(context, index);
		const isFlat = readFlatOutput(item);
		const functions = readFunctions(item).filter(
			(func) => !isFlat || FLAT_FUNCTIONS.includes(func),
		);
		const input = readPieces(item);
		const simplified = item.flag('simplify');
		const send = client.sender(
			readRequestOptions(item),
			...functions.map((func) => ENDPOINTS[func]),
		);
		const analyzed = await analyzeText(send, functions, input);
		const { text, envelopes } = analyzed;
		if (!simplified) return jsonResult(rawResponse(envelopes));
		if (isFlat) return jsonResult(flatResult(analyzed));
		return jsonResult({ text, ...analyzed.join(), ...responseFields(envelopes) });
	},
};

/**
 * The chosen functions. `cws` always comes first, because the other functions refer to its words.
 * An expression may return the names as an array or as one text with commas.
 */
function readFunctions(item: Item): TextFunction[] {
	const names = asList(
		item.value('functions'),
		'Analyses',
		enteredIds,
		`Choose at least one of: ${TEXT_FUNCTIONS.join(', ')}.`,
	);
	return [
		...new Set<TextFunction>([
			'cws',
			...names.map((name) => asChoice(name, 'Analyses', TEXT_FUNCTIONS)),
		]),
	];
}
