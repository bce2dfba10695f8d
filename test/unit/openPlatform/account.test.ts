import { NodeHelpers } from 'n8n-workflow';
import { IflytekApi } from '../../../credentials/IflytekApi.credentials';
import {
	openPlatformAccount,
	KEY_FIELDS,
	keyFieldOf,
	credentialSecrets,
	requireAccounts,
} from '../../../nodes/shared/openPlatform/protocol/openPlatformAccount';
import { endpointUrl } from '../../../nodes/shared/openPlatform/protocol/addresses';
import { checkSum } from '../../../nodes/shared/openPlatform/protocol/checksumSignature';
import { hmacAccount } from '../../../nodes/shared/openPlatform/protocol/openPlatformAccount';
import { endpointAt, ENDPOINTS } from '../../../nodes/shared/openPlatform/protocol/services';
import { ADDRESSES, KEYS } from '../../document';
import { CONSOLE } from '../../setup/console';
import { refusal } from '../n8n/fakeContext';

const API_KEY = '9f2c8e71b4d05a36c1e8f7029b3d4a65';

test.each<[data: Record<string, unknown>, message: string, advice: string]>([
	[{ apiKey: API_KEY }, 'App ID is empty', `Enter the APPID of the application from ${CONSOLE}.`],
	[
		{ appId: ' ', apiKey: API_KEY },
		'App ID is empty',
		`Enter the APPID of the application from ${CONSOLE}.`,
	],
	[{ appId: 'app' }, 'API Key is empty', `Enter the APIKey of the service from ${CONSOLE}.`],
	[
		{ appId: API_KEY, apiKey: '5f3c2a1b' },
		'App ID and API Key are swapped',
		'Exchange the two in the credential: the API Key is the one with 32 characters.',
	],
	[
		{ appId: API_KEY.toUpperCase(), apiKey: 'a'.repeat(16) },
		'App ID and API Key are swapped',
		'Exchange the two in the credential: the API Key is the one with 32 characters.',
	],
	...['应用', 'app\nX-Other: 1', 'é', `${API_KEY}é`].map(
		(appId): [Record<string, unknown>, string, string] => [
			{ appId, apiKey: API_KEY },
			'The App ID contains invalid characters',
			`Copy the APPID again from ${CONSOLE} into the credential.`,
		],
	),
	...['\u200B', '\u200E', '\uFEFF', 'ｆ'].map(
		(character): [Record<string, unknown>, string, string] => [
			{ appId: 'app', apiKey: `9f2c${character}8e71` },
			'The API Key contains invalid characters',
			`Copy the APIKey again from ${CONSOLE} into the credential.`,
		],
	),
])('the credential %j is refused', (data, message, advice) => {
	expect(() => openPlatformAccount(data)).toThrow(
		expect.objectContaining({ message, details: { advice } }),
	);
});

test('the error of a key with invalid characters names the field of the key', () => {
	const data = { appId: 'app', apiKey: 'ａ', textKey: '', separateKeys: true };
	const messageFor = (textKey: string) => () =>
		openPlatformAccount({ ...data, textKey }, ENDPOINTS.cws);
	expect(messageFor('')).toThrow('The API Key contains invalid characters');
	expect(messageFor('ｂ')).toThrow(
		'The Key for Text: Words, Parts of Speech, Entities contains invalid characters',
	);
});

test.each([
	{ appId: API_KEY, apiKey: API_KEY },
	{ appId: API_KEY, apiKey: 'a'.repeat(17) },
	{ appId: `${API_KEY}0`, apiKey: 'a' },
	{ appId: `0${API_KEY}`, apiKey: 'a' },
	{ appId: '5f3c2a1b', apiKey: 'a' },
	{ appId: '~ !', apiKey: API_KEY },
])('the credential %j is accepted as it is', (data) => {
	expect(openPlatformAccount(data)).toEqual(data);
});

