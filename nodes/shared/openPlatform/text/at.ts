/**
 * The element at an index, if the caller knows that the list has one there.
 * @throws RangeError if it has none
 */
export function at<T>(list: readonly T[], index: number): T {
	const element = list[index];
	if (element === undefined)
		throw new RangeError(`No element ${index} in a list of ${list.length}`);
	return element;
}
