/** Runs `act` while the date stands still, so that texts about a wrong clock are exact to the second. */
export async function withStoppedDate<T>(act: () => Promise<T>): Promise<T> {
	const date = jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 10, 23, 4));
	try {
		return await act();
	} finally {
		date.mockRestore();
	}
}
