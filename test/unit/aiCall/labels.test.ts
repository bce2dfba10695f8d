import * as labels from '../../../nodes/shared/aiCall/aiCallLabels';

const { labelOf } = labels;

describe('labels', () => {
	it('names a value whether it comes as number or as text', () => {
		expect(labelOf(labels.TASK_RESULT, 15)).toBe('Customer hung up after answering');
		expect(labelOf(labels.TASK_RESULT, '15')).toBe('Customer hung up after answering');
		expect(labelOf(labels.TASK_RESULT, -1)).toBe('Timeout');
		expect(labelOf(labels.NODE_TYPE, 'EndNode')).toBe('End node');
		expect(labelOf(labels.NODE_TYPE, ' EndNode ')).toBe('End node');
	});

	it.each(['99', '', null, undefined, true, {}, [15], 'constructor', '__proto__'])(
		'gives no name to %p',
		(value) => {
			expect(labelOf(labels.TASK_RESULT, value)).toBeUndefined();
		},
	);
});
