import { ipaddr } from '../../vendor';

type Address = ReturnType<typeof ipaddr.process>;

interface Network {
	address: Address;
	/** Leading bits that count. */
	bits: number;
}

/** Allowed IP addresses and networks. */
export interface AddressList {
	networks: Network[];
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
 * Whether an address of the caller is in the list, by the rules of the Webhook node of n8n: the calling address and
 * those named by trusted proxies (N8N_PROXY_HOPS).
 */
export function isListed({ networks }: AddressList, { ip, ips }: { ip?: string; ips: readonly string[] }): boolean {
	return [ip, ...ips].some((caller) => {
		const address = caller === undefined ? undefined : addressOf(caller);
		return address !== undefined && networks.some((network) => contains(network, address));
	});
}

function contains(network: Network, caller: Address): boolean {
	return network.address.kind() === caller.kind() && caller.match(network.address, network.bits);
}

/** IPv4 written as IPv6 (`::ffff:203.0.113.7`) is treated as IPv4. */
function addressOf(text: string): Address | undefined {
	return isAddress(text) ? ipaddr.process(text) : undefined;
}

function networkOf(entry: string): Network | undefined {
	const [text = '', prefix] = entry.split('/');
	const address = addressOf(text);
	if (address === undefined) return undefined;
	const most = address.kind() === 'ipv4' ? 32 : 128;
	const bits = prefix === undefined ? most : Number(prefix || Number.NaN);
	return Number.isInteger(bits) && bits >= 0 && bits <= most ? { address, bits } : undefined;
}

/** Complete addresses only: the library would also accept `10` or `0x7f.1`. */
function isAddress(text: string): boolean {
	return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}
