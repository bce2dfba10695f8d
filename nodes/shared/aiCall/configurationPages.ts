/** The configuration of an application with many scripts, which the live service answers in pages. */
import { numberOf, textOf, type JsonRecord } from '../values';
import { configurationBody, configurationEntries, type ConfigurationKind } from './configuration';
import type { Envelope } from './envelope';
import { FIRST_PAGE } from './limits';

/** No application has that many pages of scripts: a platform that answers more is not asked for ever. */
const MAX_PAGES = 1000;

/** The answers to a configuration query, one for each page, and their result in one. */
export interface WholeConfiguration {
	envelopes: Envelope[];
	result: JsonRecord;
}

/**
 * Queries the configuration, and the further pages of scripts where the answer says under `robotTotal` that there are
 * more (the document knows no pages, and they are asked for only then). Ends where a page brings no new script, as on a
 * platform that ignores the number of the page.
 *
 * @param ask sends one query
 */
export async function queryWholeConfiguration(kind: ConfigurationKind | 'all', ask: (body: JsonRecord) => Promise<Envelope>): Promise<WholeConfiguration> {
	const first = await ask(configurationBody(kind));
	const envelopes = [first];
	const scripts = configurationEntries(first.result, 'scripts');
	const pageSize = scripts.length;
	const total = numberOf(first.result.robotTotal) ?? 0;
	const known = new Set(scripts.map(({ robot_id }) => textOf(robot_id)));
	for (let pageIndex = FIRST_PAGE + 1; pageSize > 0 && scripts.length < total && pageIndex <= MAX_PAGES; pageIndex++) {
		const page = await ask({ ...configurationBody('scripts'), pageSize, pageIndex });
		const fresh = configurationEntries(page.result, 'scripts').filter(({ robot_id }) => !known.has(textOf(robot_id)));
		if (fresh.length === 0) break;
		envelopes.push(page);
		for (const script of fresh) known.add(textOf(script.robot_id));
		scripts.push(...fresh);
	}
	return { envelopes, result: envelopes.length === 1 ? first.result : { ...first.result, robots: scripts } };
}
