/** The result codes: what each code means, what kind of failure it is, and what its advice must mention. */

export interface Code {
	meaning: string;
	/** The first line of the error, without the code, if it says more about the cause than `meaning`. */
	headline?: string;
	/** The kind of failure, by default `refused`. Only requests that fail with one of these two kinds may be repeated. */
	kind?: 'unavailable' | 'rateLimited';
	/** What the advice in the error must match. */
	advice: RegExp;
	/** For the tables of docs/codes.zh-CN.md. */
	chinese: readonly [meaning: string, advice: string];
}

/** A code of document 2, and what it means for the request and its rows. */
interface CallCode extends Code {
	/** The document's words for the code. The local platform sends them as its message. */
	says: string;
	/** `request`: the platform has not read the rows, so it has accepted none. `row`: a single wrong row can be the cause. */
	refuses?: 'request' | 'row';
	/** True if the key, the secret or the permissions are wrong. */
	keyRefused?: true;
	/** The methods for which this code means that their work is already done. */
	alreadyDone?: readonly string[];
}

const LICENSE = /Add the service to the application in the iFLYTEK console/;
const CHECK_PARAMETERS = /parameters of the node/;
const LATER = /Try again later/;

/** The codes of document 1, part 7, and other codes of the live services. */
export const CODES: Readonly<Record<string, Code>> = {
	10005: {
		meaning: 'no license for the application',
		headline: 'The service is not enabled for the application',
		advice: LICENSE,
		chinese: ['应用无授权许可', '在控制台为应用添加该服务，或续期'],
	},
	10006: {
		meaning: 'invalid parameter',
		advice: CHECK_PARAMETERS,
		chinese: ['无效参数', '某个取值缺失、超出范围或不被该服务接受，请检查节点参数'],
	},
	10007: {
		meaning: 'invalid parameter',
		advice: CHECK_PARAMETERS,
		chinese: ['无效参数', '某个取值缺失、超出范围或不被该服务接受，请检查节点参数'],
	},
	10019: {
		meaning: 'time out',
		kind: 'unavailable',
		advice: LATER,
		chinese: ['超时', '平台自身的问题，请稍后再试；若反复出现，把 sid 提供给讯飞'],
	},
	10043: {
		meaning: 'the audio could not be encoded',
		advice: /another Format or Sample Rate/,
		chinese: [
			'音频编码失败',
			'重试，或在节点中换一种 Format（格式）或 Sample Rate（采样率）；若反复出现，把 sid 提供给讯飞',
		],
	},
	// Without a description the cause can be the App ID, the key or the whitelist; a wrong clock is measured.
	10105: {
		meaning: 'illegal access',
		headline:
			"App ID or API Key is wrong for lexical analysis, or this machine's IP address is not on the whitelist",
		advice: /App ID.*Key.*Separate Keys per Service.*whitelist/s,
		chinese: [
			'没有权限',
			'从控制台中该服务的页面重新复制 App ID 和 API Key；凭证中如果是另一项服务的密钥，打开 Separate Keys per Service，再填入这一个。都正确时，检查该服务的 IP 白名单',
		],
	},
	10106: {
		meaning: 'invalid parameter',
		advice: /parameter/,
		chinese: [
			'无效参数',
			'按描述更正对应的参数；若未指明，检查凭证中的 App ID 和 Options 中的取值',
		],
	},
	10107: {
		meaning: 'illegal parameter value',
		advice: CHECK_PARAMETERS,
		chinese: ['非法参数值', '某个取值超出范围或不被该服务接受，请检查节点参数'],
	},
	10109: {
		meaning: 'illegal text or audio length',
		// The advice fits both kinds of operations: those that analyze text have the option Long Text, Synthesize does not.
		advice:
			/^The text is empty or too long for this service\. Shorten it\. The node splits a text to analyze unless Long Text under Options says otherwise, and a text to speak always\.$/,
		chinese: ['文本或音频长度非法', '文本为空或过长，请缩短'],
	},
	10110: {
		meaning: 'no license',
		headline: 'The service is not enabled for the application',
		advice: LICENSE,
		chinese: ['无授权许可', '在控制台为应用添加该服务，或续期'],
	},
	// The live services also answer a wrong X-CurTime with this code.
	10114: {
		meaning: 'time out',
		kind: 'unavailable',
		advice: /Try again later\.$/,
		chinese: ['超时', '服务未能及时完成，请稍后再试'],
	},
	10160: {
		meaning: 'invalid parameter or request format',
		advice: CHECK_PARAMETERS,
		chinese: [
			'参数或请求格式无效',
			'某个取值缺失、超出范围或不被该服务接受，请检查节点参数；都正确时，检查是否有代理改动了请求',
		],
	},
	10161: {
		meaning: 'invalid parameter or request format',
		advice: CHECK_PARAMETERS,
		chinese: [
			'参数或请求格式无效',
			'某个取值缺失、超出范围或不被该服务接受，请检查节点参数；都正确时，检查是否有代理改动了请求',
		],
	},
	10162: {
		meaning: 'invalid parameter or request format',
		advice: CHECK_PARAMETERS,
		chinese: [
			'参数或请求格式无效',
			'某个取值缺失、超出范围或不被该服务接受，请检查节点参数；都正确时，检查是否有代理改动了请求',
		],
	},
	10163: {
		meaning: 'invalid parameter or request format',
		advice: CHECK_PARAMETERS,
		chinese: [
			'参数或请求格式无效',
			'某个取值缺失、超出范围或不被该服务接受，请检查节点参数；都正确时，检查是否有代理改动了请求',
		],
	},
	10200: {
		meaning: 'nothing was sent in time',
		kind: 'unavailable',
		advice: LATER,
		chinese: ['未能及时收到数据', '平台自身的问题，请稍后再试；若反复出现，把 sid 提供给讯飞'],
	},
	10222: {
		meaning: 'network failure inside the platform',
		kind: 'unavailable',
		advice: LATER,
		chinese: ['平台内部网络异常', '平台自身的问题，请稍后再试；若反复出现，把 sid 提供给讯飞'],
	},
	10223: {
		meaning: 'network failure inside the platform',
		kind: 'unavailable',
		advice: LATER,
		chinese: ['平台内部网络异常', '平台自身的问题，请稍后再试；若反复出现，把 sid 提供给讯飞'],
	},
	10313: {
		meaning: 'the App ID does not belong to the API Key',
		headline: 'The App ID does not belong to the API Key',
		advice: /same application/,
		chinese: [
			'App ID 与 API Key 不匹配',
			'从控制台把同一个应用的 APPID、APIKey 和 APISecret 重新复制到凭证中',
		],
	},
	10317: {
		meaning: 'the version of the service is not accepted',
		advice: /base URL.*proxy/,
		chinese: [
			'服务版本不被接受',
			'检查凭证中该服务的基础 URL，以及是否有代理改动了请求；都正确时，把 sid 提供给讯飞',
		],
	},
	10700: {
		meaning: 'engine error',
		kind: 'unavailable',
		advice: LATER,
		chinese: ['引擎错误', '识别或合成引擎出错，请稍后再试；若同一输入反复出错，把 sid 提供给讯飞'],
	},
	11200: {
		meaning: 'voice or feature not authorized',
		advice: /voice/,
		chinese: [
			'没有该发音人或功能的授权',
			'该应用不能使用这个发音人或功能。换一个发音人，或在控制台添加该发音人或功能',
		],
	},
	11201: {
		meaning: 'daily call limit exceeded',
		advice: /tomorrow/,
		chinese: ['当日调用次数超限', '等到明天，或在控制台购买更多次数'],
	},
	11202: {
		meaning: 'too many requests per second',
		kind: 'rateLimited',
		advice: /for 60 seconds.* fewer/,
		chinese: [
			'每秒请求数超限',
			'检查是否有别的程序也在用这个应用的额度；否则减少同时运行的工作流，或向讯飞申请提高额度',
		],
	},
	11203: {
		meaning: 'too many requests at once',
		kind: 'rateLimited',
		advice: /for 60 seconds.* fewer/,
		chinese: [
			'并发请求数超限',
			'检查是否有别的程序也在用这个应用的额度；否则减少同时运行的工作流，或向讯飞申请提高额度',
		],
	},
	11501: {
		meaning: 'server failure',
		kind: 'unavailable',
		advice: LATER,
		chinese: ['服务器异常', '平台自身的问题，请稍后再试；若反复出现，把 sid 提供给讯飞'],
	},
	11502: {
		meaning: 'server failure',
		kind: 'unavailable',
		advice: LATER,
		chinese: ['服务器异常', '平台自身的问题，请稍后再试；若反复出现，把 sid 提供给讯飞'],
	},
	11503: {
		meaning: 'server failure',
		kind: 'unavailable',
		advice: LATER,
		chinese: ['服务器异常', '平台自身的问题，请稍后再试；若反复出现，把 sid 提供给讯飞'],
	},
	40202: {
		meaning: 'client address forbidden',
		headline: "This machine's IP address is not on the whitelist of lexical analysis",
		advice: /whitelist holds at most five addresses, .* about five minutes/,
		chinese: [
			'客户端地址被拒绝',
			'在控制台把本机的公网 IP 加入该服务的白名单，或关闭白名单。白名单最多五个地址，修改后约五分钟生效',
		],
	},
};

