import type { INodePropertyOptions } from 'n8n-workflow';
import { SCENES } from '../../shared/openPlatform/imageLabels';
import { ENDPOINTS } from '../../shared/openPlatform/services';
import { recognition } from './recognition';

const option: INodePropertyOptions = {
	name: 'Recognize Scene',
	value: 'recognizeScene',
	action: 'Recognize a scene',
	description: 'Classify an image as one of 43 scenes, such as beach or office (场景识别, API: scene)',
};

/** Scene recognition (document 1, 4.6). */
export const recognizeScene = recognition(option, ENDPOINTS.scene, SCENES);
