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
	const entered = enteredUrls(result);
	return modules.map((module) => {
		const moduleName = nameOfModule(module);
		const registered = entered
			.filter((entry) => entry.module === module)
			.map(({ url }): Registration => ({
				module,
				moduleName,
				state: registrationOf(url, ownUrl, secret),
				url: redactAddress(withoutQuery(url)),
			}));
		const [best] = registered.sort((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state));
		return best ?? { module, moduleName, state: 'missing' };
	});
}

/**
 * The names of the modules that have no URL for the calls of a script. A URL can be limited to
 * another script; which application one is limited to cannot be compared.
 */
export function modulesWithoutUrl(
	result: JsonRecord,
	modules: readonly string[],
	script: string,
): string[] {
	const served = new Set(
		enteredUrls(result)
			.filter(({ robotId = script }) => robotId === script)
			.map(({ module }) => module),
	);
	return modules.filter((module) => !served.has(module)).map((module) => nameWithId(module));
}

/** A module as errors name it. */
export const nameWithId = (module: string) => `${nameOfModule(module)} (${module})`;

const nameOfModule = (module: string) => labelIn(URL_MODULE, module) ?? module;

/** The URLs that are not empty, with what each is limited to. */
function enteredUrls(result: JsonRecord) {
	return configurationEntries(result, 'urls')
		.map(({ url_module, url }) => ({ ...readModule(url_module), url: textOf(url)?.trim() ?? '' }))
		.filter(({ url }) => url !== '');
}

function registrationOf(url: string, ownUrl: string, secret: string): RegistrationState {
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