/** Document 2, part 7. */
export const CALL_CODES: Readonly<Record<string, CallCode>> = {
	200101: {
		says: 'Wrong account or password',
		meaning: 'wrong account or password',
		headline: 'App Key or App Secret is wrong',
		advice: /Copy both again.*console.*not swapped/,
		chinese: ['账号或密码错误', '从控制台成对地重新复制：你的应用 → 已开通服务。注意不要填反'],
		refuses: 'request',
		keyRefused: true,
	},
	10001: {
		says: 'Invalid token request',
		meaning: 'the token is invalid',
		advice: /token/,
		chinese: [
			'token 无效',
			'节点会自动获取新的 token；若一直出现，请测试凭证，并确认没有别的程序不停地为同一应用换取 token',
		],
		refuses: 'request',
	},
	10002: {
		says: 'The token has no permission for the request',
		meaning: 'no permission',
		advice: /Enable the AI call service/,
		chinese: [
			'token 没有该请求的权限',
			'应用没有开通这项服务，请在控制台开通，或换用已开通的应用的凭证',
		],
		refuses: 'request',
		keyRefused: true,
	},
	10003: {
		says: 'Wrong app_id',
		meaning: 'wrong application id',
		advice: /App Key.*App Secret/,
		chinese: [
			'应用 ID 错误',
			'凭证中的 App Key 和 App Secret 所属的应用不被识别，请从控制台重新复制',
		],
		refuses: 'request',
		keyRefused: true,
	},
	10004: {
		says: 'Service busy, retry later',
		meaning: 'the service is busy',
		kind: 'unavailable',
		advice: /Wait a few minutes/,
		chinese: ['服务繁忙', '请求未执行；请几分钟后降低并发再试'],
		refuses: 'request',
	},
	10005: {
		says: 'Incorrect input parameter',
		meaning: 'a parameter is wrong',
		advice: /Check script, line, times and columns/,
		chinese: [
			'输入参数错误',
			'对照话术和线路检查：各值是否填写、时间是否在将来、列是否与话术一致；平台的描述常会指出是哪个参数',
		],
	},
	10020: {
		says: 'Interface under maintenance',
		meaning: 'the interface is under maintenance',
		advice: /maintenance is over/,
		chinese: ['接口维护中', '等待平台维护结束后再试'],
		refuses: 'request',
	},
	10021: {
		says: 'Interface disabled',
		meaning: 'the interface is disabled',
		advice: /support/,
		chinese: ['接口已停用', '平台已关闭此接口，请联系平台客服'],
		refuses: 'request',
	},
	200200: {
		says: 'Wrong data relationship',
		meaning: 'the data does not match',
		advice: /paused/,
		chinese: ['数据关系错误', '话术、线路、发音人和任务必须属于同一应用，请从列表中选择'],
	},
	200201: {
		says: 'Wrong enterprise id',
		meaning: 'wrong enterprise id',
		advice: /enterprise/,
		chinese: ['企业 ID 错误', '平台找不到该应用所属的企业，请检查凭证，再联系平台客服'],
		refuses: 'request',
	},
	200202: {
		says: 'Wrong task id',
		meaning: 'there is no such task',
		advice: /ID returned by Create or Get Many/,
		chinese: [
			'没有这个任务',
			'该应用没有这个任务；请以文本形式使用 Create 或 Get Many 给出的 ID，长 ID 转成数字会丢失末尾几位',
		],
		refuses: 'request',
	},
	200203: {
		says: 'Wrong outbound number',
		meaning: 'wrong outbound number',
		advice: /telephone number|mobile number/,
		chinese: [
			'外呼号码错误',
			'至少有一个号码被拒绝：不是手机号，或在禁拨名单中；请检查各行第一列。Place 的 Split Rejected Batches 选项可以找出该行',
		],
		refuses: 'row',
	},
	200204: {
		says: 'Wrong script id',
		meaning: 'wrong script id',
		advice: /script.*published/,
		chinese: ['话术 ID 错误', '请从列表中选择已发布、未删除且属于该应用的话术'],
	},
	200205: {
		says: 'Wrong script voice id',
		meaning: 'wrong voice',
		advice: /voice/,
		chinese: ['话术发音人 ID 错误', '请从列表中选择发音人，或留空'],
	},
	200206: {
		says: 'Wrong speech speed',
		meaning: 'wrong speech speed',
		advice: /speed/,
		chinese: ['语速错误', '话术或任务设置的语速不被接受，请在控制台更正'],
	},
	200209: {
		says: 'Insufficient balance',
		meaning: 'the balance is not sufficient',
		advice: /Top up/,
		chinese: ['余额不足', '在控制台充值，然后重新提交未被接受的行；Add Rows 请先核对 total'],
	},
	200210: {
		says: 'Wrong file format',
		meaning: 'wrong file format',
		advice: /format/,
		chinese: ['文件格式错误', '平台不接受这种文件，请核对控制台要求的格式'],
	},
	200211: {
		says: 'Uploaded file exceeds the 10m limit',
		meaning: 'the uploaded file is larger than 10 MB',
		advice: /smaller/,
		chinese: ['上传文件超过 10 MB', '把文件拆小'],
	},
	200212: {
		says: "Wrong data, does not match the script's dynamic information",
		meaning: 'the row does not match the columns of the script',
		advice: /columns/,
		chinese: [
			'数据与话术的动态信息不符',
			'对照话术的列（Configuration: Get）：列名和顺序一致，手机号在第一列，每列都有值。Place 的 Split Rejected Batches 选项可以找出该行',
		],
		refuses: 'row',
	},
	200213: {
		says: 'Uploaded outbound data exceeds the limit',
		meaning: 'too much outbound data',
		advice: /several tasks/,
		chinese: ['外呼数据超过上限', '该应用不能提交这么多行，请分到多个任务，或请平台客服提高上限'],
	},
	3030002: {
		says: 'Number occupied',
		meaning: 'the line is occupied',
		advice: /another line/,
		chinese: ['号码被占用', '线路或号码正被另一任务使用，请等它完成或暂停，或换一条线路'],
	},
	3010101: {
		says: 'Task already completed',
		meaning: 'the task is already completed',
		advice: /Create a new one/,
		chinese: ['任务已完成', '已完成的任务不能再提交数据或启动，请新建任务'],
		refuses: 'request',
	},
	3010102: {
		says: 'Task already deleted',
		meaning: 'the task is already deleted',
		advice: /Create a new one/,
		chinese: ['任务已删除', '已删除的任务不能再使用，请新建任务'],
		refuses: 'request',
		alreadyDone: ['deleteTask'],
	},
};
