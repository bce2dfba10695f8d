/** A watch over a connection on which data should keep arriving. */
export interface IdleWatch {
	/** Starts the waiting time again. Call this whenever data was received. */
	restart(): void;
	/** Ends the watch. Call this when no more data is awaited. */
	end(): void;
}

/** Calls `onIdle` when nothing has been received for `timeoutMs` milliseconds. */
export function watchIdle(timeoutMs: number, onIdle: () => void): IdleWatch {
	let lastReceived = performance.now();
	let timer = new AbortController();
	const check = (): void => {
		const remainingMs = Math.ceil(lastReceived + timeoutMs - performance.now());
		if (remainingMs <= 0) return onIdle();
		timer = new AbortController();
		AbortSignal.timeout(remainingMs).addEventListener('abort', check, { signal: timer.signal });
	};
	check();
	return {
		restart: () => {
			lastReceived = performance.now();
		},
		end: () => timer.abort(),
	};
}
