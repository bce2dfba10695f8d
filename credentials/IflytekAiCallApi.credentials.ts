import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { TOKEN_PROPERTY, addToken, renewToken } from '../nodes/shared/n8n/aiCall/token';

export class IflytekAiCallApi implements ICredentialType {
	name = 'iflytekAiCallApi';

	displayName = 'iFLYTEK AI Call API';

	icon = { light: 'file:../icons/iflytek.svg', dark: 'file:../icons/iflytek.dark.svg' } as const;

	documentationUrl = 'https://github.com/n8n-nodes-iflytek/n8n-nodes-iflytek#credentials';

	/** n8n's HTTP Request node would repeat a refused request, and a telephone would ring twice. */
	restrictToSupportedNodes = true as const;

	properties: INodeProperties[] = [
		{
			displayName: 'App Key',
			name: 'appKey',
			type: 'string',
			default: '',
			required: true,
			description: 'The app_key (mostly 48 characters), shown in the iFLYTEK console (控制台) under your application, Opened Services (已开通服务)',
		},
		{
			displayName: 'App Secret',
			name: 'appSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The app_secret that belongs to the app_key (mostly 44 characters), shown beside it',
		},
		{
			displayName: 'Base Address',
			name: 'baseUrl',
			type: 'string',
			default: 'https://callapi.xfyun.cn',
			description: 'Change it only to use an address that the platform gave you, or a proxy of your own',
		},
		{
			displayName: 'Push Secret',
			name: 'pushSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'A secret of your own for the AI Call triggers: they refuse pushes that do not carry it. Make it of letters, digits and - . _ ~. Not needed for calls and tasks.',
		},
		{
			displayName: 'Session Token',
			name: TOKEN_PROPERTY,
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
	];

	/** Called by n8n where there is no token yet, or where `authenticate` asks for another. */
	async preAuthentication(this: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject): Promise<IDataObject> {
		return { [TOKEN_PROPERTY]: await renewToken(this, credentials) };
	}

	/** Puts the token into the query, or asks n8n for another (document 2, part 5). */
	async authenticate(credentials: ICredentialDataDecryptedObject, requestOptions: IHttpRequestOptions): Promise<IHttpRequestOptions> {
		return addToken(credentials, requestOptions);
	}
}
