/**
 * Parameters of nodes for tests. A test may name what the panel has under Options beside the other parameters; here it
 * is put where the node reads it.
 */
type Parameters = Record<string, unknown>;

const isObject = (value: unknown): value is Parameters =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of Calling Times, by their names in tests. */
const TIMES: Readonly<Record<string, string>> = {
	callingHours: 'hours',
	callingDays: 'days',
	datesLeftOut: 'datesLeftOut',
	datesAdded: 'datesAdded',
	callingHoursZone: 'zone',
};

/** Options of AI Call that a test may name beside the other parameters, and those of iFLYTEK. */
const MOVED = [
	'service',
	'sampleRate',
	'language',
	'location',
	'voiceCode',
	'furtherLines',
	'simplify',
	'recalls',
	'recallWait',
	'highPerformance',
	'rowsField',
];

/** Text, images and handwriting have Simplify beside the other parameters. */
const keepsSimplify = ({ resource }: Parameters) =>
	['text', 'image', 'handwriting'].includes(String(resource));

/** A new task has Start Time and End Time under Options. */
const TASK_TIMES = ['begin', 'end'];
const MAKES_TASK = ['run', 'create'];

export function inPanel<T extends object>(parameters: T): T {
	const { options: given = {}, ...others } = parameters as Parameters;
	if (!isObject(given)) return parameters;
	const own: Parameters = {};
	const options: Parameters = {};
	const times: Parameters = {};
	for (const [name, value] of [...Object.entries(others), ...Object.entries(given)])
		if (TIMES[name] !== undefined) times[TIMES[name]] = value;
	for (const [name, value] of Object.entries(others)) {
		if (TIMES[name] !== undefined) continue;
		const isMoved =
			MOVED.includes(name) ||
			(MAKES_TASK.includes(String(others.operation)) && TASK_TIMES.includes(name));
		if (isMoved && !(name === 'simplify' && keepsSimplify(others))) options[name] = value;
		else own[name] = value;
	}
	for (const [name, value] of Object.entries(given))
		if (TIMES[name] === undefined) options[name] = value;
	if (own.operation === 'addRows' && own.robotId !== undefined) {
		options.robotId = own.robotId;
		delete own.robotId;
	}
	if (Object.keys(times).length > 0) options.callingTimes = { times };
	return { ...own, ...(Object.keys(options).length > 0 && { options }) } as unknown as T;
}
