/**
 * The element at an index, for callers that know that the list has an element there.
 * @throws RangeError if the list has none
 */
export function at<T>(list: readonly T[], index: number): T {
	const element = list[index];
	if (element === undefined)
		throw new RangeError(`No element ${index} in a list of ${list.length}`);
	return element;
}
