/** Watches for silence. */
export interface IdleWatch {
	/** To be called whenever something was heard. */
	heard(): void;
	/** To be called when nothing more is awaited. */
	end(): void;
}

/** Calls `onIdle` once nothing was heard for some time. */
export function watchIdle(timeoutMs: number, onIdle: () => void): IdleWatch {
	let lastHeard = performance.now();
	let waiting = new AbortController();
	const look = (): void => {
		const left = Math.ceil(lastHeard + timeoutMs - performance.now());
		if (left <= 0) return onIdle();
		waiting = new AbortController();
		AbortSignal.timeout(left).addEventListener('abort', look, { signal: waiting.signal });
	};
	look();
	return {
		heard: () => {
			lastHeard = performance.now();
		},
		end: () => waiting.abort(),
	};
}
