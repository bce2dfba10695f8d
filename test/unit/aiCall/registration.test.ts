import { compareRegistration } from '../../../nodes/shared/aiCall/configuration/callbackUrls';

const OWN = 'https://n8n.example/webhook/abc/events';
const MODULES = ['receiveCallRecord', 'receiveVoice', 'receiveDialog'];

describe('compareRegistration', () => {
	it('says for each module where its URL points', () => {
		const result = {
			urls: [
				{ url: ` ${OWN}/ `, url_module: 'receiveCallRecord' },
				{ url: 'https://old.example/hook?secret=s3', url_module: 'receiveVoice' },
				{ url: ' ', url_module: 'receiveDialog' },
				{ url: 'https://other.example', url_module: 'getDialogContext' },
			],
		};
		expect(compareRegistration(result, MODULES, OWN)).toEqual([
			{ module: 'receiveCallRecord', moduleName: 'Call records', state: 'here', url: OWN },
			{
				module: 'receiveVoice',
				moduleName: 'Recordings',
				state: 'elsewhere',
				url: 'https://old.example/hook',
			},
			{ module: 'receiveDialog', moduleName: 'Dialogs', state: 'missing' },
		]);
	});

	it('if a secret is set, the URL must have it, and it is never shown', () => {
		const result = {
			urls: [
				{ url: `${OWN}?secret=s%203`, url_module: 'receiveCallRecord' },
				{ url: `${OWN}?secret=s4`, url_module: 'receiveVoice' },
				{ url: OWN, url_module: 'receiveDialog' },
			],
		};
		const states = compareRegistration(result, MODULES, OWN, 's 3');
		expect(states.map(({ state }) => state)).toEqual(['here', 'wrongSecret', 'wrongSecret']);
		expect(JSON.stringify(states)).not.toContain('secret=');
		expect(
			compareRegistration(
				{ urls: [{ url: `${OWN}&secret=it's3`, url_module: 'receiveVoice' }] },
				['receiveVoice'],
				OWN,
				's3',
			),
		).toMatchObject([{ state: 'elsewhere', url: `${OWN}&secret=***` }]);
		expect(
			compareRegistration(
				{ urls: [{ url: `${OWN}?secret=a+b%c&d`, url_module: 'receiveDialog' }] },
				['receiveDialog'],
				OWN,
				'a+b%c&d',
			),
		).toMatchObject([{ state: 'here' }]);
	});

	it.each([['receiveDialog|AppX'], ['receiveDialog|AppX|4567'], ['receiveDialog||4567']])(
		'understands the scoped module %s',
		(url_module) => {
			const compared = (url: string) =>
				compareRegistration(
					{ urls: [{ url, url_module }] },
					['receiveDialog', 'receiveVoice'],
					OWN,
				);
			const missing = { module: 'receiveVoice', moduleName: 'Recordings', state: 'missing' };
			expect(compared(OWN)).toEqual([
				{ module: 'receiveDialog', moduleName: 'Dialogs', state: 'here', url: OWN },
				missing,
			]);
			expect(compared('https://old.example')).toEqual([
				{
					module: 'receiveDialog',
					moduleName: 'Dialogs',
					state: 'elsewhere',
					url: 'https://old.example',
				},
				missing,
			]);
		},
	);

	it('one matching URL among several is enough, and unreadable entries are ignored', () => {
		const url_module = 'receiveDialog';
		expect(
			compareRegistration(
				{
					urls: [
						{ url: 'https://old.example', url_module },
						{ url: 'HTTPS://N8N.example:443/webhook/abc/events', url_module },
					],
				},
				[url_module],
				OWN,
			),
		).toMatchObject([{ state: 'here' }]);
		expect(
			compareRegistration(
				{ urls: [null, { url_module }, { url: 'not a url?x=1', url_module }] },
				[url_module],
				OWN,
			),
		).toMatchObject([{ state: 'elsewhere', url: 'not a url' }]);
		expect(compareRegistration({}, ['laterModule'], OWN)).toEqual([
			{ module: 'laterModule', moduleName: 'laterModule', state: 'missing' },
		]);
	});
});
