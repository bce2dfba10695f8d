import { CredentialTestContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { iflytekApiTest } from '../../nodes/Iflytek/methods/credentialTest';
import { KEYS, PAGES } from '../document';
import { provideWebSocket } from '../setup/webSocket';
import { withAnswers } from './answers';
import { Bench } from './iflytek';

/** These tests use one credential with a separate key for each service of an application. */

provideWebSocket();

const bench = new Bench();

const runCredentialTest = async (data: object) =>
	await iflytekApiTest.call(new CredentialTestContext(), {
		id: '1',
		name: 'Test',
		type: 'iflytekApi',
		data: { ...data },
	});

/** Runs an operation with this credential. */
const runWith = async (data: object, parameters: IDataObject, items = [{}]) =>
	await bench.run('text', parameters, items, {
		credentials: [{ ...bench.signer(), data: { ...data } }],
	});

const operations = PAGES.filter(({ node }) => node === 'iflytek');

test.each(operations.map((place) => [`${place.resource}: ${place.operation}`, place] as const))(
	'%s is signed with the key of its service',
	async (_name, { resource, operation, page }) => {
		const parameters = { resource, operation, ...page.given } as IDataObject;
		const { error, outputs } = await runWith(bench.separateKeys(), parameters, [page.item ?? {}]);
		expect([error, outputs[0]?.length]).toEqual([undefined, 1]);
		expect(bench.simulator.log.filter(({ authentic }) => authentic !== true)).toEqual([]);
	},
);

test('the credential test tests each service for which there is a key', async () => {
	expect(await runCredentialTest(bench.separateKeys())).toEqual({
		status: 'OK',
		message: 'Connection successful',
	});
	expect([...new Set(bench.simulator.log.map(({ endpoint }) => endpoint))].sort()).toEqual(
		KEYS.map(({ endpoint }) => endpoint).sort(),
	);
});

test('the credential test names each service whose key is refused, and shows no key', async () => {
	const data = {
		...bench.separateKeys(),
		apiKey: 'not-the-api-key',
		testService: 'object',
		handwritingKey: 'not-the-key-of-handwriting',
		streamingKey: 'not-the-key-of-streaming',
	};
	const { status, message } = await runCredentialTest(data);
	expect([status, message]).toEqual([
		'Error',
		expect.stringMatching(
			/^3 of \d+ keys failed\. API Key: App ID or API Key is wrong for object recognition, .* \(code 10105\)\. Key for Handwriting: App ID or API Key is wrong for handwriting recognition \(code 10105, the platform says: [^)]*\)\. Key for Speech: Streaming: API Key is wrong for streaming speech synthesis \(HTTP 401, the platform says: HMAC signature cannot be verified\)\. Choose the service under Service of This Key, or copy .* Enter each key under its own service, or copy /,
		),
	]);
	expect(message).not.toMatch(/not-the-|key-of-/);
});

test('if there is an API Key but Service of This Key is empty, the credential test fails', async () => {
	const data = { ...bench.credential('text'), testService: '' };
	expect(await runCredentialTest(data)).toEqual({
		status: 'Error',
		message:
			'Service of This Key is empty: first choose the service that the API Key belongs to. It is only used for this test.',
	});
	expect(bench.simulator.log).toEqual([]);
});

