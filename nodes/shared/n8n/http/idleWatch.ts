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
	const check = (): void => {
		const remainingMs = Math.ceil(lastReceived + timeoutMs - performance.now());
		if (remainingMs <= 0) onIdle();
		else timer = startTimer(remainingMs, check);
	};
	let timer = startTimer(timeoutMs, check);
	return {
		restart: () => {
			lastReceived = performance.now();
		},
		// A second AbortController would end the listener too, but takes almost three times as long.
		end: () => timer.removeEventListener('abort', check),
	};
}

function startTimer(ms: number, onEnd: () => void): AbortSignal {
	const timer = AbortSignal.timeout(ms);
	timer.addEventListener('abort', onEnd);
	return timer;
}
