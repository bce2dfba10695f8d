/**
 * What a sheet, an expression or a program writes in the place of a value that it does not have, or
 * whose variable was not filled in. One list for everything that is spoken.
 */
import { isUtf8ReadAsGbk } from './decoded';
import { tryReadJson } from './lossless';

/** What no text has, wherever it stands. */
const ANYWHERE: readonly RegExp[] = [
	// Errors of a spreadsheet, in the languages in which it writes them: #REF!, #WERT!, #¿NOMBRE?.
	/#[¡¿]?\p{Lu}[\p{Lu}\p{N}/_]{1,15}[!?]|#(?:(?:[NI]\/[A-Z]|NV|YOK|\u041D\/\u0414|GETTING_DATA|n\/a)(?!\p{L})|[\u4E00-\u9FFF]{2,6}[!?]|#{3})|\bErr:\d{3}(?!\d)/u,
	// Values of a program.
	/\[object \w+\]|Invalid Date(?:Time)?|(?<![A-Za-z])(?:undefined|null|NULL|NaN|-?Infinity)(?![A-Za-z])/u,
	// Variables that were not filled in.
	/\{\{[^{}]{0,100}\}\}|[$#%]?\{ ?[\p{L}_$][\p{L}\p{N}_$. ]{1,30}\}|(?<![\p{L}\p{N}^_])\{\d\}|<%[^<>%]{1,60}%>|\{%[^{}%]{1,60}%\}|\{\{|\}\}|\$\{/u,
	/\$(?:(?:json|input|node|item|fromAI|vars)\b|\(\s*["'](?:[^"'\n]{0,60}["']\))?)(?:\.\w{1,40}|\[["'][^"'\]]{1,40}["']\]){0,9}/u,
	// Texts that were not decoded.
	/(?:\\u[\dA-Fa-f]{4})+|(?<![\w/=&.~-])(?:%[\dA-F]{2}){3,}|(?:=[\dA-F]{2}){3,}|=\?[\w-]{2,20}\?[BQbq]\?/u,
];

/** Texts that were read in another encoding than they were written in. */
const OTHER_ENCODING: readonly RegExp[] = [
	// As UTF-8.
	/\uFFFD|\u951F\u65A4\u62F7/u,
	// As Latin-1 or Windows-1252.
	/[\u00E3-\u00E9\u00EF][\u0080-\u00BF\u0152\u0153\u0160\u0161\u0178\u017D\u017E\u0192\u02C6\u02DC\u2013\u2014\u2018-\u201E\u2020-\u2022\u2026\u2030\u2039\u203A\u20AC\u2122]{2}/u,
	/(?:[\u00C0-\u00F7][\u00A1-\u00FE]){2,}/u,
];

/** What is no value if it is all that a text has. */
const WHOLE: readonly RegExp[] = [
	/^\(?(?:n[/\\.]?[ad]\.?|nul{1,2}|nil|none|nan|nat|undefined|blank|empty|tb[dac]|unknown|missing|not (?:available|applicable|found|set)|no (?:data|value)|-?inf)\)?$/iu,
	/^\(?(?:\u7A7A[\u503C\u767D]?|\u6682?\u65E0(?:\u6570\u636E|\u503C)|\u6682[\u65E0\u7F3A]|\u672A(?:\u77E5|\u586B\u5199?|\u8BBE\u7F6E)|\u4E0D\u8BE6|\u5F85(?:\u5B9A|\u8865\u5145?|\u586B\u5199?)|\u7F3A\u5931|\u540C\u4E0A|\u3003)\)?$/u,
	// Only marks.
	/^(?:[\p{P}\s~|^`=+\u00D7]+|x{2,5}|<null>|<NA>|\\N)$/iu,
	// Dates that stand for none.
	/^(?:0000|0001|1899|1900)[-/](?:0?[01]|12)[-/](?:0?[01]|3[01])(?:[ T]0{1,2}:00(?::00)?(?:\.0+)?Z?)?$/u,
	// A formula that was exported in place of its result.
	/^\{?=\s*[^\s=].*/su,
	// The name of a variable in the brackets of some program, or with its sign.
	/^(?:[[<«%#\u3010\u3014\u3016\u300C]|\[\[|<<|__)[\p{L}_][\p{L}\p{N}_. ]{0,20}(?:[\]>»%#\u3011\u3015\u3017\u300D]|\]\]|>>|__)$/u,
	/^(?:[$:][a-z_]\w{0,20}|%[sd])$/u,
];

/** Characters of full width are those of the usual one. */
const usualWidth = (text: string) =>
	text.replace(/[\uFF01-\uFF5E]/g, (wide) => wide.normalize('NFKC'));

/** Whether a text was read in another encoding than it was written in. */
export function isMojibake(text: string): boolean {
	return OTHER_ENCODING.some((pattern) => pattern.test(text)) || isUtf8ReadAsGbk(text);
}

/** The part of a text that stands in the place of a value; undefined if there is none. */
export function noValueIn(text: string): string | undefined {
	const usual = usualWidth(text);
	for (const pattern of ANYWHERE) {
		const found = pattern.exec(usual);
		// Both have the same length.
		if (found) return text.slice(found.index, found.index + found[0].length);
	}
	for (const pattern of OTHER_ENCODING) {
		const found = pattern.exec(text)?.[0];
		if (found !== undefined) return found;
	}
	const whole = usual.trim();
	const isNone =
		WHOLE.some((pattern) => pattern.test(whole)) || isJson(whole) || isUtf8ReadAsGbk(whole);
	return isNone ? text.trim() : undefined;
}

/** Whether a text is an object or a list as programs write it. */
function isJson(text: string): boolean {
	return /^(?:\{\s*["}]|\[\s*["{\]])/u.test(text) && tryReadJson(text) !== undefined;
}

/** Whether a text has nothing but such parts, and the marks between them. */
export function isNoValue(text: string): boolean {
	const found = noValueIn(text);
	if (found === undefined || found === text.trim()) return found !== undefined;
	const rest = ANYWHERE.reduce(
		(left, { source, flags }) => left.replace(new RegExp(source, `${flags}g`), ' '),
		usualWidth(text),
	);
	return !/[\p{L}\p{N}]/u.test(rest);
}
