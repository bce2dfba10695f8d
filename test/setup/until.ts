/** Waits until something has happened. */
export async function until(happened: () => boolean): Promise<void> {
	while (!happened()) await new Promise((resolve) => setTimeout(resolve, 5));
}
