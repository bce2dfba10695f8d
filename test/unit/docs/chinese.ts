/** Chinese for the generated tables of docs/README.zh-CN.md; a missing entry makes the test of the documents fail. */

/** What each operation does, by node, resource and operation value. */
export const OPERATIONS: Readonly<Record<string, string>> = {
	'iflytek.handwriting.recognize': '识别图片文件中的手写或印刷文字（AI 智能体无法传入文件）',
	'iflytek.image.detectViolence': '检测图片中的武器、军警服饰、旗帜、国家标志等暴恐敏感内容；目前不检测血腥内容',
	'iflytek.image.recognizeExpression': '识别人脸表情，例如喜悦、愤怒',
	'iflytek.image.recognizeObject': '识别图片主体所属的物体类别（两万余类）',
	'iflytek.image.recognizeScene': '识别图片属于 43 种场景中的哪一种',
	'iflytek.speech.synthesize': '把文字合成为语音文件（AI 智能体收不到文件）',
	'iflytek.text.analyze': '同时调用多种分析，并按词合并成一份结果',
	'iflytek.text.labelSemanticRoles': '语义角色标注：谁、对谁、何时、何地、做了什么',
	'iflytek.text.parseDependencies': '依存句法分析：主谓、动宾等句法关系',
	'iflytek.text.parseSemanticGraph': '语义依存图分析：一个词可以有多个父节点',
	'iflytek.text.parseSemanticTree': '语义依存树分析：每个词只有一个父节点',
	'iflytek.text.recognizeEntities': '命名实体识别：人名、地名、机构名',
	'iflytek.text.segment': '中文分词',
	'iflytek.text.tagPartsOfSpeech': '词性标注',
	'iflytekAiCall.call.place': '直接外呼：不建任务，机器人立即拨打客户电话。每一行都会真的拨通一个电话',
	'iflytekAiCall.configuration.get': '查询应用的话术、线路、发音人和回调地址',
	'iflytekAiCall.task.addRows': '向尚未启动的任务提交客户数据，每批 50 行',
	'iflytekAiCall.task.create': '创建外呼任务，之后再提交数据；启动之前不会拨打电话',
	'iflytekAiCall.task.delete': '停止并删除任务，删除后不能再启动',
	'iflytekAiCall.task.get': '查询任务的状态和计数，了解进度',
	'iflytekAiCall.task.getAll': '按条件查询任务列表，可排序',
	'iflytekAiCall.task.pause': '暂停任务，之后可用 Start 继续',
	'iflytekAiCall.task.start': '启动任务，或继续已暂停的任务；启动后不能再提交数据',
};

