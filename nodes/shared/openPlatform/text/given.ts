/** A field that is left out where there is no value. */
export function given<Name extends string>(name: Name, value: string | undefined): Partial<Record<Name, string>> {
	const part: Partial<Record<string, string>> = value === undefined ? {} : { [name]: value };
	return part;
}
