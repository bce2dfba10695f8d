import type { OutputSchemas } from '../shared/n8n/aiBuilder';
import handwritingRecognize from './__schema__/v1.0.0/handwriting/recognize.json';
import imageDetectViolence from './__schema__/v1.0.0/image/detectViolence.json';
import imageRecognizeExpression from './__schema__/v1.0.0/image/recognizeExpression.json';
import imageRecognizeObject from './__schema__/v1.0.0/image/recognizeObject.json';
import imageRecognizeScene from './__schema__/v1.0.0/image/recognizeScene.json';
import speechSynthesize from './__schema__/v1.0.0/speech/synthesize.json';
import textAnalyze from './__schema__/v1.0.0/text/analyze.json';
import textLabelSemanticRoles from './__schema__/v1.0.0/text/labelSemanticRoles.json';
import textParseDependencies from './__schema__/v1.0.0/text/parseDependencies.json';
import textParseSemanticGraph from './__schema__/v1.0.0/text/parseSemanticGraph.json';
import textParseSemanticTree from './__schema__/v1.0.0/text/parseSemanticTree.json';
import textRecognizeEntities from './__schema__/v1.0.0/text/recognizeEntities.json';
import textSegment from './__schema__/v1.0.0/text/segment.json';
import textTagPartsOfSpeech from './__schema__/v1.0.0/text/tagPartsOfSpeech.json';

/** The output schemas of the operations. `npm run schemas` writes them, and this file. */
export const outputSchemas: OutputSchemas = {
	handwriting: {
		recognize: handwritingRecognize,
	},
	image: {
		detectViolence: imageDetectViolence,
		recognizeExpression: imageRecognizeExpression,
		recognizeObject: imageRecognizeObject,
		recognizeScene: imageRecognizeScene,
	},
	speech: {
		synthesize: speechSynthesize,
	},
	text: {
		analyze: textAnalyze,
		labelSemanticRoles: textLabelSemanticRoles,
		parseDependencies: textParseDependencies,
		parseSemanticGraph: textParseSemanticGraph,
		parseSemanticTree: textParseSemanticTree,
		recognizeEntities: textRecognizeEntities,
		segment: textSegment,
		tagPartsOfSpeech: textTagPartsOfSpeech,
	},
};
