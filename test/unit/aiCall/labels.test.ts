import * as labels from '../../../nodes/shared/aiCall/labels';

const { labelOf } = labels;

describe('labels', () => {
	it('names a value whether it comes as number or as text', () => {
		expect(labelOf(labels.TASK_RESULT, 15)).toBe('Customer hung up after answering');
		expect(labelOf(labels.TASK_RESULT, '15')).toBe('Customer hung up after answering');
		expect(labelOf(labels.TASK_RESULT, -1)).toBe('Timeout');
		expect(labelOf(labels.NODE_TYPE, 'EndNode')).toBe('End node');
		expect(labelOf(labels.NODE_TYPE, ' EndNode ')).toBe('End node');
	});

	it.each(['99', '', null, undefined, true, {}, [15], 'constructor', '__proto__'])('gives no name to %p', (value) => {
		expect(labelOf(labels.TASK_RESULT, value)).toBeUndefined();
	});

	it.each([
		[6, /Empty number.*number changed/],
		[8, /^Rejected$/],
		[9, /suspended.*arrears/],
		[18, /^Connected$/],
		[19, /^Passed to an agent$/],
		[20, /did not answer.*rejected/],
		[22, /Call transfer failed.*newer revision: reminder of an incoming call/],
		[25, /^Call transfer$/],
	])('names the result %d whole, as both revisions have it', (value, name) => {
		expect(labelOf(labels.TASK_RESULT, value)).toMatch(name);
	});

	it('holds every value of the document and of the newer revision', () => {
		expect(Object.keys(labels.TASK_STATUS)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
		expect(Object.keys(labels.TASK_RESULT).map(Number).sort((a, b) => a - b)).toEqual([-1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 18, 19, 20, 22, 23, 25, 26, 27, 28]);
		expect(Object.keys(labels.NODE_TYPE)).toHaveLength(8);
		expect(Object.entries(labels.VOICE_GENDER).filter(([, gender]) => gender === 'Male').map(([code]) => code)).toEqual(['60030', '65660']);
	});
});
