/** Everything that a run, a check and a row say can be read as it stands. */
import {
	counted,
	DO,
	FOUND,
	RUN,
	SAY,
	STATE_WORDS,
} from '../../../nodes/IflytekAiCall/entry/sentences';

/** Values for the parameters of a sentence: the first for a text, the second for a count. */
const NAME = 'X1';
const COUNT = 3;

/** Every sentence of a table with its name; of one with parameters, each form. */
const SAID = {
	wouldBe: [SAY.wouldBe('called')],
	sameNumber: [SAY.sameNumber(NAME)],
	sameKey: [SAY.sameKey(NAME)],
	waitingInTask: [SAY.waitingInTask(NAME)],
	lostAnswer: [
		SAY.lostAnswer('this row', 'was accepted', 'connection lost'),
		SAY.lostAnswer('these tasks', 'were created', 'connection lost'),
	],
	taskDeleted: [SAY.taskDeleted(NAME)],
	taskStarted: [SAY.taskStarted(NAME)],
};
const DONE = {
	lookInTask: [DO.lookInTask(NAME)],
	afterLostAnswer: (['placeCalls', 'addRows', 'createTask'] as const).flatMap((method) => [
		DO.afterLostAnswer(method, true),
		DO.afterLostAnswer(method, false),
	]),
};
const OF_RUN = {
	problem: [RUN.problem(3, '5 rows')],
	notAccepted: [RUN.notAccepted(3, '5 rows')],
	turnedBack: [RUN.turnedBack(3, '5 rows')],
	unknown: [RUN.unknown(3, '5 rows', 'accepted')],
	inDoubt: [RUN.inDoubt(3, '5 rows', SAY.inDoubt)],
	outsideHours: [RUN.outsideHours(3, '5 rows')],
	notSent: [RUN.notSent(3, '5 rows')],
	others: [RUN.others(['3 accepted', '2 rejected'])],
	more: [RUN.more(COUNT)],
	reason: [RUN.reason('3 rows', 'No line')],
	moreReasons: [RUN.moreReasons(1), RUN.moreReasons(COUNT)],
	customers: [RUN.customers('1390 (item 1)')],
	againWithout: [RUN.againWithout('rows')],
	againFrom: [RUN.againFrom(NAME)],
	retryFrom: [RUN.retryFrom(NAME)],
	sendTheseFrom: [RUN.sendTheseFrom(NAME)],
	againWithoutFrom: [RUN.againWithoutFrom(NAME)],
	calledToday: [RUN.calledToday(1, 3), RUN.calledToday(2, 3)],
	allSentBefore: [RUN.allSentBefore('The row', true), RUN.allSentBefore('All 3 rows', false)],
	held: [RUN.held('3 rows', 'it is late')],
	leftOut: [RUN.leftOut('1 row', true), RUN.leftOut('3 rows', false)],
	check: [RUN.check(['3 ready to be called', '1 not sent'])],
	test: [RUN.test(NAME, COUNT)],
	taskKept: [RUN.taskKept(NAME)],
	testTaskKept: [RUN.testTaskKept(NAME)],
	startUnknown: [RUN.startUnknown(NAME)],
};

/** The sentences of a table, each with its name. A sentence with parameters is made with examples. */
function sentencesOf(
	table: object,
	examples: Readonly<Record<string, string[]>>,
): [name: string, text: string][] {
	return Object.entries(table).flatMap(([name, sentence]) =>
		(typeof sentence === 'string' ? [sentence] : (examples[name] ?? ['?'])).map(
			(text): [string, string] => [name, text],
		),
	);
}

const REASONS = sentencesOf(SAY, SAID);
const STEPS = sentencesOf(DO, DONE);
const RUNS = sentencesOf(RUN, OF_RUN);

/** What is a message, or starts with one: it has no full stop at its end. */
const MESSAGES = [
	'problem',
	'notAccepted',
	'turnedBack',
	'unknown',
	'inDoubt',
	'outsideHours',
	'notSent',
	'more',
	'allSentBefore',
	'check',
	'test',
	'startUnknown',
	'lostAnswers',
];

/** What is wrong, and what to do, of each finding. */
const FINDINGS = Object.entries({
	repeated: FOUND.repeated(NAME),
	repeatedOnce: FOUND.repeatedNumbers(1, NAME),
	repeatedNumbers: FOUND.repeatedNumbers(COUNT, NAME),
	otherNumber: FOUND.otherNumbers(1, '"021"'),
	otherNumbers: FOUND.otherNumbers(COUNT, '"021"'),
	moreKeys: FOUND.moreKeys(3, 2),
	moreRows: FOUND.moreRows(3, 2),
	emptyCell: FOUND.emptyCell('"x"'),
	noValue: FOUND.noValue('"x"', '"#N/A"'),
	heardOtherwise: FOUND.heardOtherwise('"x"', '"1"', 'every digit of it', 'Enter it as text.'),
	emptyCells: FOUND.emptyCells('"x"', '3 rows (1, 2, 3)'),
	noValues: FOUND.noValues('"x"', '"#N/A"', '3 rows (1, 2, 3)'),
	allHeardOtherwise: FOUND.allHeardOtherwise('"x"', '"1"', '3 rows (1, 2, 3)', 'Enter it as text.'),
	unmapped: FOUND.unmapped(NAME, ''),
});

