import type { Execution } from '../../e2e/lib/rest';
import { print } from '../../e2e/lib/terminal';
import type { Simulator } from '../../simulator';

/** How often the platform has called each number: in accepted calls, and in started tasks. */
function callsByNumber({ aiCall }: Simulator): Map<string, number> {
	const counts = new Map<string, number>();
	for (const number of aiCall.calledNumbers) counts.set(number, (counts.get(number) ?? 0) + 1);
	return counts;
}

/** The numbers of which an execution tells one of these states: in the results of `Node`, or in the facts of its error. */
function told(execution: Execution, states: string[]): string[] {
	const ofResults = execution
		.items('Node')
		.filter(({ json }) => states.includes(String(json.state)))
		.map(({ json }) => String(json.phoneNumber));
	const { data = {} } = execution.error?.context ?? {};
	const ofError = states.flatMap((state) => {
		const rows = (data as Record<string, unknown>)[state];
		return Array.isArray(rows) ? rows.map(({ label }: { label: string }) => label) : [];
	});
	return [...ofResults, ...ofError];
}

/**
 * Compares the platform's record with what executions of one list have told, in their order.
 * @param what for the log
 * @param numbers who must be called
 * @returns the numbers that were called twice, those that were neither called nor told as unknown by the last execution, and
 * those that were told as called and were not
 */
export function checkCalls(
	simulator: Simulator,
	what: string,
	numbers: string[],
	executions: Execution[],
) {
	const counts = callsByNumber(simulator);
	const inDoubt = new Set(executions.slice(-1).flatMap((last) => told(last, ['unknown'])));
	const twice = numbers.filter((number) => (counts.get(number) ?? 0) > 1);
	const forgotten = numbers.filter((number) => !counts.has(number) && !inDoubt.has(number));
	const toldWrong = executions
		.flatMap((execution) => told(execution, ['accepted', 'sentBefore']))
		.filter((number) => !counts.has(number));
	const ends = executions.map(({ status, error }) => error?.message ?? status).join('; then: ');
	print(
		`${what}: ${twice.length} twice, ${forgotten.length} forgotten, ${toldWrong.length} told wrong, ${inDoubt.size} in doubt; ${ends}`,
	);
	return { what, twice, forgotten, toldWrong };
}

/** What `checkCalls` returns if nothing is wrong. */
export const nothingWrong = (what: string) => ({ what, twice: [], forgotten: [], toldWrong: [] });
