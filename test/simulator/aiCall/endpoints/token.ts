import { OAUTH, type CallEndpoint } from '../endpoint';

/** Issues a token for an application's key and secret (document 2, 4.1). */
export const endpoint: CallEndpoint = {
	name: 'token',
	path: `${OAUTH}/token`,
	handleWithoutToken({ tokens, setup }, fields) {
		const key = fields.string('app_key');
		const secret = fields.string('app_secret');
		if (setup.settings.refuseUnknownFields) fields.end();
		return { result: tokens.issue(key, secret) };
	},
};
