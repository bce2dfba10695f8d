import { canIsolate, codeAdvice, codeMeaning, codeParts, isAlreadyDone, isBusy, isTokenInvalid, KNOWN_CODES, refusedBeforeRows } from '../../../nodes/shared/aiCall/codes';

/** Every code of document 2, part 7. */
const DOCUMENTED = [
	'200101', '10001', '10002', '10003', '10004', '10005', '10020', '10021', '200200', '200201', '200202', '200203', '200204', '200205',
	'200206', '200209', '200210', '200211', '200212', '200213', '3030002', '3010102', '3010101',
];

describe('codes', () => {
	it('knows every code of the document, each with a meaning and an advice of its own', () => {
		expect([...KNOWN_CODES].sort()).toEqual([...DOCUMENTED].sort());
		expect(new Set(DOCUMENTED.map(codeMeaning)).size).toBe(DOCUMENTED.length);
		expect(new Set(DOCUMENTED.map((code) => codeAdvice(code))).size).toBe(DOCUMENTED.length);
	});

	it('tells what follows from a code', () => {
		expect(DOCUMENTED.filter(isBusy)).toEqual(['10004']);
		expect(refusedBeforeRows('77')).toBe(false);
		expect(DOCUMENTED.filter(isTokenInvalid)).toEqual(['10001']);
		expect(DOCUMENTED.filter(canIsolate)).toEqual(['200203', '200212']);
		expect(DOCUMENTED.filter((code) => isAlreadyDone('deleteTask', code))).toEqual(['3010102']);
		expect(DOCUMENTED.filter((code) => isAlreadyDone('pauseTask', code))).toEqual([]);
		expect(DOCUMENTED.filter(refusedBeforeRows)).toEqual(['200101', '10001', '10002', '10003', '10004', '10020', '10021', '200201', '200202', '3010102', '3010101']);
	});

	it.each([
		['startTask', /running already.*no rows/],
		['pauseTask', /not be started yet/],
		['addRows', /running already/],
		['deleteTask', /cannot be deleted/],
	] as const)('speaks of the task where 200200 is the answer to %s', (method, advice) => {
		expect(codeAdvice('200200', method)).toMatch(advice);
		expect(codeAdvice('200200', method)).not.toMatch(/script, line|voice/i);
	});

	it('speaks of what a method takes, and of nothing else', () => {
		for (const method of ['placeCalls', 'createTask'] as const) expect(codeAdvice('200200', method)).toBe(codeAdvice('200200'));
		expect(codeAdvice('200206', 'placeCalls')).toMatch(/Robot Speed/);
		expect(codeAdvice('200206', 'createTask')).not.toMatch(/Robot Speed/);
		for (const code of DOCUMENTED) expect(codeAdvice(code)).not.toMatch(/Isolate/);
	});

	it('takes an unknown six-digit code apart', () => {
		expect(codeParts('204517')).toEqual({ level: 'service', module: '045', error: '17' });
		expect(codeParts('101203')).toEqual({ level: 'system', module: '012', error: '03' });
		expect(codeParts('901203')).toEqual({ level: '9', module: '012', error: '03' });
		expect(codeParts('10001')).toBeUndefined();
		expect(codeParts('3010102')).toBeUndefined();
		expect(codeMeaning('101203')).toBe('unknown code: system level, module 012, error 03');
		expect(codeMeaning('901203')).toBe('unknown code: level 9, module 012, error 03');
		expect(codeMeaning('77')).toBe('unknown code');
		expect(codeMeaning('constructor')).toBe('unknown code');
		expect(codeAdvice('77')).toBe('This code is not in the platform\'s documentation. See the message of the platform, or contact iFLYTEK support with this code.');
	});
});
