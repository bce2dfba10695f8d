import { redact } from '../../../nodes/shared/aiCall/protocol/redact';

describe('redact', () => {
	it('hides tokens in addresses, push secrets, and given secrets in either writing', () => {
		expect(redact('POST https://call.example/x?token=00ff&a=1 failed', [])).toBe(
			'POST https://call.example/x?token=***&a=1 failed',
		);
		expect(redact('https://n8n.example/webhook/a?x=1&secret=p%20q#end', [])).toBe(
			'https://n8n.example/webhook/a?x=1&secret=***',
		);
		expect(redact('at https://n8n.example/webhook/a?secret=p&q#r and more', [])).toBe(
			'at https://n8n.example/webhook/a?secret=*** and more',
		);
		expect(redact('a s/1 b s%2F1 c s/', ['s/', 's/1', ''])).toBe('a *** b *** c ***');
	});
});
