import { isEndpoint } from './endpointList';
import { SCRIPT_STATUS } from './protocol';
import type { Line, Robot } from './config';
import { PLANNED_NAMES, type Fault, type FaultPlan } from './faults';
import type { PushManner } from './pushes';
import { isResultName, type Customer, type ResultName, type ScriptedCall } from './results';
import type { Fields } from './strictJson';

function unknownName(what: string, name: string): never {
	throw new Error(`There is no ${what} ${name}`);
}

function whenOf(fields: Fields): 'before' | 'after' {
	const when = fields.optionalString('when') ?? 'before';
	return when === 'before' || when === 'after' ? when : unknownName('time', when);
}

/** Leaves out fields whose value is undefined. */
function withoutUndefined<T extends object>(values: T): T {
	// The result is still a T, because only optional fields of T can be undefined.
	return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
}

/** A fault in the form that `failNext` accepts. */
export function readFault(fields: Fields): Fault {
	const kind = fields.string('kind');
	const fault = faultOfKind(kind, fields);
	fields.end();
	return fault;
}

function faultOfKind(kind: string, fields: Fields): Fault {
	switch (kind) {
		case 'code':
			return withoutUndefined({
				kind,
				code: fields.int('code'),
				message: fields.optionalString('message'),
				status: fields.optionalInt('status'),
			});
		case 'http':
			return withoutUndefined({
				kind,
				status: fields.int('status'),
				when: whenOf(fields),
				json: fields.optionalBoolean('json'),
			});
		case 'drop':
			return { kind, when: whenOf(fields) };
		case 'stall':
			return withoutUndefined({ kind, when: whenOf(fields), ms: fields.optionalInt('ms') });
		case 'late':
			return { kind, ms: fields.int('ms') };
		case 'half':
		case 'expireToken':
			return { kind };
		case 'miscount':
			return withoutUndefined({
				kind,
				total: fields.optionalInt('total'),
				missingIds: fields.optionalInt('missingIds'),
			});
		case 'body':
			return withoutUndefined({
				kind,
				text: fields.optionalString('text') ?? '',
				contentType: fields.optionalString('contentType'),
			});
		default:
			return unknownName('fault', kind);
	}
}

export function readFaultPlan(fields: Fields): FaultPlan {
	const endpoints = fields
		.optionalStrings('endpoints')
		?.map((name) => (isEndpoint(name) ? name : unknownName('endpoint', name)));
	const plan: FaultPlan = withoutUndefined({ seed: fields.int('seed'), endpoints });
	for (const name of PLANNED_NAMES) {
		const probability = fields.optionalNumber(name);
		if (probability !== undefined) plan[name] = probability;
	}
	return plan;
}

/** A customer's behavior: the name of a result, a call described in full, or an array of names and calls. */
export function readCustomer(fields: Fields, name: string): Customer {
	const value = fields.peek(name);
	if (typeof value === 'string') return resultNamed(fields.string(name));
	if (!Array.isArray(value))
		return readCall(fields.optionalFields(name) ?? unknownName('customer', name));
	return fields
		.list(name)
		.map((entry) => (typeof entry === 'string' ? resultNamed(entry) : readCall(entry)));
}

/** @throws Error if there is no result with this name */
function resultNamed(name: string): ResultName {
	return isResultName(name) ? name : unknownName('result', name);
}

/** Reads a scripted call. Its result is a name, or an object with the fields of the result. */
function readCall(fields: Fields): ScriptedCall {
	const customResult =
		typeof fields.peek('result') === 'string' ? undefined : fields.optionalFields('result');
	const result = customResult
		? withoutUndefined({
				code: customResult.string('code'),
				desc: customResult.optionalString('desc'),
				answered: customResult.optionalBoolean('answered'),
				retried: customResult.optionalBoolean('retried'),
			})
		: resultNamed(fields.string('result'));
	customResult?.end();
	const call: ScriptedCall = withoutUndefined({
		result,
		ringSeconds: fields.optionalInt('ringSeconds'),
		talkSeconds: fields.optionalInt('talkSeconds'),
		tagMax: fields.optionalString('tagMax'),
		tagMin: fields.optionalString('tagMin'),
		says: fields.optionalStrings('says'),
	});
	fields.end();
	return call;
}

export function readManner(fields: Fields): PushManner {
	const cut = fields.optionalString('cut');
	if (cut !== undefined && cut !== 'json' && cut !== 'connection') return unknownName('cut', cut);
	return withoutUndefined({
		url: fields.optionalString('url'),
		secret: fields.optionalString('secret'),
		idsAsNumbers: fields.optionalBoolean('idsAsNumbers'),
		cut,
		cutAttempts: fields.optionalInt('cutAttempts'),
		body: fields.optionalString('body'),
		timeoutMs: fields.optionalInt('timeoutMs'),
		repeats: fields.optionalInt('repeats'),
	});
}

export function readRobot(fields: Fields): Robot {
	const robot: Robot = {
		robot_id: fields.string('robot_id'),
		robot_name: fields.string('robot_name'),
		call_column: fields.strings('call_column'),
		status: fields.optionalInt('status') ?? SCRIPT_STATUS.published,
		type: fields.optionalInt('type') ?? 1,
		deleted: fields.optionalInt('deleted') ?? 0,
		time_create: fields.optionalInt('time_create') ?? 0,
		time_update: fields.optionalInt('time_update') ?? 0,
	};
	fields.end();
	return robot;
}

export function readLine(fields: Fields): Line {
	const line: Line = {
		line_num: fields.string('line_num'),
		concurrents: fields.optionalInt('concurrents') ?? 10,
		time_work: fields.optionalStrings('time_work') ?? ['00:00:00-23:59:59'],
		time_apply: fields.optionalInt('time_apply') ?? 0,
		time_expire: fields.optionalInt('time_expire') ?? -1,
		callsAnyNumber: fields.optionalBoolean('callsAnyNumber') ?? false,
	};
	fields.end();
	return line;
}
