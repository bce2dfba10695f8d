/** Formulas of LaTeX as a person reads them, if they are simple. */

const SIGNS: Readonly<Record<string, string>> = {
	...{ times: '×', div: '÷', cdot: '·', pm: '±', approx: '≈', circ: '°', pi: 'π', to: '→' },
	...{ le: '≤', leq: '≤', ge: '≥', geq: '≥', ne: '≠', neq: '≠', lt: '<', gt: '>' },
	...{ quad: ' ', left: '', right: '' },
};

/**
 * The text of a formula with its delimiters; undefined if it has more than sums, fractions, powers
 * and words.
 */
export function formulaText(formula: string): string | undefined {
	const text = formula
		.replace(/^\\.|^\$+|\\.$|\$+$/g, '')
		.replace(/\\(?:text|mathrm|mathbf|operatorname) ?\{([^{}]*)\}/g, '$1')
		.replace(/\\[dt]?frac ?\{([^{}]*)\}\{([^{}]*)\}/g, '$1/$2')
		.replace(/\\([a-z]+)/g, (command, name: string) => SIGNS[name] ?? command)
		.replace(/\^(?:\{([-+]?\d{1,3})\}|(\d))/g, (_all, long = '', short = '') => power(long + short))
		.replace(/\\[,;:! ]/g, ' ')
		.replace(/\\(?=[%#&$])/g, '')
		.trim();
	return /[\\^_{}&]/.test(text) ? undefined : text;
}

/** Digits as a power: `-3` is ⁻³. */
export function power(digits: string): string {
	return digits.replace(/[-+\u2212\d]/g, (sign) =>
		POWERS.charAt('0123456789+-\u2212'.indexOf(sign)),
	);
}

const POWERS = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻';
