/** An element that is known to be there. */
export function at<T>(list: readonly T[], index: number): T {
	const element = list[index];
	if (element === undefined)
		throw new RangeError(`No element ${index} in a list of ${list.length}`);
	return element;
}
