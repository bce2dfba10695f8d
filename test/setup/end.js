const { count, forget } = require('./requests');

/** Every endpoint of document 1, and streaming speech, as the local platform names them. */
const ENDPOINTS = [
	'cws',
	'pos',
	'ner',
	'dp',
	'srl',
	'sdp',
	'sdgp',
	'handwriting',
	'expression',
	'scene',
	'object',
	'speech',
	'streaming',
	'violence',
];

module.exports = async ({ testPathPatterns, testNamePattern }) => {
	const counts = count();
	forget();
	if (counts.size === 0) return;
	console.log('\nRequests of the engine tests to the local platform, by endpoint:');
	for (const [endpoint, requests] of counts) console.log(`  ${endpoint.padEnd(14)}${requests}`);
	const filtered = testNamePattern || (testPathPatterns?.patterns ?? []).length > 0;
	const missing = ENDPOINTS.filter((endpoint) => !counts.has(endpoint));
	if (!filtered && missing.length > 0) throw new Error(`No test asked ${missing.join(', ')}`);
};
