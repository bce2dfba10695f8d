import type { INodeProperties } from 'n8n-workflow';
import { concurrentRequests, optionsCollection, retries, timeout } from '../shared/n8n/parameters/properties';

/** The Options collection of the open platform: what every operation has, and what this one has beside it. */
export function openPlatformOptions(...own: INodeProperties[]): INodeProperties {
	return optionsCollection(concurrentRequests, retries, timeout, ...own);
}
