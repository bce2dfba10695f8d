import { node, trigger, workflow } from '@n8n/workflow-sdk';

const start = trigger({
	type: 'n8n-nodes-base.manualTrigger',
	version: 1,
	config: { name: 'Start' },
});

const download = node({
	type: 'n8n-nodes-base.httpRequest',
	version: 4.4,
	config: {
		name: 'Download',
		parameters: {
			url: 'https://files.example.com/scene-12.png',
			options: { response: { response: { responseFormat: 'file', outputPropertyName: 'data' } } },
		},
	},
});

const scene = node({
	type: 'n8n-nodes-xfyun.iflytek',
	version: 1,
	config: {
		name: 'Scene',
		parameters: {
			resource: 'image',
			operation: 'recognizeScene',
			inputType: 'binary',
			binaryPropertyName: 'data',
		},
	},
});

export default workflow('scene-of-a-photo', 'scene-of-a-photo').add(start).to(download).to(scene);