test.each(['\u200B', '\uFEFF', '\u200E\u202A', '\u2060 \u00A0', '\u{E0001}'])(
	'invisible characters at the ends of App ID, keys and addresses are left out: %j',
	(characters) => {
		const around = (text: string) => `${characters}${text}${characters}`;
		const data = {
			appId: around('app'),
			apiKey: around(API_KEY),
			streamingKey: around('key-of-streaming'),
			apiSecret: around('secret'),
		};
		expect(openPlatformAccount({ ...data, streamingKey: '' })).toEqual({
			appId: 'app',
			apiKey: API_KEY,
		});
		expect(hmacAccount(data)).toEqual({
			appId: 'app',
			apiKey: 'key-of-streaming',
			apiSecret: 'secret',
		});
		expect(endpointUrl(ENDPOINTS.scene, around('https://proxy.example/'))).toBe(
			'https://proxy.example/v1/scene',
		);
		expect(credentialSecrets(data)).toContain(API_KEY);
		expect(
			openPlatformAccount({ appId: 'app', apiKey: API_KEY, sceneKey: characters }),
		).toMatchObject({ apiKey: API_KEY });
	},
);

test('an invisible character inside the key of a service or the API Secret names its field', () => {
	const data = { appId: 'app', apiKey: API_KEY, apiSecret: 'sec\u200Bret' };
	expect(() => hmacAccount(data)).toThrow('The API Secret contains invalid characters');
	expect(() => openPlatformAccount({ ...data, sceneKey: 'k\u200Bey' }, ENDPOINTS.scene)).toThrow(
		'The Key for Image: Recognize Scene contains invalid characters',
	);
});

describe('separate keys', () => {
	const separateKeysData = {
		appId: 'app',
		apiKey: 'key-of-all',
		separateKeys: true,
		sceneKey: ' key-of-scene\n',
		streamingKey: 'key-of-streaming',
		apiSecret: 'the-secret',
	};

	test('each service in test/document/pages has a field for its key', () => {
		expect(KEY_FIELDS.map(({ name, label }) => [name, label]).sort()).toEqual(
			KEYS.map(({ value, name }) => [`${value}Key`, `Key for ${name}`]).sort(),
		);
	});

	test('a service uses its own key, or the API Key if it has no key of its own', () => {
		expect(openPlatformAccount(separateKeysData, ENDPOINTS.scene)).toEqual({
			appId: 'app',
			apiKey: 'key-of-scene',
		});
		expect(openPlatformAccount(separateKeysData, ENDPOINTS.object)).toEqual({
			appId: 'app',
			apiKey: 'key-of-all',
		});
		expect(openPlatformAccount(separateKeysData)).toEqual({ appId: 'app', apiKey: 'key-of-all' });
		expect(hmacAccount(separateKeysData).apiKey).toBe('key-of-streaming');
	});

	test('services without any key are named in one error', () => {
		const withoutKeys = { ...separateKeysData, apiKey: ' ' };
		requireAccounts(withoutKeys, [ENDPOINTS.scene]);
		expect(() =>
			requireAccounts(withoutKeys, [
				ENDPOINTS.cws,
				ENDPOINTS.scene,
				ENDPOINTS.pos,
				ENDPOINTS.dp,
				ENDPOINTS.srl,
			]),
		).toThrow(
			expect.objectContaining({
				message:
					'The credential has no key for lexical analysis, dependency parsing and semantic role labeling',
				details: {
					advice: `Nothing was sent. Under Separate Keys per Service in the credential, enter the APIKey from ${CONSOLE} under Key for Text: Words, Parts of Speech, Entities, Key for Text: Dependencies and Key for Text: Semantic Roles.`,
				},
			}),
		);
		const advice = (data: Record<string, unknown>) =>
			refusal(() => requireAccounts(data, [ENDPOINTS.streaming]))[1];
		const enterKey = `Nothing was sent. Under Separate Keys per Service in the credential, enter the APIKey from ${CONSOLE} under Key for Speech: Streaming.`;
		expect(advice({ ...withoutKeys, streamingKey: '', apiSecret: '' })).toBe(
			`${enterKey} Enter the APISecret, too.`,
		);
		expect(advice({ ...withoutKeys, streamingKey: '', apiSecret: 'x' })).toBe(enterKey);
		expect(() => hmacAccount({ ...withoutKeys, streamingKey: '' })).toThrow(
			'The credential has no key for streaming speech synthesis',
		);
		expect(() => openPlatformAccount(withoutKeys)).toThrow('API Key is empty');
		expect(() => requireAccounts({ appId: 'app' }, [ENDPOINTS.dp])).toThrow('API Key is empty');
	});

	test('every key counts as a secret, which no text may show', () => {
		const serviceKeys = Object.fromEntries(
			KEY_FIELDS.map(({ name }) => [name, `secret of ${name}`]),
		);
		expect(credentialSecrets({ ...separateKeysData, ...serviceKeys }).sort()).toEqual(
			['key-of-all', 'the-secret', ...Object.values(serviceKeys)].sort(),
		);
	});

	test('n8n does not pass on a key or a URL whose switch is off', () => {
		const stored = { ...separateKeysData, nlpBaseUrl: 'http://127.0.0.1:1', httpSignature: 'hmac' };
		const passedOn = (data: object) =>
			NodeHelpers.getNodeParameters(
				new IflytekApi().properties,
				{ ...data },
				true,
				false,
				null,
				null,
			);
		const switchedOff = passedOn({ ...stored, separateKeys: false });
		expect(switchedOff).toMatchObject({ appId: 'app', apiKey: 'key-of-all' });
		for (const name of ['sceneKey', 'streamingKey', 'nlpBaseUrl', 'httpSignature'])
			expect(switchedOff).not.toHaveProperty(name);
		const switchedOn = passedOn({ ...stored, advanced: true });
		expect(switchedOn).toMatchObject({ ...stored, advanced: true });
	});
});

