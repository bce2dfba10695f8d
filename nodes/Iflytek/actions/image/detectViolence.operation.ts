import type { INodeProperties } from 'n8n-workflow';
import { ENDPOINTS } from '../../../shared/openPlatform/protocol/services';
import {
	checkUrl,
	explainingFetch,
	urlsIn,
	withoutPasswords,
} from '../../../shared/openPlatform/image/imageUrls';
import { readEnvelope } from '../../../shared/openPlatform/protocol/openPlatformEnvelope';
import { simplifyViolence } from '../../../shared/openPlatform/image/violence';
import { asChoice, asFlag, asList } from '../../../shared/n8n/parameters/coerce';
import {
	binaryInput,
	includeInputFields,
	requestOptions,
	simplify,
	switchField,
	textField,
} from '../../../shared/n8n/parameters/properties';
import { Item, readRequestOptions } from '../../../shared/n8n/parameters/item';
import { envelopeResult, type IflytekOperation } from '../../transport/openPlatformClient';
import { enteredIds } from '../../../shared/entered';
import { fileForm, textForm } from '../../../shared/openPlatform/protocol/requestBody';
import {
	ACCEPTED_FILES,
	checkBytes,
	checkViolenceFile,
} from '../../../shared/openPlatform/image/images';
import { inputTypeField } from './inputType';
import { withoutUserInfo } from '../../../shared/redact';
import { definedFields } from '../../../shared/values';

const { perRequest } = ENDPOINTS.violence.limits;

/** The images of Detect Violence: one file or archive, or several URLs or IDs. */
const violenceInput: INodeProperties[] = [
	...inputTypeField(
		'Whether to send a file, image URLs, or IDs of images already on the platform',
		[
			{ name: 'Image IDs', value: 'ids', description: 'IDs of earlier results' },
			{ name: 'Image URLs', value: 'urls', description: 'URLs that the platform fetches' },
		],
	),
	{
		...binaryInput,
		description: ACCEPTED_FILES.violence,
		displayOptions: { show: { inputType: ['binary'] } },
	},
	textField(
		'Image URLs',
		'imageUrls',
		`Up to ${perRequest} URLs, one per line. An expression can also return an array (API: image_url).`,
		{
			typeOptions: { rows: 3 },
			required: true,
			placeholder: 'e.g. https://example.com/photo.jpg',
			displayOptions: { show: { inputType: ['urls'] } },
		},
	),
	textField(
		'Image IDs',
		'imageIds',
		`Up to ${perRequest} IDs, one per line or separated by commas. An expression can also return an array (API: image_id).`,
		{
			typeOptions: { rows: 3 },
			required: true,
			hint: 'Use image_id from an earlier result',
			displayOptions: { show: { inputType: ['ids'] } },
		},
	),
];

/**
 * Reads the input of an item: a file, URLs or IDs (document 1, 4.5).
 * @returns the parameters and the body of the request; the lowest number of images that are sent (a
 * URL may point to an archive); the URLs; and the source, which the result names
 * @throws InputError
 */
async function readViolenceInput(item: Item) {
	switch (asChoice(item.value('inputType'), 'Input Type', ['binary', 'urls', 'ids'])) {
		case 'binary': {
			const { data, fileName } = await item.file('binaryPropertyName', checkBytes.violence);
			checkViolenceFile(data);
			return {
				param: {},
				body: fileForm('file', data),
				minImages: 1,
				urls: [],
				source: definedFields({ fileName }),
			};
		}
		case 'urls': {
			const urls = violenceEntries(item, 'imageUrls', 'Image URLs', urlsIn).map((url, index) =>
				checkUrl(url, 'Image URLs', index),
			);
			return {
				param: { image_url: oneOrMany(urls) },
				body: textForm({}),
				minImages: new Set(urls).size,
				urls,
				source: urlSource(urls.map(withoutUserInfo)),
			};
		}
		case 'ids': {
			const ids = violenceEntries(item, 'imageIds', 'Image IDs', enteredIds);
			return {
				param: { image_id: oneOrMany(ids) },
				body: textForm({}),
				minImages: new Set(ids).size,
				urls: [],
				source: {},
			};
		}
	}
}

function violenceEntries(
	item: Item,
	name: string,
	label: string,
	split: (text: string) => string[],
): string[] {
	return asList(
		item.value(name),
		label,
		split,
		`Enter one to ${perRequest}, one per line.`,
		perRequest,
	);
}

/** The source in the result: one URL as `url`, several as `urls`. */
function urlSource(urls: string[]): { url?: string; urls?: string[] } {
	return urls.length === 1 ? { url: urls[0] } : { urls };
}

/** One value as text, several as an array. */
const oneOrMany = (values: string[]) => (values.length === 1 ? values[0] : values);

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
			includeInputFields,
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
