import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import { openPlatformAccount } from '../nodes/shared/openPlatform/protocol/openPlatformAccount';
import { hasParam, signHeaders } from '../nodes/shared/openPlatform/protocol/checksum';
import { hmacAccountOf, signOptions } from '../nodes/shared/openPlatform/protocol/hmacSignature';
import { noticeOf } from '../nodes/shared/n8n/parameters';
import { DEFAULT_BASE_URLS, type BaseUrl } from '../nodes/shared/openPlatform/protocol/baseUrls';
import { DEFAULT_TEST, TESTED_ENDPOINTS } from '../nodes/shared/openPlatform/protocol/probes';

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The entries of Test Service, described by the names that errors and docs/console.md use. */
const testServices: INodePropertyOptions[] = TESTED_ENDPOINTS.map(({ service, test }) => ({
	name: test.name,
	value: test.value,
	description: `${capitalized(service)}${test.note ?? ''}`,
}));

function baseUrl(services: string, name: BaseUrl, description: string): INodeProperties {
	return {
		displayName: `Base URL: ${services}`,
		name,
		type: 'string',
		default: DEFAULT_BASE_URLS[name],
		description,
	};
}

export class IflytekApi implements ICredentialType {
	name = 'iflytekApi';

	displayName = 'iFLYTEK Open Platform API';

	icon = { light: 'file:../icons/iflytek.svg', dark: 'file:../icons/iflytek.dark.svg' } as const;

	documentationUrl = 'https://github.com/n8n-nodes-iflytek/n8n-nodes-iflytek#credentials';

	properties: INodeProperties[] = [
		noticeOf(
			'Each iFLYTEK service has its own API Key. Create one credential per key, and choose its service under Test Service.',
			'keyNotice',
		),
		{
			displayName: 'App ID',
			name: 'appId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 5f3c2a1b',
			description:
				'The APPID of your application, shown in the iFLYTEK console under My Applications',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'The APIKey of the service, shown on the page of that service in the console. Not the APISecret next to it.',
		},
		{
			displayName: 'API Secret',
			name: 'apiSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'APISecret shown in the console next to APPID and APIKey. Only streaming speech and the HMAC signature need it; their APIKey is the same for all WebSocket services of the application.',
		},
		{
			displayName: 'Test Service',
			name: 'testService',
			type: 'options',
			default: DEFAULT_TEST,
			description:
				'Service the key belongs to. Testing sends one small request, which counts toward your quota.',
			options: testServices,
		},
		{
			displayName: 'Signature in HTTP Request Node',
			name: 'httpSignature',
			type: 'options',
			default: 'checksum',
			description:
				"How n8n's HTTP Request node signs its requests with this credential. Requests with an X-Param header are always signed with the checksum.",
			options: [
				{
					name: 'Checksum',
					value: 'checksum',
					description:
						'For services whose documentation asks for the headers X-CurTime, X-Param and X-CheckSum',
				},
				{
					name: 'HMAC-SHA256',
					value: 'hmac',
					description:
						'For services whose documentation asks for authorization, date and host in the URL. Needs the API Secret.',
				},
			],
		},
		noticeOf(
			'Base URLs: keep them unless you use your own proxy. They are encrypted (https, wss), except for Expression, Scene and Object, which iFLYTEK only offers over http.',
			'baseUrlNotice',
		),
		baseUrl(
			'Text',
			'nlpBaseUrl',
			'Words, parts of speech, entities, dependencies, semantic roles, tree and graph',
		),
		baseUrl('Handwriting', 'ocrBaseUrl', 'Handwriting recognition'),
		baseUrl(
			'Expression, Scene, Object',
			'visionBaseUrl',
			'Image recognition, except violence. Only available over http.',
		),
		baseUrl(
			'Speech, Violence',
			'apiBaseUrl',
			'Standard speech (HTTP) and the detection of violent images',
		),
		baseUrl(
			'Streaming Speech',
			'streamingBaseUrl',
			'Streaming speech over a WebSocket. Starts with wss:// or ws://.',
		),
	];

	/**
	 * Signs any request that uses this credential; an existing signature is replaced (document 1,
	 * part 5).
	 */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		// The node's own requests have an X-Param: the choice below is for the HTTP Request node alone.
		if (credentials.httpSignature === 'hmac' && !hasParam(requestOptions.headers ?? {})) {
			return signOptions(requestOptions, hmacAccountOf(credentials), Date.now());
		}
		const headers = signHeaders(
			requestOptions.headers ?? {},
			openPlatformAccount(credentials),
			Date.now(),
		);
		return { ...requestOptions, headers: headers as IHttpRequestOptions['headers'] };
	}
}
