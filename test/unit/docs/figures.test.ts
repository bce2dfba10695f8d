import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	MAX_PAGE_SIZE,
	MAX_RECALLS,
	MAX_RETRIES,
	MAX_ROWS_PER_REQUEST,
	MAX_TASK_PAGES,
	MAX_WATCHED_TASKS,
} from '../../../nodes/shared/aiCall/protocol/limits';
import { maxResponseBytes } from '../../../nodes/shared/aiCall/protocol/apiMethods';
import { engines } from '../../../package.json';
import { dependencies } from '../../e2e/n8n/package.json';
import { SLOT_MS } from '../../../nodes/IflytekAiCall/sentBefore/nodeLock';
import { WHOLE_TIMEOUTS } from '../../../nodes/shared/n8n/http/responseBody';
import { retries } from '../../../nodes/shared/n8n/parameters/properties';
import { PATIENCE_SECONDS } from '../../../nodes/shared/n8n/requests/limiter';
import { MAX_BODY_MEGABYTES } from '../../../nodes/shared/aiCall/webhook/admission';
import { ENDPOINTS, K, M } from '../../../nodes/shared/openPlatform/protocol/services';
import { MAX_FILE_BYTES } from '../../../nodes/shared/openPlatform/speech/audioJoiner';
import { MAX_FRAMES } from '../../../nodes/shared/openPlatform/speech/streamingSpeech';
import { MAX_PAUSE_MS, RETRY_SECONDS } from '../../../nodes/shared/retry/failurePolicy';
import { ERROR_CHARACTERS, ERROR_ENTRIES } from '../../../nodes/shared/errorTexts';
import { IflytekAiCall } from '../../../nodes/IflytekAiCall/IflytekAiCall.node';
import { IflytekAiCallContextTrigger } from '../../../nodes/IflytekAiCallContextTrigger/IflytekAiCallContextTrigger.node';

const read = (document: string) => readFileSync(join(__dirname, '../../..', document), 'utf8');

const REFERENCE = ['docs/reference.md', 'docs/reference.zh-CN.md'] as const;
const README = ['README.md', 'docs/README.zh-CN.md'] as const;
const SCALING = ['docs/scaling.md', 'docs/scaling.zh-CN.md'] as const;
const CONSOLE_PAGE = ['docs/console.md'] as const;
const CHINESE_CODES = ['docs/codes.zh-CN.md'] as const;
/** This decision is in English alone. */
const ONCE = ['docs/decisions/once.md'] as const;

const { handwriting, scene, violence, speech, streaming, cws } = ENDPOINTS;

/** All fields in a description, also those inside collections. */
function fieldsIn(value: unknown): { displayName?: unknown; default?: unknown }[] {
	if (typeof value !== 'object' || value === null) return [];
	return [value, ...Object.values(value).flatMap(fieldsIn)];
}

/** The default of a field of a node, by its name in the panel. */
const defaultOf = (
	{ description }: IflytekAiCall | IflytekAiCallContextTrigger,
	displayName: string,
) =>
	String(
		fieldsIn(description.properties).find((field) => field.displayName === displayName)?.default,
	);

const calls = new IflytekAiCall();

/** The name in the panel of the choice that a field begins with. */
function firstChoice({ description }: IflytekAiCall, displayName: string): string {
	const field = fieldsIn(description.properties).find((one) => one.displayName === displayName);
	const options = fieldsIn(field) as { name?: unknown; value?: unknown }[];
	return String(options.find(({ value }) => value === field?.default)?.name);
}

const contextTrigger = new IflytekAiCallContextTrigger();

type Figure = [value: unknown, documents: readonly string[], english: RegExp, chinese?: RegExp];

/**
 * Numbers in the running text of the documents: the value in the product, the documents, and the patterns that find it in the English and in the Chinese text.
 * The tables are not listed, because `npm run docs` writes them from the code.
 */
