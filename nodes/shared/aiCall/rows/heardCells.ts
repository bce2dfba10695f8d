/** Cells that a robot would read in another way than anybody says them: dates and numbers of programs. */
import { DateTime } from 'luxon';
import { isPlausibleYear, PLATFORM_ZONE } from '../time/times';
import { expressionOf } from './mappingProposal';

export interface HeardCell {
	/** What the cell means, or what is wrong with it. */
	meaning: string;
	/** What to do, with an expression. */
	advice: string;
}

/** A date and time as n8n, its data tables and programs write it, or with its zone a database. */
const ISO =
	/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[-+]\d\d:?\d\d)?|(?<sql> )\d\d:\d\d(?::\d\d(?:\.\d+)?)? ?(?:Z|[-+]\d\d(?::?\d\d)?))$/;
/** Days since the end of 1899, as Excel has dates of the years 2000 to 2099. */
const SERIAL = /^[3-7]\d{4}(?:\.\d+)?$/;
/** A time of day as Excel has it: a part of a day. */
const TIME_OF_DAY = /^0\.\d{2,}$/;
/** Milliseconds since 1970, as Feishu has dates, and seconds. */
const MILLISECONDS = /^\d{13}$/;
const SECONDS = /^\d{10}$/;
/** A calculation that is off by the last digits that a number can hold. */
const CALCULATED = /^[^\d.]{0,3}[\d,]*\d\.\d{9,}(?:%|\p{L}{1,3})?$/u;
/** A long number in the short form of spreadsheets and programs. */
const SHORT_FORM = /^-?\d(?:\.\d+)?E[-+]?\d{1,3}$/i;
/** A date as JavaScript or mail write it: `Tue Dec 01 2026 09:00:00 GMT+0800 (…)`. */
const JAVASCRIPT = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? [\w ]{5,8} \d{4} \d\d:\d\d:\d\d GMT/;
const NAME_OF_DATE =
	/[\u65E5\u65F6][\u671F\u95F4\u523B]?$|\u5230\u671F|\u622A\u6B62|\u671F\u9650|\u9884\u7EA6|date|time|day$|_at$|\bdue|deadline/iu;
/** The name of an order, a contract, a card. */
const NAME_OF_NUMBER = /[\u53F7\u865F\u7801\u78BC\u5355\u55AE]|(?:id|no\.?|number|code)$/iu;

/** The day 0 of Excel, for days after February 1900. */
const DAY_0 = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

/** Undefined for a text that is said as it is written. */
export function heardCell(text: string, column: string): HeardCell | undefined {
	const cell = text.trim();
	const field = (expressionOf(column) ?? '{{ $json.field }}').slice(3, -3);
	const isDate = NAME_OF_DATE.test(column);
	const written = ISO.exec(cell);
	const read = written?.groups?.sql ? 'fromSQL' : 'fromISO';
	if (cell.startsWith('1899-12-30'))
		return timeCell(
			'a date',
			DateTime.fromISO(cell, { zone: 'utc' }),
			`DateTime.fromISO(${field}, { zone: "utc" })`,
		);
	if (written)
		return dateCell(
			DateTime[read](cell, { zone: PLATFORM_ZONE }),
			`DateTime.${read}(${field})`,
			'yyyy-MM-dd HH:mm',
		);
	// A date without the name of one ends with a whole second.
	if (MILLISECONDS.test(cell) && (isDate || (cell.endsWith('000') && !NAME_OF_NUMBER.test(column))))
		return dateCell(
			DateTime.fromMillis(Number(cell)),
			`DateTime.fromMillis(Number(${field}))`,
			'yyyy-MM-dd HH:mm',
		);
	if (SECONDS.test(cell) && isDate)
		return dateCell(
			DateTime.fromSeconds(Number(cell)),
			`DateTime.fromSeconds(Number(${field}))`,
			'yyyy-MM-dd HH:mm',
		);
	if (TIME_OF_DAY.test(cell) && isDate)
		return timeCell(
			'a number',
			DateTime.fromMillis(Math.round(Number(cell) * DAY_MS), { zone: 'utc' }),
			`DateTime.fromMillis(${field} * ${DAY_MS}, { zone: "utc" })`,
		);
	if (SERIAL.test(cell) && isDate)
		return dateCell(
			DateTime.fromMillis(DAY_0 + Math.round(Number(cell) * DAY_MS), { zone: 'utc' }),
			`DateTime.fromMillis(${DAY_0} + ${field} * ${DAY_MS}, { zone: "utc" })`,
			cell.includes('.') ? 'yyyy-MM-dd HH:mm' : 'yyyy-MM-dd',
		);
	if (JAVASCRIPT.test(cell))
		return dateCell(
			DateTime.fromMillis(Date.parse(cell)),
			`DateTime.fromMillis(Date.parse(${field}))`,
			'yyyy-MM-dd HH:mm',
		);
	if (SHORT_FORM.test(cell))
		return {
			meaning: 'its letters and signs, and not all of its digits',
			advice:
				'In the spreadsheet, set the format of the column to Text or Number, and export the file again.',
		};
	if (!CALCULATED.test(cell)) return undefined;
	return {
		meaning: 'every digit of it',
		advice: `Round it: {{ Number(${field}).toFixed(2) }}.`,
	};
}

/** A time of day without a day. Undefined if it cannot be read. */
function timeCell(signs: string, time: DateTime, expression: string): HeardCell | undefined {
	if (!time.isValid) return undefined;
	return {
		meaning: `the signs of ${signs}, which is the time ${time.toFormat('HH:mm')}`,
		advice: `Write it as people say it: {{ ${expression}.toFormat("HH:mm") }}.`,
	};
}

function dateCell(moment: DateTime, expression: string, format: string): HeardCell | undefined {
	const isUtc = expression.includes('utc');
	const inChina = isUtc ? moment : moment.setZone(PLATFORM_ZONE);
	if (!isPlausibleYear(inChina.year)) return undefined;
	const zone = isUtc ? '' : `.setZone("${PLATFORM_ZONE}")`;
	return {
		meaning: `the signs of a date, which is ${inChina.toFormat(format)}${isUtc ? '' : ' in China'}`,
		advice: `Write it as people say it: {{ ${expression}${zone}.toFormat("${format}") }}.`,
	};
}
