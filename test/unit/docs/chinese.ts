/** Chinese for the generated tables of README.zh-CN.md; a missing entry makes the test of the documents fail. */

/** What each operation does, by node, resource and operation value. */
export const OPERATIONS: Readonly<Record<string, string>> = {
	'iflytek.handwriting.recognize': '识别图片中的手写或印刷文字',
	'iflytek.image.detectViolence': '检测图片中的武器、军警服饰、旗帜、国徽等暴恐敏感内容',
	'iflytek.image.recognizeExpression': '识别人脸表情，例如喜悦、愤怒',
	'iflytek.image.recognizeObject': '识别图片主体所属的物体类别（两万余类）',
	'iflytek.image.recognizeScene': '识别图片属于 43 种场景中的哪一种',
	'iflytek.speech.synthesize': '把文字合成为语音文件',
	'iflytek.text.analyze': '同时调用多种分析，并按词合并成一份结果',
	'iflytek.text.labelSemanticRoles': '语义角色标注：谁、对谁、何时、何地、做了什么',
	'iflytek.text.parseDependencies': '依存句法分析：主谓、动宾等句法关系',
	'iflytek.text.parseSemanticGraph': '语义依存图分析：一个词可以有多个父节点',
	'iflytek.text.parseSemanticTree': '语义依存树分析：每个词只有一个父节点',
	'iflytek.text.recognizeEntities': '命名实体识别：人名、地名、机构名，每词一个标记',
	'iflytek.text.segment': '中文分词',
	'iflytek.text.tagPartsOfSpeech': '词性标注',
	'iflytekAiCall.call.place': '直接外呼：机器人立即拨打客户电话。每一行都会让一部真实的电话响起',
	'iflytekAiCall.configuration.get': '查询应用的话术、线路、发音人和回调地址',
	'iflytekAiCall.task.addRows': '向尚未启动的任务提交客户数据，每批 50 行',
	'iflytekAiCall.task.create': '创建外呼任务，之后再提交数据',
	'iflytekAiCall.task.delete': '停止并删除任务，删除后不能再启动',
	'iflytekAiCall.task.get': '查询一个任务的状态和计数',
	'iflytekAiCall.task.getAll': '按条件查询任务列表，可排序',
	'iflytekAiCall.task.pause': '暂停任务，之后可用 Start 继续',
	'iflytekAiCall.task.start': '启动任务，或继续已暂停的任务；启动后不能再提交数据',
};

/** Meaning and advice of the open platform's codes. */
export const CODES: Readonly<Record<string, readonly [meaning: string, advice: string]>> = {
	'10105': ['没有权限', '检查 App ID 与 API Key 是否填反、密钥是否属于这一项服务（每项服务的密钥各不相同）、本机时钟误差是否在五分钟以内；都没有问题时检查 IP 白名单'],
	'10106': ['无效参数', '按描述更正对应的参数；若未指明，检查凭证中的 App ID 和 Options 中的取值'],
	'10107': ['非法参数值', '某个取值超出范围或不被该服务接受，请检查节点参数'],
	'10109': ['文本或音频长度非法', '文本为空或过长，请缩短，或让节点自动切分'],
	'10110': ['无授权许可', '密钥有效，但应用尚未开通这项服务；请在控制台为应用添加该服务或续期'],
	'10114': ['超时', '服务未能及时完成，请稍后再试；若反复出现，检查本机时钟误差是否在五分钟以内'],
	'10700': ['引擎错误', '识别或合成引擎出错，请稍后再试；若同一输入反复出错，把 sid 提供给讯飞'],
	'11200': ['没有该发音人或功能的授权', '换一个发音人，或在控制台添加该发音人'],
	'11201': ['当日调用次数超限', '等到明天，或在控制台购买更多次数'],
	'40202': ['客户端地址被拒绝', '在控制台把本机的公网 IP 加入该服务的白名单（最多五个，保存后约五分钟生效），或关闭白名单'],
};

/** Meaning and advice of the telephone platform's codes. */
export const CALL_CODES: Readonly<Record<string, readonly [meaning: string, advice: string]>> = {
	'10001': ['token 无效', '节点会自动获取新的 token；若一直出现，请测试凭证，并确认没有别的程序不停地为同一应用换取 token'],
	'10002': ['token 没有该请求的权限', '应用没有开通这项服务，请在控制台开通，或换用已开通的应用的凭证'],
	'10003': ['应用 ID 错误', '凭证中的 App Key 和 App Secret 所属的应用不被识别，请从控制台重新复制'],
	'10004': ['服务繁忙', '什么都没有执行，几分钟后以更低的并发再试'],
	'10005': ['输入参数错误', '对照话术和线路检查：各值是否填写、时间是否在将来、列是否与话术一致；平台的描述常会指出是哪个参数'],
	'10020': ['接口维护中', '等待平台维护结束'],
	'10021': ['接口已停用', '平台已为该应用关闭此接口，请联系平台客服'],
	'200101': ['账号或密码错误', '检查 App Key 和 App Secret：从控制台成对地重新复制，注意不要填反'],
	'200200': ['数据关系错误', '话术、线路、发音人和任务必须属于同一应用，请从列表中选择'],
	'200201': ['企业 ID 错误', '平台不认识该应用的企业，请检查凭证，再联系平台客服'],
	'200202': ['任务 ID 错误', '该应用没有这个任务；请以文本形式使用 Create 或 Get Many 给出的 ID，长 ID 变成数字会丢失末位'],
	'200203': ['外呼号码错误', '至少有一个号码被拒绝：不是手机号，或在禁拨名单中；请检查各行第一列。Place 的 Isolate Bad Rows 选项可以找出该行'],
	'200204': ['话术 ID 错误', '请从列表中选择已发布、未删除且属于该应用的话术'],
	'200205': ['话术发音人 ID 错误', '请从列表中选择发音人，或留空使用话术自带的发音人'],
	'200206': ['语速错误', '话术或任务设置的语速不被接受，请在控制台更正'],
	'200209': ['余额不足', '在控制台充值，然后重新提交未被接受的行'],
	'200210': ['文件格式错误', '平台不接受这种文件，请核对控制台要求的格式'],
	'200211': ['上传文件超过 10M', '把文件拆小'],
	'200212': ['数据与话术的动态信息不符', '对照话术的列（Configuration: Get）：列名和顺序一致，手机号在第一列，每列都有值。Place 的 Isolate Bad Rows 选项可以找出该行'],
	'200213': ['外呼数据超过上限', '该应用不能提交这么多行，请分到多个任务，或请平台客服提高上限'],
	'3010101': ['任务已完成', '已完成的任务不能再提交数据或启动，请新建任务'],
	'3010102': ['任务已删除', '已删除的任务不能再使用，请新建任务'],
	'3030002': ['号码被占用', '线路或号码正被另一任务使用，请等它完成或暂停，或换一条线路'],
};