const FIGURES: Figure[] = [
	// Document 1, part 5, in the words of the advice (test/setup/advice.ts).
	['five', CONSOLE_PAGE, /At most (\w+) public addresses/],
	['five', CONSOLE_PAGE, /after about (\w+) minutes/],
	['五', CHINESE_CODES, /白名单最多(.)个地址/],
	['五', CHINESE_CODES, /修改后约(.)分钟生效/],
	[retries.default, REFERENCE, /(\d+) more times by default/, /默认再发 (\d+) 次/],
	[
		MAX_PAUSE_MS / 1000,
		REFERENCE,
		/from a quarter of a second to (\d+) seconds/,
		/从四分之一秒逐渐增加到 (\d+) 秒/,
	],
	[PATIENCE_SECONDS, REFERENCE, /no request at all for (\d+) seconds/, /连续 (\d+) 秒/],
	[RETRY_SECONDS, REFERENCE, /Timeout and (\d+) seconds after/, /“Timeout 加 (\d+) 秒”/],
	[MAX_RETRIES, REFERENCE, /it happens up to (\d+) times/, /最多重发 (\d+) 次/],
	[
		firstChoice(calls, 'Mode'),
		README,
		/\*\*Mode\*\* is ([\w ]+) at first/,
		/\*\*Mode\*\* 起初为 ([\w ]+)，/,
	],
	[
		defaultOf(calls, 'Calling Hours'),
		README,
		/\((\d\d:\d\d-\d\d:\d\d) in China/,
		/默认为北京时间 (\d\d:\d\d-\d\d:\d\d)/,
	],
	[
		defaultOf(calls, 'Calling Hours'),
		REFERENCE,
		/(\d\d:\d\d-\d\d:\d\d) in China time on/,
		/默认为北京时间 (\d\d:\d\d-\d\d:\d\d)/,
	],
	[
		defaultOf(contextTrigger, 'Response Timeout (Milliseconds)'),
		REFERENCE,
		/\((\d+) ms by default\)/,
		/（默认 (\d+) 毫秒）/,
	],
	[SLOT_MS / 1000, ONCE, /each slot of (\d+) seconds/],
	[(3 * SLOT_MS) / 1000, ONCE, /both may fill a campaign if one stands still for (\d+) seconds/],
	[MAX_BODY_MEGABYTES, REFERENCE, /larger than (\d+) MB/, /请求体超过 (\d+) MB/],
	[
		MAX_WATCHED_TASKS.toLocaleString('en'),
		REFERENCE,
		/at most ([\d,]+): with/,
		/最多 ([\d,]+) 个：/,
	],
	[MAX_ROWS_PER_REQUEST, REFERENCE, /(\d+) rows are sent per request/, /每批 (\d+) 行/],
	[MAX_RECALLS, REFERENCE, /(\d+) redials/, /最多重呼 (\d+) 次/],
	[MAX_PAGE_SIZE, REFERENCE, /every page of (\d+) tasks/, /每页 (\d+) 个任务/],
	[MAX_TASK_PAGES.toLocaleString('en'), REFERENCE, /more than ([\d,]+) pages/, /超过 ([\d,]+) 页/],
	[cws.responseBytes / M, REFERENCE, /Response:\*\* (\d+) MB/, /响应：\*\* (\d+) MB/],
	[maxResponseBytes('placeCalls') / M, REFERENCE, /Response:\*\* (\d+) MB/, /响应：\*\* (\d+) MB/],
	[scene.responseBytes / M, REFERENCE, /Response:\*\* (\d+) MB/, /响应：\*\* (\d+) MB/],
	[handwriting.responseBytes / M, REFERENCE, /(\d+) MB for hand/, /任务列表 (\d+) MB/],
	[violence.responseBytes / M, REFERENCE, /(\d+) MB for hand/, /任务列表 (\d+) MB/],
	[maxResponseBytes('queryTasks') / M, REFERENCE, /(\d+) MB for hand/, /任务列表 (\d+) MB/],
	[maxResponseBytes('queryConfiguration') / M, REFERENCE, /(\d+) MB for hand/, /任务列表 (\d+) MB/],
	[speech.responseBytes / M, REFERENCE, /(\d+) MB of Standard/, /Standard 语音 (\d+) MB/],
	[MAX_FILE_BYTES / M, REFERENCE, /a file may have (\d+) MB/, /一个文件最多 (\d+) MB/],
	[WHOLE_TIMEOUTS, REFERENCE, /within (\d+) times the Timeout/, /Timeout 的 (\d+) 倍/],
	[MAX_FRAMES.toLocaleString('en'), REFERENCE, /([\d,]+) frames for one/, /最多 ([\d,]+) 帧/],
	[
		ERROR_CHARACTERS.toLocaleString('en'),
		REFERENCE,
		/([\d,]+) characters of a text/,
		/文字最多 ([\d,]+) 个字符/,
	],
	[ERROR_ENTRIES, REFERENCE, /(\d+) entries of a list/, /列表最多 (\d+) 项/],
	[cws.limits.textBytes, REFERENCE, /Text over (\d+) bytes \(/, /超过 (\d+) 字节（约/],
	[cws.limits.textBytes, REFERENCE, /Text over (\d+) bytes/, /超过 (\d+) 字节/],
	[
		streaming.limits.textBytes,
		REFERENCE,
		/Streaming \(default\) \| (\d+) bytes/,
		/Streaming（默认） \| (\d+) 字节/,
	],
	[speech.limits.textBytes, REFERENCE, /new applications \| (\d+) bytes/, /新应用 \| (\d+) 字节/],
	[
		`${handwriting.limits.encodedBytes / M}M`,
		REFERENCE,
		/(\d+M) once encoded/,
		/编码后不超过 (\d+M)/,
	],
	[
		`${scene.limits.imageBytes / K}k`,
		REFERENCE,
		/bmp or tif up to (\d+k)/,
		/（按内容判断），不超过 (\d+k)/,
	],
	[`${violence.limits.imageBytes / M}M`, REFERENCE, /(\d+M) \(zip: \d+M\)/, /不超过 (\d+M)（zip/],
	[`${violence.limits.archiveBytes / M}M`, REFERENCE, /\(zip: (\d+M)\)/, /（zip：(\d+M)）/],
	[
		engines.node.replace('>=', ''),
		README,
		/\) ([\d.]+) or newer, npm/,
		/\) ([\d.]+) 或更新版本、npm/,
	],
	[dependencies.n8n, README, /Every test runs on n8n ([\d.]+\d)/, /所有测试都在 n8n ([\d.]+\d) 上/],
	[dependencies.n8n, SCALING, /tried with n8n ([\d.]+\d)/, /都在 n8n ([\d.]+\d) 上试过/],
	[violence.limits.perRequest, REFERENCE, /up to (\d+) URLs, or up to/, /最多 (\d+) 个 URL/],
];

test.each(FIGURES)(
	'the value %s of the code is also the value in %j',
	(value, documents, ...patterns) => {
		for (const [index, document] of documents.entries()) {
			const pattern = new RegExp(patterns[index] ?? '', 'g');
			const figures = [...read(document).matchAll(pattern)].map(([, figure]) => figure);
			expect([document, ...new Set(figures)]).toEqual([document, String(value)]);
		}
	},
);
