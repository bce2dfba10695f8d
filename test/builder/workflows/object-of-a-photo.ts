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
			url: 'https://files.example.com/object-300.png',
			options: { response: { response: { responseFormat: 'file', outputPropertyName: 'data' } } },
		},
	},
});

const object = node({
	type: 'n8n-nodes-xfyun.iflytek',
	version: 1,
	config: {
		name: 'Object',
		parameters: {
			resource: 'image',
			operation: 'recognizeObject',
			inputType: 'binary',
			binaryPropertyName: 'data',
		},
	},
});

export default workflow('object-of-a-photo', 'object-of-a-photo')
	.add(start)
	.to(download)
	.to(object);
