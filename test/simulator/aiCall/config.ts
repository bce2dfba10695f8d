import type { VirtualClock } from './clock';
import type { FaultPlan } from './faults';
import type { Endpoint } from './endpointList';
import { isUrlModule, LIMITS, SCRIPT_STATUS, URL_MODULES, type UrlModule } from './protocol';
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

/** A line (document 2, 2.3) as it is set up; `status` follows from what runs on it. */
export interface Line {
	line_num: string;
	concurrents: number;
	time_work: string[];
	time_apply: number;
	time_expire: number;
	/** Whether it can call numbers that are not mobile numbers. Not part of the answer. */
	callsAnyNumber?: boolean;
}

/** A voice (document 2, 2.6). Its gender is in the document's list but not in the answer. */
export interface Voice {
	voice_code: string;
	voice_name: string;
	gender: 'female' | 'male';
}

/** A configured callback (document 2, 2.5); the module may be scoped as `receiveVoice|AppX|4567` (seen in the live service). */
export interface CallbackUrl {
	url: string;
	url_module: CallbackModule;
}

export type CallbackModule = UrlModule | `${UrlModule}|${string}`;

/** Narrows a text to one of the four modules, with or without a scope. */
export function isCallbackModule(name: string): name is CallbackModule {
	return isUrlModule(name.split('|')[0] ?? '');
}

/** An application of a customer of the platform. */
export interface Account {
	appKey: string;
	appSecret: string;
	appId: string;
	businessId: string;
	/** Endpoints that its tokens may use; the others answer 10002. */
	permits: readonly Endpoint[] | 'all';
}

export type PushOrder = 'documented' | 'reversed' | 'random';

/** Everything that a test may change at any time through `configure`. */
export interface Settings {
	/** Lifetime of new tokens in seconds. */
	tokenLifeSeconds: number;
	/** Whether a new token ends the application's former one. */
	newTokenEndsFormer: boolean;
	/** HTTP status of an answer with 10001. */
	tokenFailureStatus: number;
	/** HTTP status of every other failure. */
	failureStatus: number;
	/** Whether a body field that document 2 does not know is refused with 10005. */
	refuseUnknownFields: boolean;
	/**
	 * What insert does with a batch that has bad rows: `refuse` it whole; store the good rows but answer with the code
	 * of the bad one (`partlyRefused`); store the good rows and answer 0 with their ids (`partlyAccepted`).
	 */
	insertBadRows: 'refuse' | 'partlyRefused' | 'partlyAccepted';
	/** Whether a task can be started on a line where another task runs (otherwise 3030002). */
	occupiedLineRefuses: boolean;
	/** How many calls the balance still pays for; -1 for any number. */
	balance: number;
	/** Statuses 5 to 7 in task rows, the newer fields in dialog pushes, and direction 1 in outbound records (seen in the live service). */
	newerRevision: boolean;
	/** Scripts per page of a configuration query, which the newer revision answers with `robotTotal`; 0 for all at once. */
	scriptsPerPage: number;
	/** Milliseconds (real) that every request waits before it is carried out. */
	latencyMs: number;
	/** Milliseconds (real) that a push waits for an answer with `success`, and after which it is repeated. */
	pushTimeoutMs: number;
	/** How often an unanswered push is repeated. */
	pushRepeats: number;
	/** Push requests under way at once. */
	pushConcurrency: number;
	/** Order of one call's pushes. In random order all are sent at once, otherwise one after another. */
	pushOrder: PushOrder;
	/** Whether pushes lack `app_id` and `time_ring`, like real ones. */
	pushesLackFields: boolean;
	/** Whether ids in pushes are bare numbers instead of strings. */
	pushIdsAsNumbers: boolean;
	/** Milliseconds (real) that the platform waits for the dynamic context of an inbound call. */
	contextTimeoutMs: number;
}

export const DEFAULT_SETTINGS: Readonly<Settings> = {
	tokenLifeSeconds: LIMITS.tokenSeconds,
	newTokenEndsFormer: false,
	tokenFailureStatus: 200,
	failureStatus: 200,
	refuseUnknownFields: true,
	insertBadRows: 'refuse',
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
};

/** How a local platform starts. Everything has a default. */
export interface AiCallOptions extends Partial<Settings> {
	/** Seed of everything random: IDs, ringing times, push order. */
	seed?: number;
	accounts?: Account[];
	robots?: Robot[];
	lines?: Line[];
	voices?: Voice[];
	urls?: CallbackUrl[];
	/** `long` (18 digits, beyond 2^53; default) or `small` (130, 131 …). */
	ids?: 'long' | 'small';
	/** First `task_data_id` in decimal digits. */
	firstTaskDataId?: string;
	/** Numbers that are refused with 200203 although they have the right form. */
	sensitiveNumbers?: string[];
	/** Scripts of customers by phone number; the others follow their last digit. */
	customers?: Record<string, Customer>;
	customersByLastDigit?: Record<string, Customer>;
	faultPlan?: FaultPlan;
	/** Start of the calling clock, millisecond timestamp; default: now. */
	startTime?: number;
	/** How many times as fast as real time calls run; default 60. */
	speed?: number;
	/** The same for the lifetime of tokens; default 1. */
	tokenSpeed?: number;
	/** Clocks to use instead. The caller must stop them. */
	clock?: VirtualClock;
	tokenClock?: VirtualClock;
	/** Time zone of calling periods, hours east of UTC; default 8 (China). */
	utcOffsetHours?: number;
}

/** Key and secret of the application that may use everything. */
export const DEFAULT_APP_KEY = 'k7Qm2Zx9Vb4Nc8Ls1Wd5Rf3Tg6Yh0Uj7Ik2Op9Qa4Sx8De1C';
export const DEFAULT_APP_SECRET = 'S3cr3tW4vesOfTheLoca1PlatformForT3stsOnly0x7';

/** Key and secret of an application that may only read the configuration: everything else answers 10002. */
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

/** Scripts with every status; one has two columns with the same name. The first in the list cannot be used. */
export function defaultRobots(): Robot[] {
	const made = Date.UTC(2024, 2, 11, 1, 30);
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
		time_create: made,
		time_update: made + 86_400_000,
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

/** All four modules at one address, as with one trigger URL for everything. */
export function urlsAt(url: string): CallbackUrl[] {
	return URL_MODULES.map((url_module) => ({ url, url_module }));
}

/** The platform's whole set-up, with defaults filled in; `settings` may change while it runs. */
export class Setup {
	readonly settings: Settings;
	accounts: Account[] = [];
	robots: Robot[] = [];
	lines: Line[] = [];
	voices: Voice[] = [];
	urls: CallbackUrl[] = [];
	sensitiveNumbers = new Set<string>();
	/** Scripts of customers by number; may be added to at any time. */
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

	/** The URL for a module's requests about a script: the one with the narrowest scope. */
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

/** The settings among other options; those left undefined do not override a default. */
export function pickSettings(options: Partial<Settings>): Partial<Settings> {
	return Object.fromEntries(
		Object.entries(options).filter(([name, value]) => isSettingName(name) && value !== undefined),
	);
}
