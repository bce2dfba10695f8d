import * as labels from '../../../nodes/shared/aiCall/aiCallLabels';

const { labelIn } = labels;

describe('labels', () => {
	it('names a value whether it comes as number or as text', () => {
		expect(labelIn(labels.TASK_RESULT, 15)).toBe('Customer hung up after answering');
		expect(labelIn(labels.TASK_RESULT, '15')).toBe('Customer hung up after answering');
		expect(labelIn(labels.TASK_RESULT, -1)).toBe('Timeout');
		expect(labelIn(labels.NODE_TYPE, 'EndNode')).toBe('End node');
		expect(labelIn(labels.NODE_TYPE, ' EndNode ')).toBe('End node');
	});

	it.each(['99', '', null, undefined, true, {}, [15], 'constructor', '__proto__'])(
		'gives no name to %p',
		(value) => {
			expect(labelIn(labels.TASK_RESULT, value)).toBeUndefined();
		},
	);
});
