import type { ILoadOptionsFunctions, INodeListSearchResult, INodeProperties } from 'n8n-workflow';
import { DEFAULT_SPEECH, KNOWN_VOICES } from '../../shared/openPlatform/speech';

/** A voice from the list of those seen, or any other by name. */
export const voice: INodeProperties = {
	displayName: 'Voice',
	name: 'voice',
	type: 'resourceLocator',
	default: { mode: 'list', value: DEFAULT_SPEECH.voice, cachedResultName: DEFAULT_SPEECH.voice },
	required: true,
	description: 'Who speaks; your application needs the right to use the voice. Any other voice: By Name, with the name that the console shows (API: voice_name).',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchVoices', searchable: true },
		},
		{ displayName: 'By Name', name: 'name', type: 'string', placeholder: 'e.g. aisjiuxu' },
	],
};

/** The voices to pick from; the list is not complete, any other is entered by name. */
export async function searchVoices(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	return {
		results: KNOWN_VOICES.filter((name) => name.includes(filter.toLowerCase())).map((name) => ({ name, value: name })),
	};
}
