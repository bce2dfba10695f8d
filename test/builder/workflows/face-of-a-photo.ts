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
			url: 'https://files.example.com/expression-2.png',
			options: { response: { response: { responseFormat: 'file', outputPropertyName: 'data' } } },
		},
	},
});

const expression = node({
	type: 'n8n-nodes-xfyun.iflytek',
	version: 1,
	config: {
		name: 'Expression',
		parameters: {
			resource: 'image',
			operation: 'recognizeExpression',
			inputType: 'binary',
			binaryPropertyName: 'data',
		},
	},
});

export default workflow('face-of-a-photo', 'face-of-a-photo')
	.add(start)
	.to(download)
	.to(expression);
