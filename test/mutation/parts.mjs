const engineTests = (...names) => names.map((name) => `test/engine/${name}.test.ts`);

/** What no part mutates: libraries, chance, and calls to n8n's database, each of which waits and is tried again. */
export const LEFT_OUT = [
	'nodes/shared/{bundled,chance}.ts',
	'nodes/IflytekAiCall/sentBefore/{deduplicationStore,processedData}.ts',
];

/**
 * What is mutated, and the tests that run against it. Each part loads only its own tests, which keeps it fast. Tests whose
 * titles match `without` are left out, so `without` must be changed if such a title is changed.
 */
export const PARTS = {
	spoken: { mutate: ['nodes/shared/spoken/*.ts'], tests: ['test/unit/spoken/*.test.ts'] },
	retry: { mutate: ['nodes/shared/retry/*.ts'], tests: ['test/unit/retry/*.test.ts'] },
	aiCall: {
		mutate: ['nodes/shared/aiCall/**/*.ts', '!nodes/shared/aiCall/{transport,webhook}/*.ts'],
		tests: [
			'test/unit/aiCall/*.test.ts',
			'test/unit/{entered,spellings}*.test.ts',
			'test/unit/calls/{parameters,rows,run}*.test.ts',
			...engineTests('check'),
		],
	},
	audio: {
		mutate: ['nodes/shared/openPlatform/speech/audio*.ts'],
		tests: ['test/unit/openPlatform/audio*.test.ts'],
	},
	text: {
		mutate: ['nodes/shared/openPlatform/text/*.ts'],
		tests: ['test/unit/openPlatform/{analyze,flat,join,labels,sentences,simplify,split}*.test.ts'],
		without: 'splits a megabyte',
	},
	openPlatform: {
		mutate: [
			'nodes/shared/openPlatform/**/*.ts',
			'!nodes/shared/openPlatform/{speech/audio*,text/*}.ts',
		],
		tests: ['test/unit/openPlatform/!(audio|analyze|flat|join|simplify|split)*.test.ts'],
	},
	shared: {
		mutate: ['nodes/shared/*.ts', '!nodes/shared/{bundled,chance}.ts'],
		tests: [
			'test/unit/{aiCall,openPlatform,retry}/*.test.ts',
			'test/unit/{entered,failure}*.test.ts',
			'test/unit/chunks.test.ts',
			'test/unit/decoded.test.ts',
			'test/unit/lossless.test.ts',
			'test/unit/noValue.test.ts',
			'test/unit/redact.test.ts',
		],
	},
	delivery: {
		mutate: [
			'nodes/IflytekAiCall/{decide,deliver,entry,parameters,report,rows,send,sentBefore}/*.ts',
			'!nodes/IflytekAiCall/sentBefore/{deduplicationStore,processedData}.ts',
		],
		tests: [
			'test/unit/delivery/*.test.ts',
			'test/unit/aiCall/neverCall.test.ts',
			'test/unit/aiCall/quoted.test.ts',
			'test/unit/aiCall/rows.test.ts',
			'test/unit/calls/{addRows,create,parameters,row,run}*.test.ts',
			...engineTests('aiCallRows', 'campaign', 'check', 'neverCall', 'retry', 'rowKeys'),
		],
		// This test waits some seconds for a time-out.
		without: "requests columns with the user's concurrency and time-out",
	},
	credentials: {
		mutate: ['credentials/*.ts'],
		tests: [
			'test/unit/openPlatform/{checksum,keyFields}*.test.ts',
			...engineTests('aiCallDescription', 'aiCallToken', 'hmacSignature'),
		],
	},
	triggers: {
		mutate: ['nodes/IflytekAiCall*Trigger/*.ts'],
		tests: [
			'test/unit/listOnce.test.ts',
			'test/unit/webhook.test.ts',
			'test/unit/aiCall/taskEvents.test.ts',
			...engineTests(
				'callTrigger',
				'contextTrigger',
				'nodeMethods',
				'onePerCall',
				'taskTrigger',
				'triggerPublishing',
			),
		],
		// This test takes many seconds.
		without: '1,000 changes',
	},
	calls: {
		mutate: [
			'nodes/IflytekAiCall/*.ts',
			'nodes/IflytekAiCall/actions/**/*.ts',
			'!nodes/IflytekAiCall/actions/task/{campaign*,openCampaigns,checkSteps,run.operation}.ts',
		],
		tests: [
			'test/unit/calls/*.test.ts',
			'test/unit/n8n/operations.test.ts',
			...engineTests(
				'aiCallConfiguration',
				'aiCallTasks',
				'callingHours',
				'check',
				'refusedNumbers',
				'rowKeys',
			),
		],
	},
	campaigns: {
		mutate: [
			'nodes/IflytekAiCall/actions/task/{campaign*,openCampaigns,checkSteps,run.operation}.ts',
		],
		tests: [
			'test/unit/{delivery,calls}/*.test.ts',
			...engineTests('campaign', 'check', 'rowKeys', 'retry'),
		],
	},
	lookups: {
		mutate: ['nodes/IflytekAiCall/methods/*.ts'],
		tests: [
			'test/unit/calls/lookups.test.ts',
			'test/unit/aiCall/configuration.test.ts',
			...engineTests('aiCallLookups'),
		],
	},
	iflytek: {
		mutate: ['nodes/Iflytek/**/*.ts'],
		tests: [
			'test/unit/openPlatform/{probes,results}*.test.ts',
			...engineTests(
				'analyze',
				'credentialTest',
				'flatOutput',
				'handwriting',
				'iflytekParameters',
				'separateKeys',
				'silences',
				'image',
				'speech',
				'spokenText',
				'streamingCredentialTest',
				'streamingSpeech',
				'subtitles',
				'text',
				'textWords',
			),
		],
	},
	http: {
		mutate: ['nodes/shared/n8n/http/*.ts'],
		tests: [
			'test/unit/{requests,responseBody,transport,webSocket}*.test.ts',
			...engineTests('failureKinds', 'responseSize'),
		],
	},
	rates: {
		mutate: ['nodes/shared/n8n/requests/*.ts'],
		tests: ['test/unit/retry/limiter.test.ts', 'test/unit/retry/retry.test.ts'],
	},
	webhook: {
		mutate: ['nodes/shared/aiCall/webhook/*.ts'],
		tests: [
			'test/unit/{ipAllowlist,webhook}*.test.ts',
			'test/unit/aiCall/senderIds.test.ts',
			...engineTests('callTrigger', 'contextTrigger', 'triggerBodySize', 'triggerPublishing'),
		],
	},
	token: {
		mutate: ['nodes/shared/aiCall/transport/*.ts'],
		tests: [
			'test/unit/aiCallClient.test.ts',
			...engineTests('aiCallErrors', 'aiCallLookups', 'aiCallToken', 'secrets'),
		],
	},
	n8n: {
		mutate: ['nodes/shared/n8n/{*,{parameters,run}/*}.ts'],
		tests: ['test/unit/n8n/*.test.ts'],
	},
};
