import { WebSocket as Client } from 'ws';

/** Gives a test that runs on Node.js 20 the WebSocket that Node.js has from version 22 on. */
export function provideWebSocket(): void {
	if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket: Client });
}
