import type { VirtualClock } from './clock';
import type { FaultPlan } from './faults';
import type { Endpoint } from './endpointList';
import {
	isUrlModule,
	LIMITS,
	SCRIPT_STATUS,
	TASK_STATUS,
	URL_MODULES,
	type UrlModule,
} from './protocol';
import { BY_LAST_DIGIT, type Customer } from './results';

/** A script (document 2, 2.4), in the platform's own field names. */
export interface Robot {
	robot_id: string;
	robot_name: string;
	call_column: string[];
	status: number;
	type: number;
	deleted: number;
	time_create: number;
	time_update: number;
}

/** A line (document 2, 2.3) as it is set up. Its `status` is not stored, because it depends on the calls on the line. */
export interface Line {
	line_num: string;
	concurrents: number;
	time_work: string[];
	time_apply: number;
	time_expire: number;
	/** Whether the line can call numbers other than mobile numbers. Not part of the platform's answer. */
	callsAnyNumber?: boolean;
}

/** A voice (document 2, 2.6). The document lists its gender, but the platform's answer does not contain it. */
export interface Voice {
	voice_code: string;
	voice_name: string;
	gender: 'female' | 'male';
}

/** A configured callback (document 2, 2.5). The module may have a scope, as in `receiveVoice|AppX|4567` (seen in the live service). */
export interface CallbackUrl {
	url: string;
	url_module: CallbackModule;
}

export type CallbackModule = UrlModule | `${UrlModule}|${string}`;

/** Whether a text names one of the four modules, with or without a scope. */
export function isCallbackModule(name: string): name is CallbackModule {
	return isUrlModule(name.split('|')[0] ?? '');
}

/** An application of a customer of the platform. */
export interface Account {
	appKey: string;
	appSecret: string;
	appId: string;
	businessId: string;
	/** Endpoints that the application's tokens may use. The other endpoints refuse these tokens with 10002. */
	permits: readonly Endpoint[] | 'all';
}

export type PushOrder = 'documented' | 'reversed' | 'random';

/** The settings that a test may change at any time with `configure`. */
export interface Settings {
	/** Lifetime of new tokens in seconds. */
	tokenLifeSeconds: number;
	/** Whether a new token ends the application's former one. */
	newTokenEndsFormer: boolean;
	/** HTTP status of an answer with the code 10001. */
	tokenFailureStatus: number;
	/** HTTP status of every other failure. */
	failureStatus: number;
	/** Whether a body field that document 2 does not know is refused with 10005. */
	refuseUnknownFields: boolean;
	/**
	 * What the endpoint `taskInsert` does with a batch that has bad rows:
	 * - `refuse`: it stores no row
	 * - `partlyRefused`: it stores the good rows, but answers with the code of the first bad row
	 * - `partlyAccepted`: it stores the good rows, and answers 0 with their IDs
	 */
	insertBadRows: 'refuse' | 'partlyRefused' | 'partlyAccepted';
	/** The status of a task that was created and not started. The document does not say it. */
	firstTaskStatus: number;
	/** Whether the platform refuses with 3030002 to start a task on a line where another task runs. */
	occupiedLineRefuses: boolean;
	/** The number of calls that the balance still pays for. -1 means any number. */
	balance: number;
	/**
	 * Whether the platform behaves as seen in the live service: tasks can have the statuses 5 to 7, dialog pushes have the
	 * newer fields, and outbound records have direction 1.
	 */
	newerRevision: boolean;
	/** Scripts per page of a configuration query. 0 means one page for all. Otherwise the answer has `robotTotal`, as in the newer revision. */
	scriptsPerPage: number;
	/** Real milliseconds that every request waits before it is carried out. */
	latencyMs: number;
	/** Real milliseconds that a push waits for an answer with `success` before the platform repeats it. */
	pushTimeoutMs: number;
	/** How often the platform repeats a push that is not answered with `success`. */
	pushRepeats: number;
	/** The largest number of push requests under way at the same time. */
	pushConcurrency: number;
	/** The order in which the pushes of a call are sent. With `random`, they are all sent at the same time, otherwise one after another. */
	pushOrder: PushOrder;
	/** Whether pushes lack `app_id` and `time_ring`, like real ones. */
	pushesLackFields: boolean;
	/** Whether the IDs in pushes are numbers instead of strings. */
	pushIdsAsNumbers: boolean;
	/** Real milliseconds that the platform waits for the dynamic context of an inbound call. */
	contextTimeoutMs: number;
	/** Which records of an outbound call are pushed. */
	outboundRecords: 'both' | 'basic' | 'outbound';
	/** The unit of the times in call records. */
	recordTimes: 'milliseconds' | 'seconds';
	/** The unit of the durations in call records and recordings. */
	durations: 'seconds' | 'milliseconds';
	/** The `url` of a recording: a relative path, a whole URL, or one with a token. */
	recordingUrl: 'path' | 'whole' | 'withToken';
	/** Whether the `seq` in dialogs is a number. */
	seqAsNumber: boolean;
	/** Whether the `code` of an answer is text. */
	codeAsText: boolean;
	/** Whether the `task_data_ids` of an answer are texts. */
	rowIdsAsText: boolean;
	/** Whether a query lists deleted tasks. */
	listsDeleted: boolean;
	/** Which time of a task `time_begin` and `time_end` of a query mean. */
	queryTimes: 'creation' | 'start';
	/** Milliseconds of the calling clock after which a query shows that a task was started. */
	startShownAfterMs: number;
	/** Whether a task is finished after its last call. Otherwise it stays running. */
	finishes: boolean;
}

