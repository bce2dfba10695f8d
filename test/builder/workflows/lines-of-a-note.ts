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
			url: 'https://files.example.com/note-english.png',
			options: { response: { response: { responseFormat: 'file', outputPropertyName: 'data' } } },
		},
	},
});

const read = node({
	type: 'n8n-nodes-xfyun.iflytek',
	version: 1,
	config: {
		name: 'Read',
		parameters: {
			resource: 'handwriting',
			operation: 'recognize',
			binaryPropertyName: 'data',
			options: { language: 'en', location: true },
		},
	},
});

const lines = node({
	type: 'n8n-nodes-base.splitOut',
	version: 1,
	config: { name: 'Lines', parameters: { fieldToSplitOut: 'lines', options: {} } },
});

export default workflow('lines-of-a-note', 'lines-of-a-note')
	.add(start)
	.to(download)
	.to(read)
	.to(lines);
