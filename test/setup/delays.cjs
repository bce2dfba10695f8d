/**
 * Preloaded by `.ci/again --delays`: each HTTP server of the tests takes up each request 0 to 30 ms late, so that requests
 * that are sent at the same time arrive in another order in each run.
 */
const { createHash } = require('node:crypto');
const { Server } = require('node:http');

const { emit } = Server.prototype;
// Tests replace the global one.
const { setTimeout } = globalThis;
let requests = 0;

Server.prototype.emit = function (event, ...args) {
	if (event !== 'request') return emit.call(this, event, ...args);
	const drawn = createHash('sha256').update(`${process.env.TEST_SEED} ${requests++}`).digest()[0];
	setTimeout(() => emit.call(this, event, ...args), (drawn / 256) * 30);
	return true;
};