export const DEFAULT_SETTINGS: Readonly<Settings> = {
	tokenLifeSeconds: LIMITS.tokenSeconds,
	newTokenEndsFormer: false,
	tokenFailureStatus: 200,
	failureStatus: 200,
	refuseUnknownFields: true,
	insertBadRows: 'refuse',
	firstTaskStatus: TASK_STATUS.new,
	occupiedLineRefuses: false,
	balance: -1,
	newerRevision: false,
	scriptsPerPage: 0,
	latencyMs: 0,
	pushTimeoutMs: 3000,
	pushRepeats: 3,
	pushConcurrency: 20,
	pushOrder: 'random',
	pushesLackFields: false,
	pushIdsAsNumbers: false,
	contextTimeoutMs: 5000,
	outboundRecords: 'both',
	recordTimes: 'milliseconds',
	durations: 'seconds',
	recordingUrl: 'path',
	seqAsNumber: false,
	codeAsText: false,
	rowIdsAsText: false,
	listsDeleted: true,
	queryTimes: 'creation',
	startShownAfterMs: 0,
	finishes: true,
};

/** How a local platform starts. Each option has a default. */
export interface AiCallOptions extends Partial<Settings> {
	/** Seed of all random values: IDs, ringing times, push order. */
	seed?: number;
	accounts?: Account[];
	robots?: Robot[];
	lines?: Line[];
	voices?: Voice[];
	urls?: CallbackUrl[];
	/** Form of the row IDs: `long` (the default: 18 digits, beyond 2^53) or `small` (130, 131 …). */
	ids?: 'long' | 'small';
	/** The first `task_data_id`, in decimal digits. */
	firstTaskDataId?: string;
	/** Numbers that are refused with 200203 although they have the right form. */
	sensitiveNumbers?: string[];
	/** Behavior of customers by phone number. For customers that are not listed, it depends on the last digit of their number. */
	customers?: Record<string, Customer>;
	customersByLastDigit?: Record<string, Customer>;
	faultPlan?: FaultPlan;
	/** The time at which the calling clock starts, as a millisecond timestamp; by default the real time. */
	startTime?: number;
	/** How many times as fast as real time the calling clock runs; default 60. */
	speed?: number;
	/** How many times as fast as real time the clock of tokens runs; default 1. */
	tokenSpeed?: number;
	/** A calling clock that replaces the platform's own. The caller must stop this clock. */
	clock?: VirtualClock;
	/** The same for the clock of tokens. */
	tokenClock?: VirtualClock;
	/** Time zone of the calling periods, in hours east of UTC; default 8 (China). */
	utcOffsetHours?: number;
}

