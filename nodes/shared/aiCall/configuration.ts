/** The configuration of an application: scripts, lines, callback URLs, voices (document 2, 2.3 to 2.6, 4.2). */
import { numberOf, records, textOf, type JsonRecord } from '../values';
import { extraFieldsFrom, withExtraFields } from './extraFields';
import { DELETED, isDeleted, labelOf, LINE_STATUS, ROBOT_PUBLISHED, ROBOT_STATUS, ROBOT_TYPE, URL_MODULE, VOICE_GENDER } from './labels';
import { readModule } from './modules';
import { isoTime, readPeriods } from './times';

/** `type` of the query, and the list of the result that it fills. */
const CONFIGURATION_KINDS = {
	scripts: { type: 1, list: 'robots' },
	lines: { type: 2, list: 'lines' },
	urls: { type: 3, list: 'urls' },
	voices: { type: 4, list: 'voices' },
} as const;

export type ConfigurationKind = keyof typeof CONFIGURATION_KINDS;
export const KIND_NAMES = Object.keys(CONFIGURATION_KINDS) as ConfigurationKind[];

const ALL = 0;

/** `time_expire` of a line that does not expire. */
export const PERMANENT = -1;

/** The body of a configuration query. */
export function configurationBody(kind: ConfigurationKind | 'all'): JsonRecord {
	return { type: kind === 'all' ? ALL : CONFIGURATION_KINDS[kind].type };
}

/** The entries of one kind as the platform sent them. */
export function configurationEntries(result: JsonRecord, kind: ConfigurationKind): JsonRecord[] {
	return records(result[CONFIGURATION_KINDS[kind].list]);
}

const SIMPLIFIERS: Record<ConfigurationKind, (entry: JsonRecord) => JsonRecord> = {
	scripts: simplifyRobot,
	lines: simplifyLine,
	urls: simplifyUrl,
	voices: simplifyVoice,
};

/** The simplified entries of one kind. */
export function simplifyEntries(result: JsonRecord, kind: ConfigurationKind): JsonRecord[] {
	return configurationEntries(result, kind).map(SIMPLIFIERS[kind]);
}

/** The simplified configuration: `robots`, `lines`, `urls`, `voices`; unknown lists unchanged. */
export function simplifyConfiguration(result: JsonRecord): JsonRecord {
	const known = KIND_NAMES.map((kind) => [CONFIGURATION_KINDS[kind].list, simplifyEntries(result, kind)] as const);
	return { ...result, ...Object.fromEntries(known) };
}

/**
 * A script (2.4) with `statusName`, `typeName`, `deletedName` (null for a value without a name), `usable`
 * (published and not deleted), and `timeCreate`, `timeUpdate` as ISO 8601.
 */
export function simplifyRobot(robot: JsonRecord): JsonRecord {
	return withExtraFields(robot, {
		...extraFieldsFrom(robot, ['status'], (value) => labelOf(ROBOT_STATUS, value) ?? null, () => 'statusName'),
		...extraFieldsFrom(robot, ['type'], (value) => labelOf(ROBOT_TYPE, value) ?? null, () => 'typeName'),
		...extraFieldsFrom(robot, ['deleted'], (value) => labelOf(DELETED, value) ?? null, () => 'deletedName'),
		usable: isUsableRobot(robot),
		...extraFieldsFrom(robot, ['time_create', 'time_update'], isoTime),
	});
}

/**
 * A line (2.3) with `statusName`, `workPeriods` as `{ from, to }` (those of `time_work` that can be read),
 * `permanent`, `validitySeconds` (null where permanent) and `timeApply` as ISO 8601.
 */
export function simplifyLine(line: JsonRecord): JsonRecord {
	const validity = numberOf(line.time_expire);
	return withExtraFields(line, {
		...extraFieldsFrom(line, ['status'], (value) => labelOf(LINE_STATUS, value) ?? null, () => 'statusName'),
		...extraFieldsFrom(line, ['time_work'], readPeriods, () => 'workPeriods'),
		permanent: validity === undefined ? undefined : validity === PERMANENT,
		validitySeconds: validity === PERMANENT ? null : validity,
		...extraFieldsFrom(line, ['time_apply'], isoTime),
	});
}

/** A callback URL (2.5) with `module` and `moduleName`, and `appId`, `robotId` where it is for one alone. */
function simplifyUrl(url: JsonRecord): JsonRecord {
	if (url.url_module === undefined) return url;
	const scoped = readModule(url.url_module);
	return withExtraFields(url, { ...scoped, moduleName: labelOf(URL_MODULE, scoped.module) ?? null });
}

/** A voice (2.6) with `gender`, null where it is not known. */
export function simplifyVoice(voice: JsonRecord): JsonRecord {
	return withExtraFields(voice, { gender: labelOf(VOICE_GENDER, voice.voice_code) ?? null });
}

/** Published and not deleted, so it can be used for calls. */
export function isUsableRobot(robot: JsonRecord): boolean {
	return textOf(robot.status) === ROBOT_PUBLISHED && !isDeleted(robot);
}

/** Usable scripts first, otherwise in the order of the platform. */
export function usableFirst(robots: readonly JsonRecord[]): JsonRecord[] {
	return [...robots.filter(isUsableRobot), ...robots.filter((robot) => !isUsableRobot(robot))];
}

/** The columns of a script; the first is the phone number. Empty if it has none. */
export function robotColumns(robot: JsonRecord): string[] {
	return Array.isArray(robot.call_column) ? robot.call_column.map((column) => textOf(column) ?? '') : [];
}

/** The script of an id, as sent. */
export function findRobot(result: JsonRecord, robotId: string): JsonRecord | undefined {
	return configurationEntries(result, 'scripts').find((robot) => textOf(robot.robot_id) === robotId);
}
