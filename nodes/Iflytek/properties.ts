import type { INodeProperties } from 'n8n-workflow';
import { concurrentRequests, optionsCollection, retries, timeout } from '../shared/n8n/parameters/properties';

/** The Options of every operation, and those of one operation. */
export function openPlatformOptions(...own: INodeProperties[]): INodeProperties {
	return optionsCollection(concurrentRequests, retries, timeout, ...own);
}
