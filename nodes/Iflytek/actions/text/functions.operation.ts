import {
	ANALYSIS_PARAM,
	ENDPOINTS,
	type TextFunction,
} from '../../../shared/openPlatform/protocol/services';
import { simplifyPieces } from '../../../shared/openPlatform/text/simplify';
import { Item, readRequestOptions } from '../../../shared/n8n/parameters/item';
import {
	includeInputFields,
	requestOptions,
	simplify,
	switchField,
} from '../../../shared/n8n/parameters/properties';
import { jsonResult, rawResponse } from '../../../shared/n8n/run/operations';
import type { IflytekOperation } from '../../transport/openPlatformClient';
import { analyzeText, flatOutput, flatResult, readFlatOutput } from './analyzeText';
import {
	longText,
	readPieces,
	TEXT_PER_REQUEST,
	textInput,
	mustCountWords,
	requestWorded,
	requestPieces,
	responseFields,
} from './textRequest';

/** Only shown with Simplify on. With Simplify off, nothing is added to the response. */
const includeWords = switchField(
	'Include Words',
	'includeWords',
	`Whether to return the words themselves with their results. Uses one more request per ${TEXT_PER_REQUEST}, for word segmentation (API: cws).`,
	{
		default: true,
		displayOptions: { show: { simplify: [true] } },
	},
);

const refersToWords = (func: TextFunction) => func !== 'cws';

/**
 * The operation for one function of language analysis (document 1, 4.1). The functions differ only
 * in their results.
 */
function textFunction(func: TextFunction, option: IflytekOperation['option']): IflytekOperation {
	return {
		option,
		properties: [
			textInput,
			...(refersToWords(func) ? [includeWords] : []),
			simplify,
			requestOptions(longText, ...(func === 'ner' ? [flatOutput] : []), includeInputFields),
		],
		execute: async (context, client, index) => {
			const item = new Item(context, index);
			const input = readPieces(item);
			const { text, pieces } = input;
			if (func === 'ner' && readFlatOutput(item)) {
				const send = client.sender(readRequestOptions(item), ENDPOINTS.ner, ENDPOINTS.cws);
				return jsonResult(flatResult(await analyzeText(send, ['cws', 'ner'], input)));
			}
			const simplified = item.flag('simplify');
			const withWords = simplified && refersToWords(func) && item.flag('includeWords', true);
			const needsWords = withWords || (simplified && mustCountWords(func, pieces));
			const services = needsWords ? [ENDPOINTS[func], ENDPOINTS.cws] : [ENDPOINTS[func]];
			const send = client.sender(readRequestOptions(item), ...services);
			const param = ANALYSIS_PARAM;
			if (!simplified)
				return jsonResult(rawResponse(await requestPieces(send, func, pieces, { param })));
			const { worded, envelopes } = await requestWorded(send, func, pieces, {
				param,
				needsWords,
				withWords,
			});
			const result = simplifyPieces(func, text, worded, withWords);
			return jsonResult({ text, ...result, ...responseFields(envelopes) });
		},
	};
}

export const textFunctions = [
	textFunction('srl', {
		name: 'Label Semantic Roles',
		value: 'labelSemanticRoles',
		action: 'Label semantic roles',
		description: 'Find who did what to whom, when and where (API: srl)',
	}),
	textFunction('dp', {
		name: 'Parse Dependencies',
		value: 'parseDependencies',
		action: 'Parse syntactic dependencies',
		description: 'Find the syntactic relations between words, such as subject and object (API: dp)',
	}),
	textFunction('sdgp', {
		name: 'Parse Semantic Graph',
		value: 'parseSemanticGraph',
		action: 'Parse semantic graph',
		description:
			'Find the semantic relations between words; a word may have several parents (API: sdgp)',
	}),
	textFunction('sdp', {
		name: 'Parse Semantic Tree',
		value: 'parseSemanticTree',
		action: 'Parse semantic tree',
		description: 'Find the semantic relations between words; each word has one parent (API: sdp)',
	}),
	textFunction('ner', {
		name: 'Recognize Entities',
		value: 'recognizeEntities',
		action: 'Recognize named entities',
		description: 'Find people, places and organizations (API: ner)',
	}),
	textFunction('cws', {
		name: 'Segment Words',
		value: 'segment',
		action: 'Segment words',
		description: 'Split Chinese text into words (API: cws)',
	}),
	textFunction('pos', {
		name: 'Tag Parts of Speech',
		value: 'tagPartsOfSpeech',
		action: 'Tag parts of speech',
		description: 'Label each word with its part of speech, such as noun or verb (API: pos)',
	}),
];
