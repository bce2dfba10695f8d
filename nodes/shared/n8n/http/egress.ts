import type { IExecuteFunctions } from 'n8n-workflow';
import { InputError } from '../../failure';

/**
 * Asks n8n's address policy before a connection that n8n's own helpers do not make.
 * @param address without secrets
 * @throws InputError where n8n does not allow the address; older versions have no such policy
 */
export async function requireAllowedAddress({ helpers }: IExecuteFunctions, address: string): Promise<void> {
	if (!('getSecureEgressFilter' in helpers)) return;
	const allowed = await helpers.getSecureEgressFilter().validateUrl(address);
	if (allowed.ok) return;
	throw new InputError(`n8n does not allow connections to ${new URL(address).host}: ${allowed.error.message}`, 'Check the base URL in the credential, and the addresses that n8n may reach (N8N_SSRF_ALLOWED_HOSTNAMES, N8N_SSRF_ALLOWED_IP_RANGES).');
}
