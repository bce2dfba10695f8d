import type { Setup } from '../config';
import { CONFIG, type CallEndpoint, type EndpointParts } from '../endpoint';
import { CODE, Refusal } from '../protocol';
import type { Fields } from '../strictJson';

/** The lists that a configuration query returns for each value of its field `type` (document 2, 4.2). */
const LISTS_OF_TYPE: Readonly<Record<number, readonly ('robots' | 'lines' | 'urls' | 'voices')[]>> =
	{
		0: ['lines', 'robots', 'urls', 'voices'],
		1: ['robots'],
		2: ['lines'],
		3: ['urls'],
		4: ['voices'],
	};

function configuration({ setup, tasks, activeOn }: EndpointParts, fields: Fields): object {
	// In the document `type` is a number, but the vendor's own client sends it as text.
	const type = fields.optionalIntOrText('type') ?? 0;
	const page = { size: fields.optionalInt('pageSize'), index: fields.optionalInt('pageIndex') };
	if (setup.settings.refuseUnknownFields) fields.end();
	const wantedLists = LISTS_OF_TYPE[type];
	if (!wantedLists) throw new Refusal(CODE.badParameter, `type is ${type}`);
	const isInUse = (lineNum: string): boolean => tasks.isOccupied(lineNum) || activeOn(lineNum) > 0;
	const lists = {
		lines: setup.lines.map(({ line_num, concurrents, time_work, time_apply, time_expire }) => ({
			line_num,
			concurrents,
			time_work,
			status: isInUse(line_num) ? 1 : 0,
			time_apply,
			time_expire,
		})),
		robots: scriptsOnPage(setup, page),
		urls: setup.urls,
		voices: setup.voices.map(({ voice_code, voice_name }) => ({ voice_code, voice_name })),
	};
	const totals =
		setup.settings.scriptsPerPage > 0 && wantedLists.includes('robots')
			? { robotTotal: setup.robots.length }
			: {};
	return { ...Object.fromEntries(wantedLists.map((list) => [list, lists[list]])), ...totals };
}

/** The scripts on the requested page. If the platform has no pages, these are all scripts. */
function scriptsOnPage(
	{ robots, settings }: Setup,
	{ size, index = 1 }: { size?: number | undefined; index?: number | undefined },
): readonly object[] {
	const { scriptsPerPage } = settings;
	if (scriptsPerPage === 0) return robots;
	const pageLength = Math.min(size ?? scriptsPerPage, scriptsPerPage);
	if (pageLength < 1) throw new Refusal(CODE.badParameter, `pageSize is ${pageLength}`);
	if (index < 1) throw new Refusal(CODE.badParameter, `pageIndex is ${index}`);
	return robots.slice((index - 1) * pageLength, index * pageLength);
}

/** Returns the application's configuration (document 2, 4.2). */
export const endpoint: CallEndpoint = {
	name: 'configQuery',
	path: `${CONFIG}/query`,
	handle: ({ parts, fields }) => ({ result: configuration(parts, fields) }),
};
