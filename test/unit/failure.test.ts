import {
	asFailure,
	errorText,
	Failure,
	InputError,
	sessionIds,
	shownFailure,
	stoppedError,
	withNote,
} from '../../nodes/shared/failure';
import { statusMeaning } from '../../nodes/shared/httpResponse';
import { plainDigits, readJson, tryReadJson } from '../../nodes/shared/lossless';
import { hasLostDigits, numberOf, ownField } from '../../nodes/shared/values';
import {
	enumerated,
	enumeration,
	excerpt,
	isShowable,
	shortened,
} from '../../nodes/shared/errorTexts';

test('errorText joins the message and the advice of an error', () => {
	expect(
		[
			new InputError('No name', 'Enter one.'),
			new Failure('Failed', 'refused'),
			new Error('a bug'),
			'text',
		].map(errorText),
	).toEqual(['No name. Enter one.', 'Failed', 'a bug', 'text']);
	expect(new InputError('No name').kind).toBe('invalidInput');
});

test('a note stands once before the advice of an error', () => {
	const failure = new InputError('No name', 'Enter one.');
	expect(withNote(failure, 'Nothing was sent.')).toBe(failure);
	expect(failure.details.advice).toBe('Nothing was sent. Enter one.');
	expect(withNote(failure, 'Nothing was sent.').details.advice).toBe(
		'Nothing was sent. Enter one.',
	);
	const bare = withNote(new Failure('Failed', 'refused'), 'Nothing was sent.');
	expect(bare.details.advice).toBe('Nothing was sent.');
});

test('an error that is not a Failure becomes a failure of kind `unexpected`', () => {
	const refused = new Failure('Failed', 'refused');
	expect(asFailure(refused)).toBe(refused);
	expect(
		[new Error('a bug'), 'text']
			.map((error) => asFailure(error))
			.map(({ kind, message }) => [kind, message]),
	).toEqual([
		['unexpected', 'a bug'],
		['unexpected', 'text'],
	]);
});

test('a stopped execution is a failure of kind `stopped`', () => {
	const { kind, message, details } = stoppedError();
	expect({ kind, message, details }).toEqual({
		kind: 'stopped',
		message: 'The execution was stopped',
		details: { advice: 'Nothing is wrong with the request.' },
	});
});

describe('a failure as it is shown', () => {
	const longText = `${'a'.repeat(1700)}${'b'.repeat(5000)} key1 ${'c'.repeat(200)}`;

	test('a shown failure keeps the beginning and the end of each long text, and says how many characters were left out', () => {
		const cut = `${'a'.repeat(1700)} … (5006 characters left out) … ${'c'.repeat(200)}`;
		const failure = new Failure(
			longText,
			'refused',
			{
				code: longText,
				desc: longText,
				sid: longText,
				sids: ['s', longText],
				advice: longText,
				retryAt: 'now',
			},
			{ retryOnce: true },
		);
		expect(shownFailure(failure, [])).toBe(failure);
		expect({ ...failure, message: failure.message }).toEqual({
			name: 'Failure',
			message: cut,
			kind: 'refused',
			details: { code: cut, desc: cut, sid: cut, sids: ['s', cut], advice: cut, retryAt: 'now' },
			hints: { retryOnce: true },
		});
		expect(failure.stack).not.toContain('b'.repeat(100));
	});

	test('changed texts include the stack, if there is one', () => {
		const withStack = new Failure('The key is wrong', 'refused');
		// The stack is made when it is first read, with the message of that moment.
		expect(withStack.stack).toContain('The key is wrong');
		withStack.changeTexts((text) => text.replace('key', '***'));
		expect(withStack.stack).toContain('The *** is wrong');
		expect(withStack.stack).not.toContain('key is wrong');
		const withoutStack = new Failure('The key is wrong', 'refused');
		delete withoutStack.stack;
		withoutStack.changeTexts((text) => text.replace('key', '***'));
		expect(withoutStack.message).toBe('The *** is wrong');
		expect(withoutStack.stack).toBeUndefined();
	});

	const shownTextOf = (text: string, secrets: string[]) =>
		(shownFailure(new Failure(text, 'unexpected'), secrets) as Failure).message;

	test('a text of 2000 characters is shown in full, and the cut in a longer text leaves no half of a surrogate pair', () => {
		expect(shownTextOf('a'.repeat(2000), [])).toBe('a'.repeat(2000));
		const cut = shownTextOf(`${'a'.repeat(1699)}😀${'😀'.repeat(3000)}b`, []);
		expect(cut).toBe(`${'a'.repeat(1699)} … (5802 characters left out) … ${'😀'.repeat(99)}b`);
	});

	test('a shown text has no part of a secret, even if the text is cut inside the secret', () => {
		const secret = 'k'.repeat(100);
		const text = `${'a'.repeat(1650)}${secret}${'b'.repeat(5000)}`;
		expect(shownTextOf(text, [secret])).not.toContain('k');
	});

	test('shownFailure leaves an error that is not a Failure as it is', () => {
		const error = new Error('key1');
		expect(shownFailure(error, ['key1'])).toBe(error);
		expect(error.message).toBe('key1');
	});
});