/** Key and secret of the application that may use everything. */
export const DEFAULT_APP_KEY = 'k7Qm2Zx9Vb4Nc8Ls1Wd5Rf3Tg6Yh0Uj7Ik2Op9Qa4Sx8De1C';
export const DEFAULT_APP_SECRET = 'S3cr3tW4vesOfTheLoca1PlatformForT3stsOnly0x7';

/** Key and secret of an application that may only read the configuration. All other endpoints refuse its tokens with 10002. */
export const RESTRICTED_APP_KEY = 'r5Tn8Bv2Mx6Kz1Hj9Gf4Ds7Ap3Qo0Wi5Eu8Ry2Tl6Kc1Zx9V';
export const RESTRICTED_APP_SECRET = 'R3str1ctedAccountOfTheLoca1PlatformForT3st5x';

const FULL_ACCOUNT: Account = {
	appKey: DEFAULT_APP_KEY,
	appSecret: DEFAULT_APP_SECRET,
	appId: '4207',
	businessId: '3186',
	permits: 'all',
};

export function defaultAccounts(): Account[] {
	return [
		{ ...FULL_ACCOUNT },
		{
			appKey: RESTRICTED_APP_KEY,
			appSecret: RESTRICTED_APP_SECRET,
			appId: '4208',
			businessId: '3186',
			permits: ['configQuery'],
		},
	];
}

/** Scripts with every status. The first two scripts cannot be used. One script has two columns with the same name. */
export function defaultRobots(): Robot[] {
	const createdAt = Date.UTC(2024, 2, 11, 1, 30);
	const robot = (
		robot_id: string,
		robot_name: string,
		columns: string[],
		rest: Partial<Robot> = {},
	): Robot => ({
		robot_id,
		robot_name,
		call_column: ['客户手机号码', ...columns],
		status: SCRIPT_STATUS.published,
		type: 1,
		deleted: 0,
		time_create: createdAt,
		time_update: createdAt + 86_400_000,
		...rest,
	});
	return [
		robot('5198', '旧版催缴提醒', ['姓名', '金额'], { deleted: 1 }),
		robot('5199', '新品预约（审核中）', ['姓名'], { status: SCRIPT_STATUS.underReview }),
		robot('5201', '售后回访', ['姓名', '预约时间']),
		robot('5202', '满意度调查', []),
		robot('5203', '还款提醒', ['姓名', '金额', '金额']),
		robot('5204', '保单续期', ['姓名', '保单号', '到期日'], { type: 2 }),
		robot('5205', '活动邀约（未通过）', ['姓名', '活动'], { status: SCRIPT_STATUS.notPassed }),
		robot('5206', '会员生日祝福（待发布）', ['姓名'], { status: SCRIPT_STATUS.pendingPublication }),
		robot('5207', '预约确认', ['姓名', '预约时间', '编号']),
	];
}

/** One line that works around the clock, one with office hours, one that calls any number, and one that has expired. */
export function defaultLines(): Line[] {
	const applied = Date.UTC(2024, 0, 8, 2, 0);
	return [
		{
			line_num: '055168204601',
			concurrents: 10,
			time_work: ['00:00:00-23:59:59'],
			time_apply: applied,
			time_expire: -1,
		},
		{
			line_num: '055168204602',
			concurrents: 3,
			time_work: ['09:00:00-12:00:00', '13:00:00-17:59:59'],
			time_apply: applied,
			time_expire: 3_153_600_000,
		},
		{
			line_num: '055168204603',
			concurrents: 5,
			time_work: ['00:00:00-23:59:59'],
			time_apply: applied,
			time_expire: -1,
			callsAnyNumber: true,
		},
		{
			line_num: '055168204604',
			concurrents: 100,
			time_work: ['08:00:00-20:00:00'],
			time_apply: applied,
			time_expire: 2_592_000,
		},
	];
}

