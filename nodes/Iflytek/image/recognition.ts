import type { INodePropertyOptions } from 'n8n-workflow';
import { readEnvelope, sidOf } from '../../shared/openPlatform/envelope';
import type { LabelTable } from '../../shared/openPlatform/labels';
import type { Endpoint } from '../../shared/openPlatform/services';
import { simplifyVision, visionEntry } from '../../shared/openPlatform/vision';
import { Item, jsonResult, openPlatformOptions, requestOptionsOf, simplify, type IflytekOperation } from '../operation';
import { imageName, imageSource, readImage } from './source';

/** Expression, scene and object recognition have the same request and response (document 1, 4.3, 4.6, 4.7). */
export function recognition(option: INodePropertyOptions, endpoint: Endpoint, table: LabelTable): IflytekOperation {
	return {
		option,
		properties: [...imageSource, simplify, openPlatformOptions(imageName)],
		begin: (context, client) => async (index) => {
			const item = new Item(context, index);
			const simplified = item.flag('simplify');
			const send = client(requestOptionsOf(item));
			const envelope = await send({ endpoint, ...(await readImage(item)) }, readEnvelope);
			// A bad image is reported in a success; with Simplify off it is an error too.
			const entry = visionEntry(envelope);
			return jsonResult(simplified ? { ...simplifyVision(entry, table), sid: sidOf(envelope) } : envelope);
		},
	};
}
