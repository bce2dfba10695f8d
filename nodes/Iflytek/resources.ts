import { recognize } from './handwriting/recognize';
import { detectViolence } from './image/detectViolence';
import { recognizeExpression } from './image/recognizeExpression';
import { recognizeObject } from './image/recognizeObject';
import { recognizeScene } from './image/recognizeScene';
import { synthesize } from './speech/synthesize';
import { analyze } from './text/analyze';
import { textFunctions } from './text/functions';
import type { IflytekResource } from './types';

/** All that the node can do: its description and its dispatch both come from here. */
export const resources: IflytekResource[] = [
	{ value: 'handwriting', defaultOperation: 'recognize', operations: [recognize] },
	{
		value: 'image',
		defaultOperation: 'recognizeScene',
		operations: [detectViolence, recognizeExpression, recognizeObject, recognizeScene],
	},
	{ value: 'speech', defaultOperation: 'synthesize', operations: [synthesize] },
	{ value: 'text', defaultOperation: 'segment', operations: [analyze, ...textFunctions] },
];