describe('the service of a URL', () => {
	test.each(Object.entries(ADDRESSES))(
		'endpointAt finds the endpoint %s by its URL',
		(name, url) => {
			const endpoint = new Map<string, unknown>(Object.entries(ENDPOINTS)).get(name);
			expect(endpoint).toBeDefined();
			expect(endpointAt(url)).toBe(endpoint);
			const { pathname } = new URL(url);
			expect(endpointAt(`http://proxy.example:8080/iflytek${pathname}?a=/v1/cws`)).toBe(endpoint);
		},
	);

	test.each([
		'',
		'/v1/cws',
		'https://ltpapi.xfyun.cn/v1/cws/x',
		'https://ltpapi.xfyun.cn/?/v1/cws',
		'https://api.xfyun.cn/v1/xcws',
	])('%j is not the URL of a service', (url) => {
		expect(endpointAt(url)).toBeUndefined();
	});
});

test.each([
	['url', 'http://proxy.example/iflytek/v1/scene', 'key-of-scene'],
	['uri', 'http://tupapi.xfyun.cn/v1/scene', 'key-of-scene'],
	['url', 'http://tupapi.xfyun.cn/v1/expression', 'key-of-all'],
	['url', 'http://api.xfyun.cn/v1/service/v1/other', 'key-of-all'],
])('if `%s` of a request is %s, the credential signs it with %s', async (field, address, key) => {
	const data = { appId: 'app', apiKey: 'key-of-all', separateKeys: true, sceneKey: 'key-of-scene' };
	const options = { url: '', [field]: address, headers: { 'X-Param': 'e30=' } };
	const { headers = {} } = await new IflytekApi().authenticate(data, options);
	expect(headers['X-CheckSum']).toBe(checkSum(key, String(headers['X-CurTime']), 'e30='));
});

test('two endpoints of one service have the same key field', () => {
	const [ner, cws] = [keyFieldOf(ENDPOINTS.ner), keyFieldOf(ENDPOINTS.cws)];
	expect(ner).toEqual(cws);
});
