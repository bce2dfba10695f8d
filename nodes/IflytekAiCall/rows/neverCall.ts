import {
	NEVER_CALL,
	numbersIn,
	otherNumbersWarning,
	readNumbers,
} from '../../shared/aiCall/rows/phone';
import type { Finding } from '../../shared/aiCall/finding';
import { neverCall } from '../fields/rowFields';
import { asEntries, asText } from '../../shared/n8n/parameters/coerce';
import type { Item } from '../../shared/n8n/parameters/item';

/** The numbers that must never be called, and warnings about entries that are no numbers. */
interface NeverCall {
	includes(number: string): boolean;
	warnings: Finding[];
}

export function readNeverCall(first: Item): NeverCall {
	const entries = first.hasOption(neverCall) ? asEntries(first.option(neverCall), NEVER_CALL) : [];
	const { numbers, others } = readNumbers(entries.map((entry) => asText(entry, NEVER_CALL)));
	return {
		includes: (number) => numbers.size > 0 && numbersIn(number).some((one) => numbers.has(one)),
		warnings: otherNumbersWarning(others),
	};
}
