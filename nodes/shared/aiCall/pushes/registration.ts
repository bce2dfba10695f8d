/** Whether the callback URLs on the platform (document 2, 2.5) point to a trigger. */
import { records, textOf, withoutEnd, type JsonRecord } from '../../values';
import { carriesSecret } from '../pushSecret';
import { labelOf, URL_MODULE } from '../labels';
import { readModule } from '../configuration';

/**
 * `here`: the URL points to the trigger; `missing`: no URL is set; `elsewhere`: it points to another URL; `wrongSecret`:
 * it points here with another secret, so pushes are rejected.
 */
export type RegistrationState = 'here' | 'missing' | 'elsewhere' | 'wrongSecret';

/** The callback URL of a module. */
export interface Registration {
	module: string;
	moduleName: string;
	state: RegistrationState;
	/** Where the platform sends now, without its query; none where missing. */
	url?: string;
}

/**
 * Compares the URLs of a configuration with a trigger's. A URL for one application or script alone counts like any other.
 *
 * @param result of a configuration query, with `urls`
 * @param modules the modules that the trigger serves
 * @param ownUrl the trigger's address
 * @param secret what the URL must carry (`carriesSecret`); empty where none is asked for
 */
export function compareRegistration(result: JsonRecord, modules: readonly string[], ownUrl: string, secret = ''): Registration[] {
	return modules.map((module) => {
		const registered = records(result.urls).filter(({ url_module }) => readModule(url_module).module === module).map(({ url }) => textOf(url)?.trim() ?? '');
		const states = registered.filter((url) => url !== '').map((url) => ({ url, state: stateOf(url, ownUrl, secret) }));
		const best = (['here', 'wrongSecret', 'elsewhere'] as const).map((state) => states.find((entry) => entry.state === state)).find((entry) => entry !== undefined);
		return { module, moduleName: labelOf(URL_MODULE, module) ?? module, state: best?.state ?? 'missing', ...(best ? { url: withoutQuery(best.url) } : {}) };
	});
}

function stateOf(url: string, ownUrl: string, secret: string): RegistrationState {
	if (withoutQuery(url) !== withoutQuery(ownUrl)) return 'elsewhere';
	if (secret === '') return 'here';
	return carriesSecret(secret, url) ? 'here' : 'wrongSecret';
}

/** Scheme, host and path, normalized for comparison. */
function withoutQuery(url: string): string {
	const bare = URL.canParse(url) ? `${new URL(url).origin}${new URL(url).pathname}` : (url.split(/[?#]/)[0] ?? '');
	return withoutEnd(bare, /\//);
}
