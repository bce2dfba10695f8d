/** What CONTRIBUTING names is all that an addition needs, and a test notices each step that is left out. */
import { Copy, type Addition, type Check } from './copy';
import { OPERATION, OPERATION_CHECK, OPERATION_NOTICED } from './operation';
import { OPTION, OPTION_CHECK } from './option';
import { PUSH_KIND, PUSH_KIND_CHECK, PUSH_KIND_NOTICED } from './pushKind';

let copy: Copy;

beforeAll(() => {
	copy = new Copy();
});

afterAll(() => copy.remove());

/** Whole folders of tests run in one of these, in one process. */
jest.setTimeout(900_000);

/** What becomes of the tests of an addition without one of its steps. */
function outcome(addition: Addition, check: Check, missing?: string): string {
	copy.make(addition, missing);
	try {
		return copy.outcome(check);
	} finally {
		copy.undo(addition, check);
	}
}

describe('an option', () => {
	it('needs its operation, its page and the endpoint, and no other file', () => {
		expect(outcome(OPTION, OPTION_CHECK)).toBe('passed');
	});

	it.each([
		['the operation', 'words'],
		['its page', 'words'],
		['the endpoint of the local platform', 'handwriting does not read words'],
	] satisfies [keyof typeof OPTION, string][])('is noticed without %s', (missing, told) => {
		expect(outcome(OPTION, OPTION_CHECK, missing)).toContain(told);
	});
});

describe('an operation', () => {
	it('needs its protocol, its file, its place in the list, its text, its page and the endpoint, and no other file', () => {
		expect(outcome(OPERATION, OPERATION_CHECK)).toBe('passed');
	});

	it.each([
		['the protocol', 'Cannot read properties of undefined'],
		['the operation', './task/count.operation'],
		['the list', 'has no operation "count"'],
		['its text in choices.ts', 'each choice has the text of its value beside it'],
		['its page', 'exactly one schema for each operation'],
		['the endpoint of the local platform', 'HTTP 404'],
	] satisfies [keyof typeof OPERATION, string][])('is noticed without %s', (missing, told) => {
		expect(outcome(OPERATION, OPERATION_NOTICED, missing)).toContain(told);
	});
});

describe('a kind of push', () => {
	it('needs its file, its line, its ids, its name, its text and its page, and no other file', () => {
		expect(outcome(PUSH_KIND, PUSH_KIND_CHECK)).toBe('passed');
	});

	it.each([
		['its file', './hangup'],
		['its line in kinds.ts', 'has the kinds of the pages'],
		['its ID in lossless.ts', 'whatever its page calls an id is text: hangup'],
		['its ID in describe.ts', 'a push of the kind hangup (example 1)'],
		['its name in test/document/table/editor.ts', 'Call Hung Up'],
		['its text in choices.ts', 'each choice has the text of its value beside it'],
		['its page', 'has the kinds of the pages'],
	] satisfies [keyof typeof PUSH_KIND, string][])('is noticed without %s', (missing, told) => {
		expect(outcome(PUSH_KIND, PUSH_KIND_NOTICED, missing)).toContain(told);
	});
});