test('each session ID is listed once', () => {
	expect([
		sessionIds([]),
		sessionIds([undefined, 'a', 'a']),
		sessionIds(['a', undefined, 'b']),
	]).toEqual([{ sid: undefined }, { sid: 'a' }, { sids: ['a', 'b'] }]);
});

test('of many session IDs, the first 50 are shown and the others are counted', () => {
	const ids = Array.from({ length: 52 }, (_, index) => `s${index}`);
	expect(sessionIds(ids)).toEqual({ sids: ids.slice(0, 50), sidsLeftOut: 2 });
	expect(sessionIds(ids.slice(0, 50))).toEqual({ sids: ids.slice(0, 50) });
});

test('a list in a sentence has at most 50 entries and 2000 characters', () => {
	const entries = Array.from({ length: 1_000_000 }, (_, index) => index);
	expect(enumerated(entries)).toBe(`${entries.slice(0, 50).join(', ')} and 999950 more`);
	expect(enumerated(entries.slice(0, 50))).toBe(entries.slice(0, 50).join(', '));
	expect(enumerated(['a'.repeat(1_000_000), 'b']).length).toBeLessThanOrEqual(2000);
});

test('ownField reads a field of a record, but no inherited field', () => {
	expect([
		ownField({ a: 1 }, 'a'),
		ownField({}, 'constructor'),
		ownField([1], '0'),
		ownField(null, 'a'),
		ownField('text', 'length'),
	]).toEqual([1, undefined, undefined, undefined, undefined]);
});

test('parts of a sentence are joined with commas, but the last two with the given word', () => {
	expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map((parts) => enumeration(parts, 'or'))).toEqual(
		['', 'a', 'a or b', 'a, b or c'],
	);
});

test('a number may be written as text', () => {
	expect(['7', ' 7 ', '', ' ', 'x', 7, true].map(numberOf)).toEqual([
		7,
		7,
		undefined,
		undefined,
		undefined,
		7,
		undefined,
	]);
});

test('a whole number from 2^53 on has lost digits, but not if it is text', () => {
	expect([2 ** 53, 2 ** 53 - 1, '9007199254740993'].map(hasLostDigits)).toEqual([
		true,
		false,
		false,
	]);
});

test('an error shows 2,000 characters of a text and 50 entries of a list', () => {
	const longest = '中'.repeat(2000);
	expect(shortened(longest)).toBe(longest);
	expect(shortened(`${longest}国`)).toContain('(101 characters left out)');
	const entries = Array.from({ length: 51 }, (_, index) => `e${index}`);
	expect(enumerated(entries.slice(1))).toContain('e50');
	expect(enumerated(entries)).not.toContain('e50');
});

test('an excerpt is made of the first 120 characters, and is one line', () => {
	expect(excerpt(`a \n\t b${'中'.repeat(200)}`)).toBe(`a b${'中'.repeat(114)}`);
});

test('only the characters that an excerpt shows tell whether bytes are text', () => {
	expect(['a\0', `${'a'.repeat(119)}\0`, `${'a'.repeat(120)}\0`].map(isShowable)).toEqual([
		false,
		false,
		true,
	]);
});

test('an excerpt does not end inside a long word, which may be a key', () => {
	const beginning = '中'.repeat(100);
	expect(excerpt(`${beginning} ${'k'.repeat(20)}`)).toBe(`${beginning} …`);
	expect(excerpt(`${beginning} ${'k'.repeat(19)} k`)).toBe(`${beginning} ${'k'.repeat(19)}`);
	expect(excerpt(`${beginning} a ${'k'.repeat(20)}`)).toBe(`${beginning} a …`);
	expect(excerpt(`${'中'.repeat(110)} ${'k'.repeat(20)}`)).toBe(
		`${'中'.repeat(110)} ${'k'.repeat(9)}`,
	);
});

test('statusMeaning puts an HTTP status into words', () => {
	expect([399, 400, 404, 499, 500, 503].map(statusMeaning)).toEqual([
		'moved',
		'unexpected response',
		'not found',
		'unexpected response',
		'the service failed',
		'the service failed',
	]);
});

test('digits of JSON numbers are written out', () => {
	expect(
		['0', '-7', '12', '0.5', '1.5E3', '1e40', '1e41', '-2e-2', '1e-40'].map((written) =>
			plainDigits(written),
		),
	).toEqual([
		'0',
		'-7',
		'12',
		'0.5',
		'1500',
		`1${'0'.repeat(40)}`,
		'1e41',
		'-0.02',
		`0.${'0'.repeat(39)}1`,
	]);
});

test('text that is not JSON, or JSON that is nested too deeply, cannot be read', () => {
	expect(tryReadJson('{')).toBeUndefined();
	expect(() => readJson('['.repeat(102) + ']'.repeat(102))).toThrow(
		new Error('The JSON is nested too deeply'),
	);
});