/** The seven voices of document 2, 2.6. */
export function defaultVoices(): Voice[] {
	return [
		{ voice_code: '65580', voice_name: '晓晴', gender: 'female' },
		{ voice_code: '62140', voice_name: '若兰', gender: 'female' },
		{ voice_code: '60020', voice_name: '春春', gender: 'female' },
		{ voice_code: '60030', voice_name: '明远', gender: 'male' },
		{ voice_code: '65660', voice_name: '子昂', gender: 'male' },
		{ voice_code: '60130', voice_name: '安琪', gender: 'female' },
		{ voice_code: '65600', voice_name: '小雅', gender: 'female' },
	];
}

/** The same URL for all four modules. */
export function urlsAt(url: string): CallbackUrl[] {
	return URL_MODULES.map((url_module) => ({ url, url_module }));
}

/** The platform's whole set-up, with defaults for all options that are missing. It may change while the platform runs. */
export class Setup {
	readonly settings: Settings;
	accounts: Account[] = [];
	robots: Robot[] = [];
	lines: Line[] = [];
	voices: Voice[] = [];
	urls: CallbackUrl[] = [];
	sensitiveNumbers = new Set<string>();
	/** Behavior of customers by number. A test may add customers at any time. */
	customers: Record<string, Customer> = {};
	customersByLastDigit: Record<string, Customer> = {};
	readonly utcOffsetMs: number;

	constructor(private readonly options: AiCallOptions) {
		this.settings = { ...DEFAULT_SETTINGS };
		this.utcOffsetMs = (options.utcOffsetHours ?? 8) * 3_600_000;
		this.restore();
	}

	/** Restores the initial set-up. */
	restore(): void {
		const { options } = this;
		Object.assign(this.settings, DEFAULT_SETTINGS, pickSettings(options));
		this.accounts = options.accounts ?? defaultAccounts();
		this.robots = structuredClone(options.robots) ?? defaultRobots();
		this.lines = structuredClone(options.lines) ?? defaultLines();
		this.voices = structuredClone(options.voices) ?? defaultVoices();
		this.urls = structuredClone(options.urls) ?? [];
		this.sensitiveNumbers = new Set(options.sensitiveNumbers);
		this.customers = { ...options.customers };
		this.customersByLastDigit = { ...BY_LAST_DIGIT, ...options.customersByLastDigit };
	}

	robot(id: string): Robot | undefined {
		return this.robots.find((robot) => robot.robot_id === id);
	}

	line(num: string): Line | undefined {
		return this.lines.find((line) => line.line_num === num);
	}

	/** The URL for a module's requests about a script. If several URLs fit, this is the one with the narrowest scope. */
	urlOf(module: UrlModule, appId = '', robotId = ''): string | undefined {
		const scopes = [
			`${module}|${appId}|${robotId}`,
			`${module}||${robotId}`,
			`${module}|${appId}`,
			module,
		];
		return scopes
			.map((scope) => this.urls.find((entry) => entry.url_module === scope)?.url)
			.find((url) => url !== undefined);
	}
}

export function isSettingName(name: string): name is keyof Settings {
	return Object.hasOwn(DEFAULT_SETTINGS, name);
}

/** The options that are settings, without undefined values, which would override a default. */
export function pickSettings(options: Partial<Settings>): Partial<Settings> {
	return Object.fromEntries(
		Object.entries(options).filter(([name, value]) => isSettingName(name) && value !== undefined),
	);
}
