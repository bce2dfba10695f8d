import {
	ExpressionError,
	NodeApiError,
	NodeOperationError,
	UserError,
	type IHookFunctions,
} from 'n8n-workflow';
import { Failure, InputError, type FailureDetails } from '../../../nodes/shared/failure';
import { detailsField, hasTextOf, wrappedCode } from '../../../nodes/shared/n8n/olderN8n';
import {
	errorItem,
	failureOf,
	logFailure,
	toNodeError,
	type NodeFailure,
} from '../../../nodes/shared/n8n/run/nodeErrors';
import { FakeContext } from './fakeContext';

/** The errors that n8n shows, and the items that replace failed ones. */

const { node } = new FakeContext();

const shown = ({ name, message, description, context }: NodeFailure) => ({
	name,
	message,
	description,
	context,
});

/** What n8n shows of a failure with these details. */
const shownFailure = (details: FailureDetails) =>
	shown(toNodeError(node, new Failure('It failed', 'refused', details), 3));

test('invalid input becomes a NodeOperationError', () => {
	expect(shown(toNodeError(node, new InputError('Text is empty', 'Enter a text.'), 3))).toEqual({
		name: 'NodeOperationError',
		message: 'Text is empty',
		description: 'Enter a text.',
		context: { itemIndex: 3, data: { kind: 'invalidInput', advice: 'Enter a text.' } },
	});
});

test('any other failure becomes a NodeApiError that keeps its code, facts and message', () => {
	const details = { code: '10105', desc: 'no', sid: 's1', advice: 'Do it.', facts: { rows: [1] } };
	// n8n would replace a message with ECONNREFUSED by a message of its own.
	const failure = new Failure('ECONNREFUSED, it says', 'refused', details);
	const error = toNodeError(node, failure, 3);
	const data = {
		kind: 'refused',
		code: '10105',
		desc: 'no',
		sid: 's1',
		advice: 'Do it.',
		rows: [1],
	};
	expect(error).toBeInstanceOf(NodeApiError);
	expect(error).toMatchObject({ httpCode: '10105', messages: [] });
	expect(error).toHaveProperty('errorResponse', { message: 'ECONNREFUSED, it says', ...data });
	expect(shown(error)).toEqual({
		name: 'NodeApiError',
		message: 'ECONNREFUSED, it says',
		description: 'Do it. Session ID (sid) for iFLYTEK support: s1',
		context: { itemIndex: 3, data },
	});
	expect(errorItem(node, error, 3)).toEqual({
		json: { error: 'ECONNREFUSED, it says', details: data },
		pairedItem: { item: 3 },
	});
});

test('the description of an error has its session IDs', () => {
	expect(shownFailure({ sids: ['a', 'b'] }).description).toBe(
		'Session IDs (sids) for iFLYTEK support: a, b',
	);
	expect(shownFailure({ advice: 'Do it.', sids: ['a', 'b'], sidsLeftOut: 7 }).description).toBe(
		'Do it. Session IDs (sids) for iFLYTEK support: a, b and 7 more',
	);
	expect(shownFailure({ sid: 'a' }).description).toBe('Session ID (sid) for iFLYTEK support: a');
	expect(shownFailure({ advice: 'Do it.' }).description).toBe('Do it.');
	expect(shownFailure({}).context).toEqual({ itemIndex: 3, data: { kind: 'refused' } });
});

