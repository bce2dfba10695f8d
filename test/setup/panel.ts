/**
 * Parameters of the AI Call node for tests. A test may name what the panel has under Options beside the other parameters; here it
 * is put where the node reads it.
 */
interface Parameters {
	[name: string]: unknown;
}

const isObject = (value: unknown): value is Parameters =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of Calling Times, by their names in tests. */
const TIMES: Readonly<Record<string, string>> = {
	callingHours: 'hours',
	callingDays: 'days',
	datesLeftOut: 'datesLeftOut',
	callingHoursZone: 'zone',
};

/** Options that a test may name beside the other parameters. */
const MOVED = [
	'voiceCode',
	'furtherLines',
	'simplify',
	'recalls',
	'recallWait',
	'highPerformance',
	'rowsField',
];

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
		if (MOVED.includes(name)) options[name] = value;
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
