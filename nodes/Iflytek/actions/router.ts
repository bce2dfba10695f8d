import type { OpenPlatformClient } from '../transport/openPlatformClient';
import { recognize } from './handwriting/recognize.operation';
import { detectViolence } from './image/detectViolence.operation';
import { recognitions } from './image/recognize.operation';
import { synthesize } from './speech/synthesize.operation';
import { analyze } from './text/analyze.operation';
import { textFunctions } from './text/functions.operation';
import type { Resource } from '../../shared/n8n/run/operations';

/** All operations of the node. Its parameters and its dispatch both come from this list. */
export const resources: Resource<OpenPlatformClient>[] = [
	{
		displayName: 'Handwriting',
		value: 'handwriting',
		noun: 'images',
		usableAsTool: false,
		defaultOperation: 'recognize',
		operations: [recognize],
	},
	{
		displayName: 'Image',
		value: 'image',
		noun: 'images',
		defaultOperation: 'recognizeScene',
		operations: [detectViolence, ...recognitions],
	},
	{
		displayName: 'Speech',
		value: 'speech',
		noun: 'texts',
		usableAsTool: false,
		defaultOperation: 'synthesize',
		operations: [synthesize],
	},
	{
		displayName: 'Text',
		value: 'text',
		noun: 'texts',
		defaultOperation: 'analyze',
		operations: [analyze, ...textFunctions],
	},
];
