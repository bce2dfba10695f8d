/** The modules under which the platform keeps callback URLs (document 2, 2.5 and 4.8). */
import { textOf } from '../values';

/** A module, and to what its URL is limited, where it is. */
export interface CallbackModule {
	/** As in the document: `receiveVoice`. */
	module: string;
	appId?: string;
	robotId?: string;
}

/**
 * Reads `url_module`. The live service also scopes it to an application, a script or both: `receiveDialog|AppX`,
 * `receiveVoice|AppX|4567`, `receiveVoice||4567`.
 */
export function readModule(value: unknown): CallbackModule {
	const [module = '', appId = '', robotId = ''] = (textOf(value) ?? '').split('|').map((part) => part.trim());
	return { module, ...(appId === '' ? {} : { appId }), ...(robotId === '' ? {} : { robotId }) };
}
