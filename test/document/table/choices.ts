/**
 * What the text beside a choice says: for each field, a word of the text of each value. No other text of that field
 * has the word, so that no two texts can be swapped. Of fields that several operations have, each text is meant.
 */
export const CHOICES: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
	'iFLYTEK: operation of handwriting': { recognize: /handwritten/ },
	'iFLYTEK: operation of image': {
		detectViolence: /weapons/,
		recognizeExpression: /facial expression/,
		recognizeObject: /main object/,
		recognizeScene: /43 scenes/,
	},
	'iFLYTEK: operation of speech': { synthesize: /audio file/ },
	'iFLYTEK: operation of text': {
		analyze: /several analyses/,
		labelSemanticRoles: /who did what/,
		parseDependencies: /syntactic relations/,
		parseSemanticGraph: /several parents/,
		parseSemanticTree: /one parent/,
		recognizeEntities: /organizations/,
		segment: /into words/,
		tagPartsOfSpeech: /part of speech/,
	},
	'iFLYTEK AI Call: operation of call': { place: /without creating a task/ },
	'iFLYTEK AI Call: operation of configuration': { get: /callback URLs/ },
	'iFLYTEK AI Call: operation of task': {
		addRows: /^Add customers/,
		create: /^Create an outbound task/,
		delete: /permanently delete/,
		get: /status and progress/,
		getAll: /^List tasks/,
		pause: /^Pause a task/,
		run: /all rows of the input and start/,
		start: /^Start calling/,
	},
	// Document 2, part 6.
	'iFLYTEK AI Call Trigger: events': {
		callRecord: /who called whom.*\(receiveCallRecord\)/,
		recording: /length of the recording.*\(receiveVoice\)/,
		dialog: /intention level.*\(receiveDialog\)/,
	},
	'iFLYTEK AI Call Trigger: callRecords': {
		all: /up to twice/,
		basic: /without task, row and result/,
		onePerCall: /starts the workflow once/,
		outbound: /^The record with task, row and result/,
	},
	'iFLYTEK AI Call Trigger: result': { listed: /selected in Results/ },
	'iFLYTEK AI Call Trigger: registrationCheck': {
		off: /^Do not compare/,
		stop: /^Fail publishing(?! and name)/,
		stopIfOther: /name the other URL/,
		log: /^Publish, and log/,
	},
	'iFLYTEK AI Call Trigger: responseMode': {
		onReceived: /stored the execution/,
		lastNode: /if the workflow succeeds/,
	},
	'iFLYTEK AI Call Context Trigger: registrationCheck': {
		off: /^Do not compare/,
		stop: /^Fail publishing(?! and name)/,
		stopIfOther: /name the other URL/,
		log: /^Publish, and log/,
	},
	// Document 2, 2.8.
	'iFLYTEK AI Call Task Status Trigger: events': {
		expired: /end time came before/,
		finished: /^All rows were called/,
		paused: /^Calls stopped/,
		progress: /percentage/,
		started: /^Calls began/,
	},
	'iFLYTEK AI Call: skipCustomers': {
		calledToday: /answered or not/,
		sameValues: /another value of its row/,
		sentKey: /whose key was sent/,
		none: /^Calls everybody/,
	},
	'iFLYTEK AI Call: ifProblems': {
		onError: /Stop Workflow/,
		sendNothing: /^One problem/,
		sendOthers: /without problems/,
	},
	'iFLYTEK AI Call: runMode': {
		check: /\b(?:Calls nobody|Adds nothing|Creates nothing|Deletes nothing|Starts nothing)\b/,
		test: /your own number/,
		real: /\breal people\b|^Adds every row|\bpermanently\b|^Creates the tasks/,
	},
	'iFLYTEK AI Call: kind': {
		all: /in one item/,
		urls: /per URL/,
		lines: /per line/,
		scripts: /per script/,
		voices: /per voice/,
	},
	'iFLYTEK AI Call: output': {
		raw: /as the platform sent it/,
		fields: /that you choose/,
		simplified: /read most/,
	},
	'iFLYTEK: inputType': { binary: /file/, ids: /^IDs/, url: /^A URL/, urls: /^URLs/ },
	'iFLYTEK: format': { pcm: /16-bit samples without a header/ },
	// Document 1: streaming signs with the APISecret.
	'iFLYTEK: service': { standard: /already/, streaming: /API Secret/ },
	'iFLYTEK: formatting': { keep: /^Every character/, leaveOut: /Markdown/ },
	// Document 1: `rdn` and `reg` of streaming speech.
	'iFLYTEK: english': {
		0: /as words if unclear/,
		1: /^Letter by letter/,
		2: /as letters if unclear/,
	},
	'iFLYTEK: numbers': {
		0: /^As a value or digit by digit, whichever fits$/,
		1: /one hundred and ten/,
		2: /one, one, zero/,
		3: /digit by digit if unclear/,
	},
	'iFLYTEK: minorLanguage': {
		off: /Chinese or English/,
		utf16: /tte unicode/,
		utf8: /tte UTF8/,
	},
	'iFLYTEK: engine': {
		aisound: /API: aisound\b/,
		intp65: /API: intp65$/,
		intp65_en: /API: intp65_en\b/,
		mtts: /API: mtts\b/,
		x: /API: x$/,
	},
	'iFLYTEK: functions': {
		dp: /^Syntactic .*API: dp\b/,
		ner: /people, places.*API: ner\b/,
		pos: /noun or verb.*API: pos\b/,
		sdgp: /several per word.*API: sdgp\b/,
		srl: /Who did what.*API: srl\b/,
		sdp: /one per word.*API: sdp\b/,
	},
	'iFLYTEK: longText': { cut: /Split at sentence ends/ },
	'iFLYTEK Open Platform API: testService': {
		handwriting: /^Handwriting recognition/,
		violence: /^Violent image/,
		expression: /^Facial expression/,
		object: /^Object recognition/,
		scene: /^Scene recognition/,
		speech: /closed to new applications/,
		streaming: /API Secret/,
		dependencies: /^Dependency parsing/,
		roles: /^Semantic role/,
		semantics: /^Semantic dependency/,
		text: /^Lexical analysis/,
	},
	'iFLYTEK Open Platform API: httpSignature': { checksum: /X-CheckSum/, hmac: /authorization/ },
};
