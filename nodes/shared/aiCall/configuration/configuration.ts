/**
 * The configuration of an application: scripts, lines, callback URLs, voices (document 2, 2.3 to
 * 2.6, 4.2).
 */
import { redactAddresses } from '../../redact';
import { numberOf, records, textOf, type JsonRecord } from '../../values';
import { resultList, type AiCallEnvelope } from '../protocol/aiCallEnvelope';
import { extraFieldsFrom, withExtraFields, withoutReplaced } from '../platformFields';
import {
	DELETED,
	isDeleted,
	labelOrNull,
	LINE_STATUS,
	ROBOT_PUBLISHED,
	ROBOT_STATUS,
	ROBOT_TYPE,
	VOICE_GENDER,
} from '../aiCallLabels';
import { URL_MODULE } from '../pushes/kinds';
import { FIRST_PAGE } from '../protocol/limits';
import { isoTime, readPeriods } from '../time/times';

/**
 * For each kind its `type` in a query, its list in the result, and how its entries are simplified.
 */
const CONFIGURATION_KINDS = {
	scripts: { type: 1, list: 'robots', simplify: simplifyRobot },
	lines: { type: 2, list: 'lines', simplify: simplifyLine },
	urls: { type: 3, list: 'urls', simplify: simplifyUrl },
	voices: { type: 4, list: 'voices', simplify: simplifyVoice },
} as const;

export type ConfigurationKind = keyof typeof CONFIGURATION_KINDS;
export const KIND_NAMES = Object.keys(CONFIGURATION_KINDS) as ConfigurationKind[];

/** `time_expire` of a line that does not expire. */
const PERMANENT = -1;

export function configurationBody(kind: ConfigurationKind | 'all'): JsonRecord {
	return { type: kind === 'all' ? 0 : CONFIGURATION_KINDS[kind].type };
}

/**
 * The entries of one kind, as the platform sent them.
 * @throws PlatformError if the platform sent something other than a list
 */
export function configurationEntries(result: JsonRecord, kind: ConfigurationKind): JsonRecord[] {
	return resultList(result, CONFIGURATION_KINDS[kind].list);
}

export function simplifyEntries(result: JsonRecord, kind: ConfigurationKind): JsonRecord[] {
	return configurationEntries(result, kind).map(CONFIGURATION_KINDS[kind].simplify);
}

/**
 * Simplifies the lists `robots`, `lines`, `urls` and `voices` of a configuration. Other lists stay
 * unchanged.
 */
export function simplifyConfiguration(result: JsonRecord): JsonRecord {
	const known = KIND_NAMES.map(
		(kind) => [CONFIGURATION_KINDS[kind].list, simplifyEntries(result, kind)] as const,
	);
	return { ...result, ...Object.fromEntries(known) };
}

/**
 * The response to a configuration query as an output may show it. The callback URLs contain the
 * push secret, so the response has them without it.
 */
export function withoutUrlSecrets(envelope: AiCallEnvelope): AiCallEnvelope {
	if (envelope.result.urls === undefined) return envelope;
	const result = { ...envelope.result, urls: redactAddresses(envelope.result.urls) };
	return { ...envelope, result, sent: { ...envelope.sent, result } };
}

/**
 * The fields of a script or line that an added field can replace, by the name of the added field.
 */
const REPLACED_FIELDS: Readonly<Record<string, string>> = {
	statusName: 'status',
	typeName: 'type',
	deletedName: 'deleted',
	timeCreate: 'time_create',
	timeUpdate: 'time_update',
	timeApply: 'time_apply',
};

/**
 * A script (2.4) with names in place of its codes, `usable`, and its times in ISO 8601. A code
 * without a name stays.
 */
export function simplifyRobot(robot: JsonRecord): JsonRecord {
	const added = {
		statusName: labelOrNull(ROBOT_STATUS, robot.status),
		typeName: labelOrNull(ROBOT_TYPE, robot.type),
		deletedName: labelOrNull(DELETED, robot.deleted),
		usable: isUsableRobot(robot),
		...extraFieldsFrom(robot, ['time_create', 'time_update'], isoTime),
	};
	return withExtraFields(withoutReplaced(robot, added, REPLACED_FIELDS), added);
}

/**
 * A line (2.3) with `statusName`, the periods of `time_work` that can be read, `permanent`, and
 * times.
 */
