import type { Addition, Check } from './copy';

/** An option of Handwriting, Recognize. */
export const OPTION = {
	'the operation': {
		file: 'nodes/Iflytek/actions/handwriting/recognize.operation.ts',
		behind: [
			[
				"const DEFAULT_LANGUAGE = 'cn|en';",
				" const words = switchField('Return Words', 'words', 'Whether to return words (API: words)');",
			],
			['requestOptions(language, returnPositions,', ' words,'],
			['location: String(asFlag(options.location)),', ' words: String(asFlag(options.words)),'],
		],
	},
	'its page': {
		file: 'test/document/pages/iflytek/handwriting/recognize.ts',
		behind: [
			[
				'...itemOptions({',
				" words: { type: 'boolean', default: false, values: [true, false], api: 'words', sends: { true: 'true', false: 'false' } },",
			],
			["location: 'false',", " words: 'false',"],
		],
	},
	'the endpoint of the local platform': {
		file: 'test/simulator/openPlatform/endpoints/handwriting.ts',
		behind: [
			[
				"requireAll(request, ['language', 'location']);",
				" choiceParam(request.param, 'words', ['true', 'false'], 'false');",
			],
		],
	},
} as const satisfies Addition;

export const OPTION_CHECK: Check = {
	tests: ['test/document/fields.test', 'test/document/requests.test'],
	names: 'handwriting/recognize|^iflytek: ',
};
