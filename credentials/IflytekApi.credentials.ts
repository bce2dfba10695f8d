import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import { CONSOLE_LINKS } from '../nodes/shared/console';
import { switchField, noticeField } from '../nodes/shared/n8n/parameters/properties';
import {
	openPlatformAccount,
	KEY_FIELDS,
	hmacAccount,
} from '../nodes/shared/openPlatform/protocol/openPlatformAccount';
import { DEFAULT_BASE_URLS } from '../nodes/shared/openPlatform/protocol/addresses';
import type { BaseUrl } from '../nodes/shared/openPlatform/protocol/endpoint';
import { hasParam, signHeaders } from '../nodes/shared/openPlatform/protocol/checksumSignature';
import { signOptions } from '../nodes/shared/openPlatform/protocol/hmacSignature';
import { endpointAt, TESTED_ENDPOINTS } from '../nodes/shared/openPlatform/protocol/services';

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * The choices of Service of This Key. Their descriptions call each service by the name that it has in
 * errors and in docs/console.md.
 */
const testServices: INodePropertyOptions[] = [
	{ name: 'Choose a Service', value: '' },
	...TESTED_ENDPOINTS.map(({ service, test }) => ({
		name: test.name,
		value: test.value,
		description: `${capitalized(service)}${test.note ?? ''}`,
	})),
];

const apiKey: INodeProperties = {
	displayName: 'API Key',
	name: 'apiKey',
	type: 'string',
	typeOptions: { password: true },
	default: '',
	description:
		'The APIKey of the service, shown on the page of that service in the console. Not the APISecret next to it.',
};

const separateKeys = switchField(
	'Separate Keys per Service',
	'separateKeys',
	'Whether to enter an API Key for each service, so that one credential serves all of them',
);
const whereSeparateKeys = (isOn: boolean) => ({ show: { [separateKeys.name]: [isOn] } });

/** What each group of keys is for, by the first word of the services' names. */
const GROUPS = {
	Handwriting: 'for Recognize',
	Image: 'each operation has its own key',
	Speech:
		'Synthesize uses Streaming, which also needs the API Secret. Only with Service (under Options) set to Standard (HTTP) it uses the other key.',
	Text: 'each operation uses the key of its analysis, and with Include Words the one of words, too. Analyze uses those of all that it runs.',
} as const;

/** The fields for the keys of a group of services, below a notice. */
function keyGroup([group, use]: [string, string]): INodeProperties[] {
	const keys = KEY_FIELDS.filter(({ label }) => label.startsWith(`Key for ${group}`));
	return [
		{
			...noticeField(`${group}: ${use}`, `${group.toLowerCase()}Notice`),
			displayOptions: whereSeparateKeys(true),
		},
		...keys.map(({ name, label, service }): INodeProperties => ({
			displayName: label,
			name,
			type: 'string',
			typeOptions: { password: true },
			default: '',
			placeholder: 'If empty, the API Key above is used',
			description: `The APIKey of ${service}`,
			displayOptions: whereSeparateKeys(true),
		})),
	];
}

const serviceOfKey: INodeProperties = {
	displayName: 'Service of This Key',
	name: 'testService',
	type: 'options',
	default: '',
	description:
		'Service the API Key belongs to. It is only used to test the key with one small request, which counts toward your quota.',
	options: testServices,
};

const advanced = switchField(
	'Base URLs and Signature',
	'advanced',
	"Whether to change the base URLs, for example to a proxy, or how n8n's HTTP Request node signs requests with this credential",
);
const whereAdvanced = { displayOptions: { show: { [advanced.name]: [true] } } };

function baseUrl(services: string, name: BaseUrl, description: string): INodeProperties {
	return {
		displayName: `Base URL: ${services}`,
		name,
		type: 'string',
		default: DEFAULT_BASE_URLS[name],
		description,
		...whereAdvanced,
	};
}

export class IflytekApi implements ICredentialType {
	name = 'iflytekApi';

	displayName = 'iFLYTEK Open Platform API';

	icon = { light: 'file:../icons/iflytek.svg', dark: 'file:../icons/iflytek.dark.svg' } as const;

	documentationUrl = 'https://github.com/n8n-nodes-xfyun/n8n-nodes-xfyun#credentials';

	properties: INodeProperties[] = [
		noticeField(
			`Each service has its own API Key, on its page in ${CONSOLE_LINKS}. Choose below which service it is. For several services turn on Separate Keys per Service.`,
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
		{ ...apiKey, required: true, displayOptions: whereSeparateKeys(false) },
		{
			...apiKey,
			description: 'The APIKey for all services whose own key below is empty',
			displayOptions: whereSeparateKeys(true),
		},
		{ ...serviceOfKey, required: true, displayOptions: whereSeparateKeys(false) },
		{
			...serviceOfKey,
			description: `${String(serviceOfKey.description)} Not needed if API Key is empty.`,
			displayOptions: whereSeparateKeys(true),
		},
		{
			displayName: 'API Secret',
			name: 'apiSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'APISecret shown in the console next to APPID and APIKey. Only streaming speech and the HMAC signature need it; all WebSocket services share one APIKey.',
		},
		separateKeys,
		...Object.entries(GROUPS).flatMap(keyGroup),
		advanced,
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
			...whereAdvanced,
		},
		{
			...noticeField(
				'Base URLs: keep them unless you use your own proxy. They are encrypted (https, wss), except for Expression, Scene and Object, which iFLYTEK only offers over http.',
				'baseUrlNotice',
			),
			...whereAdvanced,
		},
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
	 * Signs any request that uses this credential (document 1, part 5). The URL of the request
	 * decides which service's key is used. An existing signature is replaced.
	 */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions & { uri?: string },
	): Promise<IHttpRequestOptions> {
		const { headers = {}, url, uri = url } = requestOptions;
		// Signature in HTTP Request Node does not apply to the requests of this package's node: they
		// have an X-Param header and keep the checksum.
		if (credentials.httpSignature === 'hmac' && !hasParam(headers)) {
			return signOptions(requestOptions, hmacAccount(credentials), Date.now());
		}
		const account = openPlatformAccount(credentials, endpointAt(uri));
		const signed = signHeaders(headers, account, Date.now());
		return { ...requestOptions, headers: signed as IHttpRequestOptions['headers'] };
	}
}