test('an operation fails before anything is sent if the credential has no key for its service, and the error names the service', async () => {
	const { textKey, appId, separateKeys, apiSecret, nlpBaseUrl } = bench.separateKeys() as Record<
		string,
		unknown
	>;
	const data = { textKey, appId, separateKeys, apiSecret, nlpBaseUrl };
	const text = { resource: 'text', text: '他叫汤姆去拿外衣。' };
	const refusals = [
		[
			{ ...text, operation: 'analyze', functions: ['pos', 'dp', 'srl'] },
			'The credential has no key for dependency parsing and semantic role labeling',
		],
		[
			{ ...text, operation: 'parseDependencies' },
			'The credential has no key for dependency parsing',
		],
		[
			{ resource: 'speech', operation: 'synthesize', service: 'streaming', text: '好' },
			'The credential has no key for streaming speech synthesis',
		],
	] as const;
	for (const [parameters, message] of refusals) {
		const { error } = await runWith(data, parameters as unknown as IDataObject);
		expect([error?.message, error?.context?.data]).toEqual([
			message,
			{ kind: 'invalidInput', advice: expect.stringContaining('Key for ') as string },
		]);
	}
	// This operation also requests the words from lexical analysis. The key for this service is missing.
	const { dependenciesKey } = bench.separateKeys() as Record<string, unknown>;
	const withoutWords = { ...data, textKey: '', dependenciesKey };
	const { error } = await runWith(withoutWords, { ...text, operation: 'parseDependencies' });
	expect(error?.message).toBe('The credential has no key for lexical analysis');
	// Roles of a text in several pieces need the words too, to count them.
	const { rolesKey } = bench.separateKeys() as Record<string, unknown>;
	const counting = await runWith(
		{ ...data, textKey: '', rolesKey },
		{ ...text, text: text.text.repeat(20), operation: 'labelSemanticRoles', includeWords: false },
	);
	expect(counting.error?.message).toBe('The credential has no key for lexical analysis');
	expect(bench.simulator.log).toEqual([]);
});

test('if the platform repeats the keys of all services, none of them is shown', async () => {
	const data = bench.separateKeys();
	const keys = Object.entries(data).filter(
		([name, key]) => /(Key|Secret)$/.test(name) && key !== '',
	);
	expect(keys).toHaveLength(KEYS.length + 1);
	const desc = keys.map(([, key]) => String(key)).join(' ');
	await withAnswers(
		() => ({ body: JSON.stringify({ code: '10107', desc }) }),
		async (url) => {
			const { error } = await runWith(
				{ ...data, nlpBaseUrl: url },
				{ resource: 'text', operation: 'segment', text: '好' },
			);
			const shown = JSON.stringify([
				error?.message,
				error?.description,
				error?.context,
				error?.stack,
			]);
			expect(shown).toContain('***');
			expect(shown).not.toMatch(/key-of-|secret-of-/);
			expect((await runCredentialTest({ ...data, nlpBaseUrl: url })).message).not.toMatch(
				/key-of-|secret-of-/,
			);
		},
	);
});

test('from handwriting to speech in one round: the error says each field that the other service needs', async () => {
	const { apiSecret, streamingKey, handwritingKey, ...others }: IDataObject = bench.separateKeys();
	const speech = { resource: 'speech', operation: 'synthesize', service: 'streaming', text: '好' };
	const page = operations.find(({ resource }) => resource === 'handwriting')?.page;
	const handwriting = { resource: 'handwriting', operation: 'recognize', ...page?.given };
	const base = { ...others, separateKeys: false };
	const adviceOf = async (data: object, parameters: IDataObject, items = [{}]) => {
		const { error } = await runWith(data, parameters, items);
		return `${error?.message} ${error?.description}`;
	};

	// The credential has the key of handwriting, and no secret; then also a secret of another service.
	const first = { ...base, apiKey: handwritingKey };
	for (const data of [first, { ...first, apiSecret }, { ...first, apiSecret: 'f'.repeat(32) }])
		expect(await adviceOf(data, speech)).toMatch(
			/keep it, turn on Separate Keys per Service and enter this one under Key for Speech: Streaming\./,
		);
	expect(await adviceOf(first, speech)).toMatch(/^API Secret is empty Enter the APISecret /);

	// And the other way round.
	const other = { ...base, apiKey: streamingKey, apiSecret };
	expect(await adviceOf(other, handwriting as IDataObject, [page?.item ?? {}])).toMatch(
		/turn on Separate Keys per Service and enter this one under Key for Handwriting\./,
	);

	// With separate keys, key and secret are asked for together.
	const separate = { ...others, separateKeys: true, handwritingKey };
	const both = await adviceOf(separate, speech);
	expect(both).toMatch(
		/Under Separate Keys per Service .* under Key for Speech: Streaming\. Enter the APISecret, too\./,
	);

	// What the error said makes both work.
	const filled = { ...base, separateKeys: true, apiKey: handwritingKey, streamingKey, apiSecret };
	for (const [parameters, item] of [
		[speech, {}],
		[handwriting as IDataObject, page?.item ?? {}],
	] as const)
		expect((await runWith(filled, parameters, [item])).error).toBeUndefined();
});
