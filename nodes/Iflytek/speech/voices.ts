import type { ILoadOptionsFunctions, INodeListSearchResult, INodeProperties } from 'n8n-workflow';
import { DEFAULT_SPEECH, KNOWN_VOICES } from '../../shared/openPlatform/speech';

/** As the lists of AI Call show theirs: `小燕 (Female, xiaoyan)`. */
const VOICES = KNOWN_VOICES.map(({ value, speaker, gender }) => ({ name: `${speaker} (${[gender, value].filter(Boolean).join(', ')})`, value }));

/** A known voice, or any other by name. */
export const voice: INodeProperties = {
	displayName: 'Voice',
	name: 'voice',
	type: 'resourceLocator',
	default: { mode: 'list', value: DEFAULT_SPEECH.voice, cachedResultName: VOICES.find(({ value }) => value === DEFAULT_SPEECH.voice)?.name },
	required: true,
	description: 'Voice to use. Your application must be licensed for it. For voices not in the list, choose By Name and enter the name shown in the console (API: voice_name).',
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

/** The known voices; others are entered by name. */
export async function searchVoices(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	return {
		results: VOICES.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase())),
	};
}
