import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { IExecuteFunctions, INodeParameters, INodeProperties } from 'n8n-workflow';
import type { InputItem } from '../../engine/harness';

/** One operation of the iFLYTEK node, and the request that a program without n8n would send for the same item. */
export interface Measured {
	name: string;
	/** The node's parameters without its Options. */
	parameters: INodeParameters;
	items(count: number): InputItem[];
	/** For the bare loop: the request for one item. */
	request: {
		path: string;
		param: object;
		contentType: string;
		body(index: number): string | Buffer;
	};
	/** For the floor: the parameter that every node must read for each item, and the body made from its value. */
	floor: {
		parameter: INodeProperties;
		body(context: IExecuteFunctions, index: number): Promise<string | Buffer>;
	};
	/** Whether an output item is correct. */
	isRight(json: unknown): boolean;
}

const picture = readFileSync(path.join(__dirname, '../../fixtures/images/note-english.png'));
const sentence = (index: number) => `他叫汤姆去拿第${index}件外衣。`;
const FORM = 'application/x-www-form-urlencoded; charset=utf-8';

const segment: Measured = {
	name: 'Segment Words',
	parameters: { resource: 'text', operation: 'segment', text: '={{ $json.text }}', simplify: true },
	items: (count) =>
		Array.from({ length: count }, (_none, index) => ({ json: { text: sentence(index) } })),
	request: {
		path: '/nlp/v1/cws',
		param: { type: 'dependent' },
		contentType: FORM,
		body: (index) => `text=${encodeURIComponent(sentence(index))}`,
	},
	floor: {
		parameter: { displayName: 'Text', name: 'text', type: 'string', default: '={{ $json.text }}' },
		body: async (context, index) =>
			`text=${encodeURIComponent(String(context.getNodeParameter('text', index)))}`,
	},
	isRight: (json) => hasList(json, 'words'),
};

const scene: Measured = {
	name: 'Recognize Scene',
	parameters: {
		resource: 'image',
		operation: 'recognizeScene',
		inputType: 'binary',
		binaryPropertyName: 'data',
		simplify: true,
	},
	items: (count) =>
		Array.from({ length: count }, () => ({
			files: { data: { data: picture, fileName: 'scene-12.png', mimeType: 'image/png' } },
		})),
	request: {
		path: '/vision/v1/scene',
		param: { image_name: 'scene-12.png' },
		contentType: 'application/octet-stream',
		body: () => picture,
	},
	floor: {
		parameter: { displayName: 'Field', name: 'field', type: 'string', default: 'data' },
		body: async (context, index) => await context.helpers.getBinaryDataBuffer(index, 'data'),
	},
	isRight: (json) =>
		typeof json === 'object' && json !== null && 'label' in json && json.label === 12,
};

/** An operation with small requests, and one that sends files. */
export const operations: Measured[] = [segment, scene];
export { segment };

function hasList(json: unknown, field: string): boolean {
	if (typeof json !== 'object' || json === null) return false;
	const value: unknown = Reflect.get(json, field);
	return Array.isArray(value) && value.length > 0;
}
