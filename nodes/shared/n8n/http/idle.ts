/** Watches whether anything is still received. */
export interface IdleWatch {
	/** Starts the waiting time anew. Call this whenever something was received. */
	restart(): void;
	/** Call this when nothing more is awaited. */
	end(): void;
}

/** Calls `onIdle` once nothing was received for some time. */
export function watchIdle(timeoutMs: number, onIdle: () => void): IdleWatch {
	let lastReceived = performance.now();
	let waiting = new AbortController();
	const look = (): void => {
		const left = Math.ceil(lastReceived + timeoutMs - performance.now());
		if (left <= 0) return onIdle();
		waiting = new AbortController();
		AbortSignal.timeout(left).addEventListener('abort', look, { signal: waiting.signal });
	};
	look();
	return {
		restart: () => {
			lastReceived = performance.now();
		},
		end: () => waiting.abort(),
	};
}
