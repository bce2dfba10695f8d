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
			url: 'https://files.example.com/note-chinese.png',
			options: { response: { response: { responseFormat: 'file', outputPropertyName: 'data' } } },
		},
	},
});

const read = node({
	type: 'n8n-nodes-xfyun.iflytek',
	version: 1,
	config: {
		name: 'Read',
		parameters: { resource: 'handwriting', operation: 'recognize', binaryPropertyName: 'data' },
	},
});

export default workflow('read-a-note', 'read-a-note').add(start).to(download).to(read);
