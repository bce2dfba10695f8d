import { ENDPOINTS } from '../../../shared/openPlatform/protocol/services';
import { explainingFetch, withoutPasswords } from '../../../shared/openPlatform/image/imageUrls';
import { readEnvelope } from '../../../shared/openPlatform/protocol/openPlatformEnvelope';
import { simplifyViolence } from '../../../shared/openPlatform/image/violence';
import {
	asFlag,
	Item,
	requestOptions,
	readRequestOptions,
	simplify,
	switchField,
} from '../../../shared/n8n/parameters';
import { envelopeResult, type IflytekOperation } from '../operation';
import { readViolenceInput, violenceInput } from './violenceInput';

/** Violent-content filter (document 1, 4.5). */
export const detectViolence: IflytekOperation = {
	option: {
		name: 'Detect Violence',
		value: 'detectViolence',
		action: 'Detect violent images',
		description:
			'Detect weapons, uniforms, flags, emblems and similar content in images (API: terror_filter). Gore is not currently detected.',
	},
	properties: [
		...violenceInput,
		simplify,
		requestOptions(
			switchField(
				'Details per Image',
				'details',
				'Whether to return a result for every image in addition to the most severe one (API: details)',
				{ default: true },
			),
		),
	],
	execute: async (context, client, index) => {
		const item = new Item(context, index);
		const simplified = item.flag('simplify');
		const send = client.sender(readRequestOptions(item), ENDPOINTS.violence);
		const { param, body, minImages, urls, source } = await readViolenceInput(item);
		const chosen = item.options.details;
		const details = chosen === undefined ? undefined : asFlag(chosen);
		const endpoint = ENDPOINTS.violence;
		const request = { endpoint, param: { ...param, details }, body };
		const envelope = await send(request, (response) =>
			explainingFetch(() => withoutPasswords(readEnvelope(response, endpoint), urls), urls.length),
		);
		return envelopeResult(envelope, simplified, () => ({
			...simplifyViolence(envelope, minImages, details),
			...source,
		}));
	},
};
