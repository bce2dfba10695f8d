import type { INodePropertyOptions } from 'n8n-workflow';
import { OBJECTS } from '../../shared/openPlatform/imageLabels';
import { ENDPOINTS } from '../../shared/openPlatform/services';
import { recognition } from './recognition';

const option: INodePropertyOptions = {
	name: 'Recognize Object',
	value: 'recognizeObject',
	action: 'Recognize an object',
	description: 'Classify the main object of an image into one of over 20,000 categories (物体识别, API: currency)',
};

/** Object recognition (document 1, 4.7). */
export const recognizeObject = recognition(option, ENDPOINTS.object, OBJECTS);
