import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { VOICES } from '../actions/speech/speechParameters';

/** Searches the known voices. The user enters other voices by name. */
export async function searchVoices(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return {
		results: VOICES.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase())),
	};
}