test("the error of a node stays as it is; n8n's errors that are meant for users count as invalid input", () => {
	const operationError = new NodeOperationError(node, 'of n8n', { description: 'what to do' });
	expect(toNodeError(node, operationError, 7)).toBe(operationError);
	expect(operationError.context).toEqual({
		itemIndex: 7,
		data: { kind: 'invalidInput', advice: 'what to do' },
	});
	const apiError = new NodeApiError(node, { message: 'of n8n' });
	apiError.context.data = { kind: 'refused' };
	expect(toNodeError(node, apiError, 7)).toBe(apiError);
	expect(apiError.context).toEqual({ itemIndex: 7, data: { kind: 'refused' } });
	const others = [new ExpressionError('a'), new UserError('b'), new RangeError('c'), 'd'];
	expect(others.map((error) => shown(toNodeError(node, error, 0)))).toEqual([
		expect.objectContaining({
			message: 'a',
			context: expect.objectContaining({ data: { kind: 'invalidInput' } }),
		}),
		expect.objectContaining({
			message: 'b',
			context: expect.objectContaining({ data: { kind: 'invalidInput' } }),
		}),
		expect.objectContaining({
			message: 'c',
			context: { itemIndex: 0, data: { kind: 'unexpected' } },
		}),
		expect.objectContaining({
			message: 'd',
			context: { itemIndex: 0, data: { kind: 'unexpected' } },
		}),
	]);
});

test('a failure that n8n has wrapped is recognized by its text, and its code is read from the wrapper', () => {
	const failure = new Failure('It failed', 'refused');
	expect(hasTextOf(new Error('It failed'), failure)).toBe(true);
	expect(hasTextOf(new Error('Other'), failure)).toBe(false);
	expect(hasTextOf({ message: 'It failed' }, failure)).toBe(false);
	expect(wrappedCode(Object.assign(new Error('a'), { httpCode: 'ECONNRESET' }))).toBe('ECONNRESET');
	expect(wrappedCode(new Error('a'))).toBeUndefined();
});

test('an error item has the field `details`, whether or not it leaves by the error output', () => {
	for (const onError of ['continueErrorOutput', 'continueRegularOutput'] as const)
		expect(detailsField({ ...node, onError })).toBe('details');
});

test('a trigger writes the kind of a failure to the log', () => {
	const lines: unknown[] = [];
	const logger = {
		warn: (...line: unknown[]) => lines.push(['warn', ...line]),
		debug: (...line: unknown[]) => lines.push(['debug', ...line]),
	};
	const context = { logger, getNode: () => node, getWorkflow: () => ({ id: 'w1' }) };
	logFailure(context as unknown as IHookFunctions, 'refused', ': no');
	logFailure(context as unknown as IHookFunctions, 'timedOut', ' is slow', 'debug');
	expect(lines).toEqual([
		['warn', 'My Node: no (kind: refused)', { workflowId: 'w1', kind: 'refused' }],
		['debug', 'My Node is slow (kind: timedOut)', { workflowId: 'w1', kind: 'timedOut' }],
	]);
});

describe('an error as a failure', () => {
	const partsOf = (error: unknown) => {
		const { message, kind, details } = failureOf(error);
		return { message, kind, advice: details.advice };
	};

	test("of n8n's errors the description is the advice", () => {
		const description = 'what to do';
		expect(partsOf(new NodeOperationError(node, 'of n8n', { description }))).toEqual({
			message: 'of n8n',
			kind: 'invalidInput',
			advice: description,
		});
		expect(partsOf(new NodeApiError(node, {}, { message: 'of n8n', description }))).toEqual({
			message: 'of n8n',
			kind: 'unexpected',
			advice: description,
		});
	});

	test('an expression and what n8n says to users are input that is wrong', () => {
		for (const error of [
			new ExpressionError('wrong', { description: 'what to do' }),
			Object.assign(new UserError('wrong'), { description: 'what to do' }),
		])
			expect(partsOf(error)).toEqual({
				message: 'wrong',
				kind: 'invalidInput',
				advice: 'what to do',
			});
		expect(failureOf(new UserError('wrong'))).toBeInstanceOf(InputError);
		expect(failureOf(new UserError('wrong')).details.advice).toBeUndefined();
	});

	test('a failure stays, and any other error is unexpected', () => {
		const failure = new Failure('own', 'stopped');
		expect(failureOf(failure)).toBe(failure);
		expect(failureOf(new RangeError('x'))).not.toBeInstanceOf(InputError);
	});
});
