import type { Setup } from '../config';
import { CONFIG, type CallEndpoint, type EndpointParts } from '../endpoint';
import { CODE, Refusal } from '../protocol';
import type { Fields } from '../strictJson';

/** The lists that a configuration query returns for each value of its field `type` (document 2, 4.2). */
const CONFIG_PARTS: Readonly<Record<number, readonly ('robots' | 'lines' | 'urls' | 'voices')[]>> =
	{
		0: ['lines', 'robots', 'urls', 'voices'],
		1: ['robots'],
		2: ['lines'],
		3: ['urls'],
		4: ['voices'],
	};

function configuration({ setup, tasks, activeOn }: EndpointParts, fields: Fields): object {
	// The document has a number, but the vendor's own client sends text.
	const type = fields.optionalIntOrText('type') ?? 0;
	const page = { size: fields.optionalInt('pageSize'), index: fields.optionalInt('pageIndex') };
	if (setup.settings.refuseUnknownFields) fields.end();
	const wanted = CONFIG_PARTS[type];
	if (!wanted) throw new Refusal(CODE.badParameter, `type is ${type}`);
	const all = {
		lines: setup.lines.map(({ line_num, concurrents, time_work, time_apply, time_expire }) => ({
			line_num,
			concurrents,
			time_work,
			status: tasks.isOccupied(line_num) || activeOn(line_num) > 0 ? 1 : 0,
			time_apply,
			time_expire,
		})),
		robots: pageOf(setup, page),
		urls: setup.urls,
		voices: setup.voices.map(({ voice_code, voice_name }) => ({ voice_code, voice_name })),
	};
	const totals =
		setup.settings.scriptsPerPage > 0 && wanted.includes('robots')
			? { robotTotal: setup.robots.length }
			: {};
	return { ...Object.fromEntries(wanted.map((part) => [part, all[part]])), ...totals };
}

/** The scripts of a page. A platform without pages returns all scripts, whatever page is requested. */
function pageOf(
	{ robots, settings }: Setup,
	{ size, index = 1 }: { size?: number | undefined; index?: number | undefined },
): readonly object[] {
	const { scriptsPerPage } = settings;
	if (scriptsPerPage === 0) return robots;
	const length = Math.min(size ?? scriptsPerPage, scriptsPerPage);
	if (length < 1) throw new Refusal(CODE.badParameter, `pageSize is ${length}`);
	if (index < 1) throw new Refusal(CODE.badParameter, `pageIndex is ${index}`);
	return robots.slice((index - 1) * length, index * length);
}

/** Returns the application's configuration (document 2, 4.2). */
export const endpoint: CallEndpoint = {
	name: 'configQuery',
	path: `${CONFIG}/query`,
	handle: ({ parts, fields }) => ({ result: configuration(parts, fields) }),
};
