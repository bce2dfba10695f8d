export type Part = number | string;

/** Whether a file begins with these bytes and ASCII texts. */
export function beginsWith(data: Buffer, ...parts: readonly Part[]): boolean {
	const expected = Buffer.concat(
		parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.of(part))),
	);
	return data.subarray(0, expected.length).equals(expected);
}
