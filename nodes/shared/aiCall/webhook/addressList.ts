import { ipaddr } from '../../bundled';

type Address = ReturnType<typeof ipaddr.process>;

interface AddressList {
	/** Addresses, each with the number of its leading bits that are compared. */
	networks: [address: Address, bits: number][];
	/** Entries that are neither an address nor a network. */
	unreadable: string[];
}

/** Reads entries such as `203.0.113.7`, `203.0.113.0/24`, `2001:db8::1` or `2001:db8::/32`. */
export function readAddressList(entries: readonly string[]): AddressList {
	return {
		networks: entries.map(networkOf).filter((network) => network !== undefined),
		unreadable: entries.filter((entry) => networkOf(entry) === undefined),
	};
}

/**
 * Whether an address of the caller is in the list. As in n8n's Webhook node, these are the calling
 * address and those that trusted proxies name (N8N_PROXY_HOPS).
 */
export function isListed(
	{ networks }: AddressList,
	{ ip = '', ips }: { ip?: string; ips: readonly string[] },
): boolean {
	const callers = [ip, ...ips].map(addressOf).filter((caller) => caller !== undefined);
	return callers.some((caller) =>
		networks.some(
			([address, bits]) => address.kind() === caller.kind() && caller.match(address, bits),
		),
	);
}

/**
 * The address in a text; undefined unless it is complete, because the library would also accept
 * `10` or `0x7f.1`. IPv4 written as IPv6 is treated as IPv4.
 */
function addressOf(text: string): Address | undefined {
	const isComplete = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
	return isComplete ? ipaddr.process(text) : undefined;
}

function networkOf(entry: string): [Address, number] | undefined {
	const [text = '', prefix] = entry.split('/');
	const address = addressOf(text);
	if (address === undefined) return undefined;
	const maxBits = address.kind() === 'ipv4' ? 32 : 128;
	// An empty prefix is wrong, but `Number('')` would be 0.
	const bits = prefix === undefined ? maxBits : Number(prefix || Number.NaN);
	return Number.isInteger(bits) && bits >= 0 && bits <= maxBits ? [address, bits] : undefined;
}
