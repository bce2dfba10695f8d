import { expr, node, trigger, workflow } from '@n8n/workflow-sdk';

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
			url: 'https://files.example.com/handwriting-to-speech.png',
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

const speak = node({
	type: 'n8n-nodes-xfyun.iflytek',
	version: 1,
	config: {
		name: 'Speak',
		parameters: {
			resource: 'speech',
			operation: 'synthesize',
			text: expr('{{ $json.text }}'),
			format: 'mp3',
		},
	},
});

export default workflow('note-read-aloud', 'note-read-aloud')
	.add(start)
	.to(download)
	.to(read)
	.to(speak);