test.each(FINDINGS)('%s says what is wrong, and then what to do', (name, [problem, advice]) => {
	expect(problem).toMatch(/^[A-Z0-9].*[^.]$/);
	for (const sentence of advice.split(/(?<=\.) /)) expect(sentence).toMatch(/^[A-Z].*\.$/);
	expect(Object.keys(FOUND).some((key) => name.startsWith(key.replace(/s$/, '')))).toBe(true);
});

test('each sentence with parameters has an example', () => {
	const parametrized = [SAY, DO, RUN].map((table) =>
		Object.entries(table)
			.filter(([, sentence]) => typeof sentence === 'function')
			.map(([name]) => name),
	);
	expect([SAID, DONE, OF_RUN].map((examples) => Object.keys(examples))).toEqual(parametrized);
});

test.each([...REASONS, ...STEPS, ...RUNS])('%s is readable as it stands: %s', (name, text) => {
	// A count can stand first.
	expect(text).toMatch(/^[A-Z0-9]/);
	expect(text).not.toMatch(/ {2}|undefined|null|NaN|\[object|[ .,:]$(?<!\.)|\.\.|^ | [.,:;]/);
	expect(text.split('(')).toHaveLength(text.split(')').length);
	// A text of the panel may follow: the sentences themselves are short.
	for (const sentence of text.split(/(?<=[.:]) /))
		expect([name, sentence.split(' ').length <= 32]).toEqual([name, true]);
});

test.each(REASONS)('the reason %s is a sentence without a full stop: %s', (_name, text) => {
	expect(text).toMatch(/[^.]$/);
});

test.each(STEPS)('the step %s is whole sentences, each with a full stop: %s', (_name, text) => {
	expect(text).toMatch(/\.$/);
	for (const sentence of text.split(/(?<=\.) /)) expect(sentence).toMatch(/^[A-Z].*\.$/);
});

test.each(RUNS)('a run says %s as a message, or as whole sentences: %s', (name, text) => {
	if (MESSAGES.includes(name)) expect(text).toMatch(/[^.]$/);
	else expect(text).toMatch(/\.$/);
});

test('a step after a lost answer says how to look and how to send the others', () => {
	const lookAtCalls =
		/^Look in .* which were called\. Remove these from the list, then turn on Send Interrupted Rows for one run\.$/;
	expect(DO.afterLostAnswer('placeCalls', true)).toMatch(lookAtCalls);
	expect(DO.afterLostAnswer('placeCalls', false)).toMatch(
		/^Look in .* which were called\. Remove these from the list and run it again\.$/,
	);
	expect(DO.afterLostAnswer('addRows', true)).toBe(
		'Compare total (Task: Get) with the accepted rows. Remove from the list what was added, then turn on Send Interrupted Rows for one run.',
	);
	expect(DO.afterLostAnswer('addRows', false)).toBe(
		'Compare total (Task: Get) with the accepted rows. Remove from the list what was added and run it again.',
	);
	for (const isRemembered of [true, false])
		expect(DO.afterLostAnswer('createTask', isRemembered)).toBe(
			'Look for it with Task: Get Many. An empty task calls nobody.',
		);
});

test('what is switched on is switched on for one run', () => {
	const texts = [...REASONS, ...STEPS, ...RUNS].map(([, text]) => text);
	const switching = texts.filter((text) =>
		/turn on Send Interrupted|Skip Customers to None/.test(text),
	);
	expect(switching.length).toBeGreaterThan(5);
	for (const text of switching) expect(text).toMatch(/ for one run\./);
});

test('one is said in the singular', () => {
	expect([
		RUN.moreReasons(1),
		RUN.moreReasons(2),
		RUN.allSentBefore('The row', true),
		RUN.allSentBefore('All 2 rows', false),
	]).toEqual([
		'There is one more reason.',
		'There are 2 more reasons.',
		'The row was sent today already, so nothing was sent',
		'All 2 rows were sent today already, so nothing was sent',
	]);
	expect([0, 1, 2].map((count) => counted(count))).toEqual(['0 rows', '1 row', '2 rows']);
	expect([1, 2].map((count) => counted(count, ['task', 'tasks']))).toEqual(['1 task', '2 tasks']);
});

test('counts name each state with words of their own, after a number', () => {
	const words = Object.values(STATE_WORDS);
	expect(new Set(words).size).toBe(words.length);
	for (const word of words) expect(`2 ${word}`).toMatch(/^2 [a-z][a-z -]*[a-z]$/);
});