/** Meaning and advice of the open platform's codes. */
export const CODES: Readonly<Record<string, readonly [meaning: string, advice: string]>> = {
	'10005': ['应用无授权许可', '密钥有效，但应用尚未开通这项服务；请在控制台为应用添加该服务或续期'],
	'10006': ['无效参数', '某个取值缺失、超出范围或不被该服务接受，请检查节点参数'],
	'10007': ['无效参数', '某个取值缺失、超出范围或不被该服务接受，请检查节点参数'],
	'10019': ['超时', '平台自身的问题，请稍后再试；若反复出现，把 sid 提供给讯飞'],
	'10105': ['没有权限', '在控制台核对：App ID 与 API Key 没有填反，密钥属于这一项服务（每项服务的密钥各不相同），本机时钟误差在五分钟以内。都没有问题时检查 IP 白名单：在控制台把本机的公网 IP 加入该服务的白名单，或关闭白名单。白名单按应用、按服务分别设置，最多五个公网地址，保存后约五分钟生效'],
	'10106': ['无效参数', '按描述更正对应的参数；若未指明，检查凭证中的 App ID 和 Options 中的取值'],
	'10107': ['非法参数值', '某个取值超出范围或不被该服务接受，请检查节点参数'],
	'10109': ['文本或音频长度非法', '文本为空或过长，请缩短，或让节点自动切分'],
	'10110': ['无授权许可', '密钥有效，但应用尚未开通这项服务；请在控制台为应用添加该服务或续期'],
	'10114': ['超时', '服务未能及时完成，请稍后再试；若反复出现，检查本机时钟误差是否在五分钟以内'],
	'10160': ['参数或请求格式无效', '某个取值缺失、超出范围或不被该服务接受，请检查节点参数；都正确时，检查是否有代理改动了请求'],
	'10161': ['参数或请求格式无效', '某个取值缺失、超出范围或不被该服务接受，请检查节点参数；都正确时，检查是否有代理改动了请求'],
	'10162': ['参数或请求格式无效', '某个取值缺失、超出范围或不被该服务接受，请检查节点参数；都正确时，检查是否有代理改动了请求'],
	'10163': ['参数或请求格式无效', '某个取值缺失、超出范围或不被该服务接受，请检查节点参数；都正确时，检查是否有代理改动了请求'],
	'10200': ['未能及时收到数据', '平台自身的问题，请稍后再试；若反复出现，把 sid 提供给讯飞'],
	'10222': ['平台内部网络异常', '平台自身的问题，请稍后再试；若反复出现，把 sid 提供给讯飞'],
	'10223': ['平台内部网络异常', '平台自身的问题，请稍后再试；若反复出现，把 sid 提供给讯飞'],
	'10313': ['App ID 与 API Key 不匹配', '从控制台把同一个应用的 APPID、APIKey 和 APISecret 重新复制到凭证中'],
	'10700': ['引擎错误', '识别或合成引擎出错，请稍后再试；若同一输入反复出错，把 sid 提供给讯飞'],
	'11200': ['没有该发音人或功能的授权', '该应用不能使用这个发音人或功能。换一个发音人，或在控制台添加该发音人或功能'],
	'11201': ['当日调用次数超限', '等到明天，或在控制台购买更多次数'],
	'11202': ['每秒请求数超限', '检查是否有别的程序也在用这个应用的额度；否则减少同时运行的工作流，或向讯飞申请提高额度'],
	'11203': ['并发请求数超限', '检查是否有别的程序也在用这个应用的额度；否则减少同时运行的工作流，或向讯飞申请提高额度'],
	'11501': ['服务器异常', '平台自身的问题，请稍后再试；若反复出现，把 sid 提供给讯飞'],
	'11502': ['服务器异常', '平台自身的问题，请稍后再试；若反复出现，把 sid 提供给讯飞'],
	'11503': ['服务器异常', '平台自身的问题，请稍后再试；若反复出现，把 sid 提供给讯飞'],
	'40202': ['客户端地址被拒绝', '在控制台把本机的公网 IP 加入该服务的白名单，或关闭白名单。白名单按应用、按服务分别设置，最多五个公网地址，保存后约五分钟生效'],
};

/** Meaning and advice of the telephone platform's codes. */
export const CALL_CODES: Readonly<Record<string, readonly [meaning: string, advice: string]>> = {
	'10001': ['token 无效', '节点会自动获取新的 token；若一直出现，请测试凭证，并确认没有别的程序不停地为同一应用换取 token'],
	'10002': ['token 没有该请求的权限', '应用没有开通这项服务，请在控制台开通，或换用已开通的应用的凭证'],
	'10003': ['应用 ID 错误', '凭证中的 App Key 和 App Secret 所属的应用不被识别，请从控制台重新复制'],
	'10004': ['服务繁忙', '请求未执行；请几分钟后降低并发再试'],
	'10005': ['输入参数错误', '对照话术和线路检查：各值是否填写、时间是否在将来、列是否与话术一致；平台的描述常会指出是哪个参数'],
	'10020': ['接口维护中', '等待平台维护结束后再试'],
	'10021': ['接口已停用', '平台已关闭此接口，请联系平台客服'],
	'200101': ['账号或密码错误', '检查 App Key 和 App Secret：从控制台成对地重新复制，注意不要填反'],
	'200200': ['数据关系错误', '话术、线路、发音人和任务必须属于同一应用，请从列表中选择'],
	'200201': ['企业 ID 错误', '平台找不到该应用所属的企业，请检查凭证，再联系平台客服'],
	'200202': ['没有这个任务', '该应用没有这个任务；请以文本形式使用 Create 或 Get Many 给出的 ID，长 ID 转成数字会丢失末尾几位'],
	'200203': ['外呼号码错误', '至少有一个号码被拒绝：不是手机号，或在禁拨名单中；请检查各行第一列。Place 的 Isolate Bad Rows 选项可以找出该行'],
	'200204': ['话术 ID 错误', '请从列表中选择已发布、未删除且属于该应用的话术'],
	'200205': ['话术发音人 ID 错误', '请从列表中选择发音人，或留空'],
	'200206': ['语速错误', '话术或任务设置的语速不被接受，请在控制台更正'],
	'200209': ['余额不足', '在控制台充值，然后重新提交未被接受的行；Add Rows 请先核对 count_tel'],
	'200210': ['文件格式错误', '平台不接受这种文件，请核对控制台要求的格式'],
	'200211': ['上传文件超过 10M', '把文件拆小'],
	'200212': ['数据与话术的动态信息不符', '对照话术的列（Configuration: Get）：列名和顺序一致，手机号在第一列，每列都有值。Place 的 Isolate Bad Rows 选项可以找出该行'],
	'200213': ['外呼数据超过上限', '该应用不能提交这么多行，请分到多个任务，或请平台客服提高上限'],
	'3010101': ['任务已完成', '已完成的任务不能再提交数据或启动，请新建任务'],
	'3010102': ['任务已删除', '已删除的任务不能再使用，请新建任务'],
	'3030002': ['号码被占用', '线路或号码正被另一任务使用，请等它完成或暂停，或换一条线路'],
};

