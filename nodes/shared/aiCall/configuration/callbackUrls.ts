import { textOf, withoutEnd, type JsonRecord } from '../../values';
import { redactAddress } from '../../redact';
import { configurationEntries, readModule } from './configuration';
import { labelIn } from '../aiCallLabels';
import { URL_MODULE } from '../pushes/kinds';
import { carriesSecret } from './pushSecret';

/** The callback URLs that are set on the platform (document 2, 2.5). */

/**
 * The states of a callback URL, from best to worst. `here`: it points to the trigger.
 * `wrongSecret`: it points to the trigger, but pushes would be rejected. `elsewhere`: it points to
 * another URL. `missing`: no URL is set.
 */
const STATES = ['here', 'wrongSecret', 'elsewhere', 'missing'] as const;
type RegistrationState = (typeof STATES)[number];

/** The state of the callback URL of a module. */
export interface Registration {
	module: string;
	moduleName: string;
	state: RegistrationState;
	/** The URL that is set now, without its query and without a secret elsewhere in it. */
	url?: string;
}

/**
 * Compares the callback URLs in a configuration with the URL of a trigger. A URL for a single
 * application or script counts like any other.
 * @param modules the modules that the trigger serves
 * @param secret the secret that the URL must carry (`carriesSecret`); empty if none is required
 */
export function compareRegistration(
	result: JsonRecord,
	modules: readonly string[],
	ownUrl: string,
	secret = '',
): Registration[] {
	return modules.map((module) => {
		const moduleName = labelIn(URL_MODULE, module) ?? module;
		const urls = configurationEntries(result, 'urls')
			.filter(({ url_module }) => readModule(url_module).module === module)
			.map(({ url }) => textOf(url)?.trim() ?? '');
		const registered = urls
			.filter((url) => url !== '')
			.map((url): Registration => ({
				module,
				moduleName,
				state: stateOf(url, ownUrl, secret),
				url: redactAddress(withoutQuery(url)),
			}));
		const [best] = registered.sort((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state));
		return best ?? { module, moduleName, state: 'missing' };
	});
}

function stateOf(url: string, ownUrl: string, secret: string): RegistrationState {
	if (withoutQuery(url) !== withoutQuery(ownUrl)) return 'elsewhere';
	return secret === '' || carriesSecret(secret, url) ? 'here' : 'wrongSecret';
}

/** Scheme, host and path, normalized for comparison. */
function withoutQuery(url: string): string {
	const bare = URL.canParse(url)
		? `${new URL(url).origin}${new URL(url).pathname}`
		: url.replace(/[?#].*/s, '');
	return withoutEnd(bare, /\//);
}
