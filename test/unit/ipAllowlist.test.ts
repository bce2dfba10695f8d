import { isListed, readAddressList } from '../../nodes/shared/aiCall/webhook/addressList';

test.each([
	['203.0.113.7', '203.0.113.7', true],
	['203.0.113.7', '203.0.113.70', false],
	['203.0.113.7', '::ffff:203.0.113.7', true],
	['::ffff:203.0.113.7', '203.0.113.7', true],
	['203.0.113.0/24', '203.0.113.255', true],
	['203.0.113.0/24', '203.0.114.0', false],
	['0.0.0.0/0', '198.51.100.1', true],
	['0.0.0.0/0', '2001:db8::1', false],
	['2001:db8::/32', '2001:db8:ffff::1', true],
	['2001:db8::/32', '2001:db9::1', false],
	['2001:DB8::7', '2001:db8:0:0:0:0:0:7', true],
	['2001:db8::7', '2001:db8::8', false],
	['::1', '127.0.0.1', false],
])('for the entry %s and the caller %s, isListed returns %s', (entry, caller, expected) => {
	const list = readAddressList([entry]);
	expect(list.unreadable).toEqual([]);
	expect(isListed(list, { ip: caller, ips: [] })).toBe(expected);
	// Behind a proxy, n8n names the caller in `ips`.
	expect(isListed(list, { ip: undefined, ips: ['unknown', caller] })).toBe(expected);
});

test('an entry that is neither an address nor a network is reported, and allows nobody', () => {
	const entries = [
		'10',
		'0x7f.1',
		'203.0.113',
		'203.0.113.0/',
		'203.0.113.0/33',
		'203.0.113.0/-1',
		'203.0.113.0/1.5',
		'2001:db8::/129',
		'localhost',
		'a/b',
		'/8',
		'::ffff:10.0.0.0/104',
	];
	const list = readAddressList(entries);
	expect(list).toEqual({ networks: [], unreadable: entries });
	for (const ip of ['127.0.0.1', '0.0.0.10', '203.0.113.0', undefined, '', 'unknown'])
		expect(isListed(list, { ip, ips: ['', 'unknown'] })).toBe(false);
});
