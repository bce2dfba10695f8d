import type { INodePropertyOptions } from 'n8n-workflow';
import { EXPRESSIONS } from '../../shared/openPlatform/imageLabels';
import { ENDPOINTS } from '../../shared/openPlatform/services';
import { recognition } from './recognition';

const option: INodePropertyOptions = {
	name: 'Recognize Expression',
	value: 'recognizeExpression',
	action: 'Recognize a facial expression',
	description: 'Classify the facial expression in an image, such as joy or anger (人脸表情识别, API: expression)',
};

/** Facial expression recognition (document 1, 4.3). */
export const recognizeExpression = recognition(option, ENDPOINTS.expression, EXPRESSIONS);