export function simplifyLine(line: JsonRecord): JsonRecord {
	const validity = numberOf(line.time_expire);
	const added = {
		statusName: labelOrNull(LINE_STATUS, line.status),
		...extraFieldsFrom(line, ['time_work'], readPeriods, () => 'workPeriods'),
		permanent: validity === undefined ? undefined : validity === PERMANENT,
		validitySeconds: validity === PERMANENT ? null : validity,
		...extraFieldsFrom(line, ['time_apply'], isoTime),
	};
	return withExtraFields(withoutReplaced(line, added, REPLACED_FIELDS), added);
}

/** When a line expires (milliseconds since 1970); undefined for a permanent line. */
export function lineExpiry(line: JsonRecord): number | undefined {
	const validSeconds = numberOf(line.time_expire) ?? PERMANENT;
	if (validSeconds === PERMANENT) return undefined;
	const applied = isoTime(line.time_apply);
	return (applied === null ? 0 : Date.parse(applied)) + validSeconds * 1000;
}

/** Whether a line has expired at a moment (milliseconds). */
export function isExpiredLine(line: JsonRecord, now: number): boolean {
	return (lineExpiry(line) ?? Infinity) <= now;
}

/**
 * A callback URL (2.5) with its module, and with the application or script to which the URL is
 * limited, if any.
 */
function simplifyUrl(url: JsonRecord): JsonRecord {
	if (url.url_module === undefined) return url;
	const scope = readModule(url.url_module);
	return withExtraFields(url, { ...scope, moduleName: labelOrNull(URL_MODULE, scope.module) });
}

/**
 * Reads `url_module`. On the live service it can also limit the URL to an application, a script or
 * both: `receiveDialog|AppX`, `receiveVoice|AppX|4567`, `receiveVoice||4567`.
 */
export function readModule(value: unknown): {
	module: string | undefined;
	appId: string | undefined;
	robotId: string | undefined;
} {
	const [module, appId, robotId] = (textOf(value) ?? '').split('|').map((part) => part.trim());
	return { module, appId: appId || undefined, robotId: robotId || undefined };
}

/** A voice (2.6) with `gender`, null if it is not known. */
export function simplifyVoice(voice: JsonRecord): JsonRecord {
	return withExtraFields(voice, { gender: labelOrNull(VOICE_GENDER, voice.voice_code) ?? null });
}

/** Whether a script can be used for calls. */
export function isUsableRobot(robot: JsonRecord): boolean {
	return textOf(robot.status) === ROBOT_PUBLISHED && !isDeleted(robot);
}

/** The columns of a script; the first is the phone number. */
export function robotColumns(robot: JsonRecord): string[] {
	return Array.isArray(robot.call_column)
		? robot.call_column.map((column) => textOf(column) ?? '')
		: [];
}

/** The script with this ID, as the platform sent it. */
export function findRobot(result: JsonRecord, robotId: string): JsonRecord | undefined {
	return configurationEntries(result, 'scripts').find(
		(robot) => textOf(robot.robot_id) === robotId,
	);
}

/**
 * The most pages of scripts that are read. No application has so many. The limit ends the query on
 * a platform that returns further pages without end.
 */
const MAX_PAGES = 1000;

/** The responses to a configuration query, one for each page, and their combined result. */
export interface WholeConfiguration {
	envelopes: AiCallEnvelope[];
	result: JsonRecord;
}

/**
 * Queries the configuration, and further pages of scripts if `robotTotal` in the response says that
 * there are more. The document describes no pages, but the live service has them. The query ends
 * when a page brings no new script, as on a platform that ignores the page number.
 */
export async function queryWholeConfiguration(
	kind: ConfigurationKind | 'all',
	ask: (body: JsonRecord) => Promise<AiCallEnvelope>,
): Promise<WholeConfiguration> {
	const first = await ask(configurationBody(kind));
	const envelopes = [first];
	const scripts = records(first.result.robots);
	const pageSize = scripts.length;
	const total = numberOf(first.result.robotTotal) ?? 0;
	const knownIds = new Set(scripts.map(({ robot_id }) => textOf(robot_id)));
	for (
		let pageIndex = FIRST_PAGE + 1;
		pageSize > 0 && scripts.length < total && pageIndex <= MAX_PAGES;
		pageIndex++
	) {
		const page = await ask({ ...configurationBody('scripts'), pageSize, pageIndex });
		const newScripts = records(page.result.robots).filter(
			({ robot_id }) => !knownIds.has(textOf(robot_id)),
		);
		if (newScripts.length === 0) break;
		envelopes.push(page);
		for (const script of newScripts) knownIds.add(textOf(script.robot_id));
		scripts.push(...newScripts);
	}
	return {
		envelopes,
		result: envelopes.length === 1 ? first.result : { ...first.result, robots: scripts },
	};
}
