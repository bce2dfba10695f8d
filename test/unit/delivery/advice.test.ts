/** Each next step that a run names is followed in a test, word by word. */
import { readFileSync } from 'node:fs';
import { DO, RUN } from '../../../nodes/IflytekAiCall/entry/sentences';

const read = (name: string) => readFileSync(`test/engine/${name}.test.ts`, 'utf8');

/** The tests that follow advice by its name. */
const FOLLOWING = ['adviceOfRuns', 'failures', 'stoppedTask'].map(read).join('\n');

/** Advice that another test follows without its name: the file, and the title. */
const FOLLOWED: Readonly<Record<string, readonly [file: string, title: string]>> = {
	askAgain: ['campaign', 'the rows are unknown, and the next run finds the task'],
};

/** What is made of other advice, what only a person can do, and what every test here does: to send a row again. */
const OTHERS = ['afterLostAnswer', 'checkConnection', 'checkDatabase', 'sendItAgain'];

/** Sentences of a run that name no next step. */
const NO_ADVICE = [
	...['problem', 'notAccepted', 'turnedBack', 'unknown', 'inDoubt', 'outsideHours', 'notSent'],
	...['notLookedUp', 'nothingSent', 'othersAccepted', 'others', 'more', 'reason', 'moreReasons'],
	...['customers', 'calledToday', 'allSentBefore', 'held', 'check', 'test', 'resultsOfCalls'],
	...['resultsOfTasks', 'nobodyCalled', 'taskDeleted', 'noTask', 'emptyTask', 'startUnknown'],
	'lostAnswers',
];

const NAMES = [
	...Object.keys(DO).map((name) => `DO.${name}`),
	...Object.keys(RUN)
		.filter((name) => !NO_ADVICE.includes(name))
		.map((name) => `SAYS.${name}`),
];

test.each(NAMES)('%s is followed in a test', (name) => {
	const [, key = ''] = name.split('.');
	if (OTHERS.includes(key)) return;
	const [file, title] = FOLLOWED[key] ?? [];
	const isFollowed =
		file === undefined
			? new RegExp(`\\b${name.replace('.', '\\.')}\\b`).test(FOLLOWING)
			: read(file).includes(String(title));
	expect({ name, isFollowed }).toEqual({ name, isFollowed: true });
});

test('every name that is left out here is one of a sentence', () => {
	const known = [...Object.keys(DO), ...Object.keys(RUN)];
	const named = [...NO_ADVICE, ...OTHERS, ...Object.keys(FOLLOWED)];
	expect(named.filter((name) => !known.includes(name))).toEqual([]);
});
