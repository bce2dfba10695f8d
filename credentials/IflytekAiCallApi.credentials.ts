import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { addToken, renewToken, TOKEN_PROPERTY } from '../nodes/shared/aiCall/transport/token';
import { CONSOLE_LINKS } from '../nodes/shared/console';
import { noticeField } from '../nodes/shared/n8n/parameters/properties';
import { DEFAULT_BASE_URL } from '../nodes/shared/aiCall/protocol/apiMethods';

export class IflytekAiCallApi implements ICredentialType {
	name = 'iflytekAiCallApi';

	displayName = 'iFLYTEK AI Call API';

	icon = {
		light: 'file:../icons/iflytek-ai-call.svg',
		dark: 'file:../icons/iflytek-ai-call.dark.svg',
	} as const;

	documentationUrl = 'https://github.com/n8n-nodes-xfyun/n8n-nodes-xfyun#credentials';

	/**
	 * No other node may use this credential: n8n's HTTP Request node would repeat a rejected request,
	 * and a customer could be called twice.
	 */
	restrictToSupportedNodes = true as const;

	/** They restrict the HTTP Request node, which cannot use this credential. */
	hideDomainRestrictionFields = true;

	properties: INodeProperties[] = [
		noticeField(
			`App Key and App Secret are in ${CONSOLE_LINKS}: My Applications, your application, Opened Services.`,
			'keyNotice',
		),
		{
			displayName: 'App Key',
			name: 'appKey',
			type: 'string',
			default: '',
			required: true,
			description:
				'The app_key (mostly 48 characters), shown in the iFLYTEK console under your application, Opened Services',
		},
		{
			displayName: 'App Secret',
			name: 'appSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The matching app_secret (mostly 44 characters), shown next to the app_key',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: DEFAULT_BASE_URL,
			description: 'Only change this if iFLYTEK gave you a different URL or you use a proxy',
		},
		{
			displayName: 'Push Secret',
			name: 'pushSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Secret that pushes to the AI Call triggers must include. Use letters, digits and - . _ ~. Not needed for calls and tasks.',
		},
		{
			displayName: 'Session Token',
			name: TOKEN_PROPERTY,
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
	];

	/**
	 * Fetches a token. n8n calls this if none is stored, or if `authenticate` rejects the stored one.
	 */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		return { [TOKEN_PROPERTY]: await renewToken(this, credentials) };
	}

	/**
	 * Adds the token to the query (document 2, part 5). If the token cannot be used, throws an error
	 * that makes n8n fetch a new one.
	 */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return addToken(credentials, requestOptions);
	}
}