/** A table of labels: its title, and each value's meaning. The nodes output the English names, which stand next to them. */
export type ChineseLabels = readonly [title: string, meanings: Readonly<Record<string, string>>];

/** For values 0, 1, 2, …; a value of its own such as -1 comes in `others`. */
const numbered = (meanings: readonly string[], others: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => ({
	...Object.fromEntries(meanings.map((meaning, value) => [String(value), meaning])),
	...others,
});

/** The labels of both platforms, by the name of their table in the code. */
export const LABELS: Readonly<Record<string, ChineseLabels>> = {
	PARTS_OF_SPEECH: [
		'词性（`pos`）',
		{
			r: '代词', n: '普通名词', ns: '地名', wp: '标点', k: '后缀', h: '前缀', u: '助词', c: '连词', v: '动词', p: '介词', d: '副词', q: '量词', nh: '人名', m: '数词',
			e: '叹词', b: '其他名词修饰语', a: '形容词', nd: '方位名词', nl: '处所名词或机构名', o: '拟声词', nt: '时间名词', nz: '其他专有名词', i: '成语', j: '简称', ws: '外文词',
			g: '语素', x: '非语素字',
		},
	],
	DEPENDENCY_RELATIONS: [
		'依存句法关系（`dp`）',
		{
			SBV: '主谓关系', VOB: '动宾关系', IOB: '间宾关系', FOB: '前置宾语', DBL: '兼语', ATT: '定中关系', ADV: '状中结构', CMP: '动补结构', COO: '并列关系', POB: '介宾关系',
			LAD: '左附加关系', RAD: '右附加关系', IS: '独立结构', WP: '标点符号', HED: '核心关系',
		},
	],
	ENTITY_POSITIONS: ['词在实体中的位置（`ner`）', { B: '实体开头', I: '实体中间', E: '实体结尾', S: '单独成为实体' }],
	ENTITY_TYPES: ['实体类型（`ner`）', { Nh: '人名', Ns: '地名', Ni: '机构名' }],
	SEMANTIC_ROLES: [
		'语义角色（`srl`）',
		{
			A0: '通常为施事', A1: '通常为受事', A2: '核心角色，因谓词而异', A3: '核心角色，因谓词而异', A4: '核心角色，因谓词而异', A5: '核心角色，因谓词而异',
			ADV: '状语', BNE: '受益人', CND: '条件', DIR: '方向', DGR: '程度', EXT: '范围、扩展', FRQ: '频率', LOC: '地点', MNR: '方式', PRP: '目的或原因', TMP: '时间', TPC: '话题',
			CRD: '并列论元', PRD: '谓语动词', PSR: '持有者', PSE: '被持有',
		},
	],
	SEMANTIC_RELATION_ROLES: [
		'语义依存关系：角色（`sdp`、`sdgp`）',
		{
			Agt: '施事', Exp: '当事', Aft: '感事', Poss: '领事', Pat: '受事', Cont: '客事', Prod: '成事', Orig: '源事', Datv: '涉事', Comp: '比较角色', Belg: '属事', Clas: '类事',
			Accd: '依据', Reas: '缘故', Int: '意图', Cons: '结局', Mann: '方式', Tool: '工具', Malt: '材料', Time: '时间', Loc: '空间', Proc: '历程', Dir: '趋向', Sco: '范围',
			Quan: '数量', Qp: '数量数组', Freq: '频率', Seq: '顺序', Desc: '描写', Feat: '描写', Host: '宿主', Nmod: '名字修饰', Tmod: '时间修饰',
		},
	],
	DERIVED_ROLE_PREFIXES: ['语义依存关系：派生角色的前缀', { r: '反角色', d: '嵌套角色' }],
	SEMANTIC_RELATIONS: [
		'语义依存关系：事件关系、标记、根节点',
		{
			eCoo: '并列', eSelt: '选择', eEqu: '等同', ePrec: '先行', eSucc: '顺承', eProg: '递进', eAdvt: '转折', eCau: '原因', eResu: '结果', eInf: '推论', eCond: '条件',
			eSupp: '假设', eConc: '让步', eMetd: '手段', ePurp: '目的', eAban: '割舍', ePref: '选取', eSum: '总括', eRect: '分叙',
			mConj: '连词标记', mAux: '“的”字标记', mPrep: '介词标记', mTone: '语气标记', mTime: '时间标记', mRang: '范围标记', mDegr: '程度标记', mFreq: '频率标记', mDir: '趋向标记',
			mPars: '插入语标记', mNeg: '否定标记', mMod: '情态标记', mPunc: '标点标记', mPept: '重复标记', mMaj: '多数标记', mVain: '实词虚化标记', mSepa: '离合标记',
			Root: '句子的根节点',
		},
	],
	EXPRESSIONS: ['人脸表情', numbered(['其他（不是人脸表情图片）', '其他表情', '喜悦', '愤怒', '悲伤', '惊恐', '厌恶', '中性'], { '-1': '图片文件有误或格式不支持' })],
	SCENES: [
		'场景',
		numbered(
			[
				'卧室、客厅', '教室', '餐厅（公共）', '草地、田野、花园', '沙漠', '办公室、会议室', '酒吧、KTV、舞厅', '室内运动场', '商场', '山峰', '湖、池塘、海洋', '森林', '街道',
				'室外运动场', '沙滩', '游泳池', '游乐园', '无场景', '其他场景', '车、船、飞机内部', '礼堂、演出厅', '广场、空地', '只有人物的图片', '演播室', '房屋、建筑', '医院',
				'网吧、游戏厅、棋牌室', '雕塑、石碑、牌坊', '宿舍', '更衣室、理发店', '健身房', '机场', '火车站', '汽车站', '市场', '图书馆、书店', '公路', '古建筑', '厨房',
				'餐厅（家庭）', '卫生间', '浴室', '停车场',
			],
			{ '-1': '图片有误' },
		),
	],
	VIOLENCE_CLASSES: ['暴恐敏感内容', numbered(['正常图片', '含武器', '含军警服饰', '含宗教服饰', '含国家标志', '含电视台台标', '含旗帜', '含暴恐、血腥内容'])],
	ROBOT_STATUS: ['话术状态', { '1': '审核中', '2': '未通过', '3': '待发布', '4': '已发布' }],
	ROBOT_TYPE: ['话术类型', { '1': '普通话术', '2': '动态话术' }],
	TASK_TYPE: ['任务类型', { '0': '普通任务', '2': '任务池' }],
	DELETED: ['是否删除（话术和任务）', { '0': '未删除', '1': '已删除' }],
	URL_MODULE: ['回调地址', { receiveCallRecord: '话单', receiveVoice: '录音', receiveDialog: '对话', getDialogContext: '呼入动态数据' }],
	DIRECTION: ['呼叫方向', { '1': '呼入', '2': '呼出' }],
	LINE_STATUS: ['线路状态', { '0': '空闲', '1': '占用' }],
	TASK_STATUS: ['任务状态', numbered(['新建', '已启动', '运行中', '已暂停', '已完成', '等待重呼', '不在工作时间', '已过期'])],
	TASK_RESULT: [
		'呼叫结果',
		{
			'0': '成功', '2': '正在通话中', '3': '无法接通（不能接听、无法接通）', '4': '关机', '5': '用户正忙（短忙音、长忙音、静音）', '6': '空号（改号）', '7': '号码错误', '8': '拒接',
			'9': '停机（停机、欠费）', '15': '客户接听后主动挂机', '16': '客户掉线', '18': '已接通', '19': '已转人工', '20': '用户未接（彩铃、无人接听、拒接、来电提醒）',
			'22': '呼叫转移失败（新版：来电提醒）', '23': '呼入限制', '25': '呼叫转移', '26': '网络故障', '27': '呼出受限（拨号方式错误）', '28': '线路故障（线路故障、网络忙）', '-1': '超时',
		},
	],
	NODE_TYPE: [
		'对话节点',
		{
			AnyNode: '任意回答节点', CollectInputNode: '自定义输入节点', ConditionNode: '按键输入节点', EndNode: '结束节点', HookInfoNode: '动态引用节点',
			KeyNavigationNode: '按键导航节点', NoNeedAnswerNode: '无需回答节点', NormalNode: '普通交互节点',
		},
	],
	ROLE: ['对话中的说话人', { robot: '机器人', customer: '客户' }],
	VOICE_GENDER: ['常用发音人的性别', { '60020': '女', '60030': '男', '60130': '女', '62140': '女', '65580': '女', '65600': '女', '65660': '男' }],
};
