import { CONSOLE } from '../../setup/console';
import { CALL_CODES } from '../../document/table/codes';
import {
	aiCallCodeEntry,
	codeAdvice,
	codeMeaning,
	isAlreadyDone,
	KEY_REFUSED,
	KNOWN_CODES,
	REFUSED_BEFORE_ROWS,
	ROW_FAULTS,
	TOKEN_INVALID,
} from '../../../nodes/shared/aiCall/protocol/aiCallCodes';
import { API_METHODS, type ApiMethod } from '../../../nodes/shared/aiCall/protocol/apiMethods';

/** Every code of document 2, part 7. */
const DOCUMENTED = Object.keys(CALL_CODES);

/** The codes of the document whose entry meets a condition. */
const documentedWhere = (holds: (code: (typeof CALL_CODES)[string]) => boolean) =>
	Object.entries(CALL_CODES)
		.filter(([, entry]) => holds(entry))
		.map(([code]) => code)
		.sort();

const METHODS = Object.keys(API_METHODS) as ApiMethod[];

describe('codes', () => {
	it('aiCallCodes.ts has the codes of test/document/table/codes.ts, each with its own meaning and advice', () => {
		expect([...KNOWN_CODES].sort()).toEqual([...DOCUMENTED].sort());
		expect(new Set(DOCUMENTED.map(codeMeaning)).size).toBe(DOCUMENTED.length);
		expect(new Set(DOCUMENTED.map((code) => codeAdvice(code))).size).toBe(DOCUMENTED.length);
	});

	it.each([
		['10002', 'no permission', `Enable the AI call service for this application in ${CONSOLE}.`],
		[
			'10003',
			'wrong application id',
			`The platform did not find the application of this App Key and App Secret. Copy both again from ${CONSOLE}.`,
		],
	])(
		'the meaning of %s says what is wrong with the application, and the advice says where to correct it',
		(code, meaning, advice) => {
			expect([codeMeaning(code), codeAdvice(code), codeAdvice(code, 'placeCalls')]).toEqual([
				meaning,
				advice,
				advice,
			]);
		},
	);

	it('the codes that refuse the key, one row or the whole request, or that mean "already done", are those of the document', () => {
		expect(aiCallCodeEntry('10004')?.kind).toBe('unavailable');
		expect(TOKEN_INVALID).toBe('10001');
		expect([...KEY_REFUSED].sort()).toEqual(documentedWhere(({ keyRefused }) => !!keyRefused));
		expect([...ROW_FAULTS].sort()).toEqual(documentedWhere(({ refuses }) => refuses === 'row'));
		expect([...REFUSED_BEFORE_ROWS].sort()).toEqual(
			documentedWhere(({ refuses }) => refuses === 'request'),
		);
		for (const method of METHODS) {
			expect(DOCUMENTED.filter((code) => isAlreadyDone(method, code))).toEqual(
				documentedWhere(({ alreadyDone = [] }) => alreadyDone.includes(method)),
			);
		}
		expect(DOCUMENTED.filter((code) => isAlreadyDone('pauseTask', code))).toEqual([]);
	});

	it.each([
		['startTask', /running already.*no rows/],
		['pauseTask', /not be started yet/],
		['addRows', /running already/],
		['deleteTask', /cannot be deleted/],
	] as const)('the advice on 200200 is about the task if the method is %s', (method, advice) => {
		expect(codeAdvice('200200', method)).toMatch(advice);
		expect(codeAdvice('200200', method)).not.toMatch(/script, line|voice/i);
	});

	it('the advice names only parameters that the method has', () => {
		for (const method of ['placeCalls', 'createTask'] as const)
			expect(codeAdvice('200200', method)).toBe(codeAdvice('200200'));
		expect(codeAdvice('200206', 'placeCalls')).toMatch(/Robot Speed/);
		expect(codeAdvice('200206', 'createTask')).not.toMatch(/Robot Speed/);
		for (const code of DOCUMENTED) expect(codeAdvice(code)).not.toMatch(/Isolate/);
	});

	it('an unknown six-digit code is explained by its parts', () => {
		expect(codeMeaning('204517')).toBe('unknown code: service level, module 045, error 17');
		expect(codeMeaning('101203')).toBe('unknown code: system level, module 012, error 03');
		expect(codeMeaning('901203')).toBe('unknown code');
		expect(['77', '1012030', '1010a0'].map(codeMeaning)).toEqual(
			Array.from({ length: 3 }, () => 'unknown code'),
		);
		expect(codeMeaning('constructor')).toBe('unknown code');
		expect(codeAdvice('77')).toBe(
			"This code is not in the platform's documents. Ask iFLYTEK support about it.",
		);
	});
});
