import { CredentialTestContext } from 'n8n-core';
import { Iflytek } from '../../nodes/Iflytek/Iflytek.node';
import { iflytekApiTest } from '../../nodes/Iflytek/methods/credentialTest';
import { Bench } from './iflytek';
import { CONSOLE } from '../setup/console';

const bench = new Bench();
const SERVICES = ['text', 'handwriting', 'speech', 'expression', 'scene', 'object', 'violence'];

/** Runs the credential test in n8n's own context, and returns what the user reads. */
async function check(data: object) {
	return await iflytekApiTest.call(new CredentialTestContext(), {
		id: '1',
		name: 'Test',
		type: 'iflytekApi',
		data: { ...data },
	});
}

const KEY_ADVICE =
	/ Choose the service under Service of This Key, or copy App ID and key again from the page of this service\.$/;

test.each(SERVICES)('the test of a right key for %s succeeds with one request', async (service) => {
	expect(await check(bench.credential(service))).toEqual({
		status: 'OK',
		message: 'Connection successful',
	});
	expect(bench.simulator.log).toHaveLength(1);
});

test('the node names the test of its credential', () => {
	const node = new Iflytek();
	expect(node.description.credentials).toEqual([
		{ name: 'iflytekApi', required: true, testedBy: 'iflytekApiTest' },
	]);
	expect(node.methods.credentialTest).toEqual({ iflytekApiTest });
});

test('the error for a wrong key names the likely causes', async () => {
	const { status, message } = await check({ ...bench.credential('text'), apiKey: 'not-the-key' });
	expect(status).toBe('Error');
	expect(message).toMatch(
		/^App ID or API Key is wrong for lexical analysis \(code 10105, the platform says: illegal access: invalid X-CheckSum\)\. /,
	);
	expect(message).toMatch(KEY_ADVICE);
	// n8n's window shows about 115 characters in each of two lines.
	expect(message.length).toBeLessThan(230);
	expect(message).not.toContain('not-the-key');
});

test.each(SERVICES)(
	'a wrong clock is the only thing that the test of a key for %s names',
	async (service) => {
		bench.simulator.openPlatform.configure({ clockShiftSeconds: 1000 });
		expect(await check(bench.credential(service))).toEqual({
			status: 'Error',
			message: expect.stringMatching(
				/^This machine's clock is \d+ seconds behind .*\. Correct the clock \(NTP\), then try again\.$/,
			),
		});
		bench.simulator.openPlatform.configure({ clockShiftSeconds: 0 });
	},
);

test('handwriting is tested in the language that both the document and the live service accept', async () => {
	expect(await check(bench.credential('handwriting'))).toEqual({
		status: 'OK',
		message: 'Connection successful',
	});
	expect(bench.simulator.log.map(({ param }) => param)).toEqual([
		{ language: 'en', location: 'false' },
	]);
});

test('a redirect is not followed', async () => {
	bench.simulator.openPlatform.faults.add({
		kind: 'status',
		status: 302,
		headers: { Location: bench.simulator.url },
	});
	expect((await check(bench.credential('text'))).message).toMatch(
		/^HTTP 302 instead of an answer of the iFLYTEK platform: /,
	);
});

test('missing fields are reported before any request', async () => {
	expect(await check({ ...bench.credential('text'), apiKey: ' ' })).toEqual({
		status: 'Error',
		message: `API Key is empty. Enter the APIKey of the service from ${CONSOLE}.`,
	});
	expect(await check({ ...bench.credential('text'), appId: '' })).toEqual({
		status: 'Error',
		message: `App ID is empty. Enter the APPID of the application from ${CONSOLE}.`,
	});
	expect(bench.simulator.log).toHaveLength(0);
});
