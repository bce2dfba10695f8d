import { recognize } from './handwriting/recognize';
import { detectViolence } from './image/detectViolence';
import { recognizeExpression } from './image/recognizeExpression';
import { recognizeObject } from './image/recognizeObject';
import { recognizeScene } from './image/recognizeScene';
import { synthesize } from './speech/synthesize';
import { analyze } from './text/analyze';
import { textFunctions } from './text/functions';
import type { IflytekResource } from './types';

/** All operations: description and dispatch both use this list. */
export const resources: IflytekResource[] = [
	{ value: 'handwriting', defaultOperation: 'recognize', operations: [recognize] },
	{
		value: 'image',
		defaultOperation: 'recognizeScene',
		operations: [detectViolence, recognizeExpression, recognizeObject, recognizeScene],
	},
	{ value: 'speech', defaultOperation: 'synthesize', operations: [synthesize] },
	{ value: 'text', defaultOperation: 'analyze', operations: [analyze, ...textFunctions] },
];
