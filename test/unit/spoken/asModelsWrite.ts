/** Texts as language models write them, each with what a person says who reads it aloud. */
export const AS_MODELS_WRITE: [text: string, spoken: string][] = [
	['**您好**，欢迎致电**星河客服**！', '您好，欢迎致电星河客服！'],
	['**“重要”**请看下面三点：', '“重要”请看下面三点：'],
	['请注意：**截止日期（周五）**前提交。', '请注意：截止日期（周五）前提交。'],
	['满**300**减**50**，仅限*今天*！', '满300减50，仅限今天！'],
	[
		'# 会议通知\n\n- 时间：周三上午 9:30\n- 地点：三号会议室',
		'会议通知\n时间：周三上午 9:30\n地点：三号会议室',
	],
	[
		'### 步骤\n\n1. 打开**设置**。\n2. 点击`保存`。\n3. 重启。',
		'步骤\n1. 打开设置。\n2. 点击保存。\n3. 重启。',
	],
	['##温馨提示\n出门请带伞☔️。', '温馨提示\n出门请带伞。'],
	[
		'详情见[官网](https://example.com/news?id=1)或[帮助中心](https://example.com/help "帮助")。',
		'详情见官网或帮助中心。',
	],
	['![二维码](https://example.com/qr.png)\n\n请扫码入群。', '请扫码入群。'],
	[
		'可以这样写：\n\n```python\nprint("您好")\n```\n\n运行后会显示结果。',
		'可以这样写：\n运行后会显示结果。',
	],
	[
		'| 套餐 | 月费 |\n| --- | ---: |\n| 基础 | 29 元 |\n| 高级 | **99 元** |\n\n两种都可以退。',
		'套餐，月费\n基础，29 元\n高级，99 元\n两种都可以退。',
	],
	['好的！😊 我来帮您查询订单 🚚。', '好的！我来帮您查询订单。'],
	['1️⃣ 先登录\n2️⃣ 再付款', '1 先登录\n2 再付款'],
	['上半年情况如上。\n\n---\n\n下半年计划如下。', '上半年情况如上。\n\n下半年计划如下。'],
	['原价 ~~199 元~~，现价 **99 元**。', '原价，现价 99 元。'],
	[
		'> 千里之行，始于足下。\n\n这句话出自《道德经》。',
		'千里之行，始于足下。\n这句话出自《道德经》。',
	],
	['- [x] 已付款\n- [ ] 待发货', '已付款\n待发货'],
	['<think>用户想知道天气。</think>\n\n今天晴，最高 **28℃**。', '今天晴，最高 28℃。'],
	[
		'今天最高气温 28℃，3 * 4 = 12，C# 和 a_b_c 都不变。',
		'今天最高气温 28℃，3 * 4 = 12，C# 和 a_b_c 都不变。',
	],
	['结论：** 可行 **，但需要*三周*。', '结论：可行，但需要三周。'],
	['```markdown\n# 周报\n\n本周完成**三项**任务。\n```', '周报\n本周完成三项任务。'],
	['首先，**打开应用。**然后登录。', '首先，打开应用。然后登录。'],
	['- **姓名**：张**\n- **电话**：138****0001', '姓名：张**\n电话：138****0001'],
	['第一步<br>第二步<br/>第三步', '第一步\n第二步\n第三步'],
	['**Hello!** How can I help you today? 😊', 'Hello! How can I help you today?'],
	[
		'# Summary\n\n* First, *open* the app.\n* Then tap **Save**.',
		'Summary\nFirst, open the app.\nThen tap Save.',
	],
	[
		'Run `npm test`, then see the [docs](https://example.com/docs).',
		'Run npm test, then see the docs.',
	],
	['**S**pecific, **M**easurable and **A**chievable.', 'Specific, Measurable and Achievable.'],
	['| City | Temp |\n|------|------|\n| Paris | 21°C |', 'City, Temp\nParis, 21°C'],
	[
		'Use this:\n\n```\ncurl example.com\n```\n\nIt takes a second.',
		'Use this:\nIt takes a second.',
	],
	['The price is $5, not $3 * 2 = $6. ⭐⭐⭐⭐⭐', 'The price is $5, not $3 * 2 = $6.'],
	[
		'1. **Plan**\n   - Set a goal\n   - Pick a date\n2. **Act**',
		'1. Plan\nSet a goal\nPick a date\n2. Act',
	],
	[
		'***Note:*** the office is closed on ~~Monday~~ Tuesday.',
		'Note: the office is closed on Tuesday.',
	],
	['Tom &amp; Jerry said &quot;hi&quot;.', 'Tom & Jerry said "hi".'],
	['> **Tip:** Save often.\n>\n> It helps.', 'Tip: Save often.\nIt helps.'],
	[
		'Water boils at 100[^1] degrees.\n\n[^1]: At sea level.',
		'Water boils at 100 degrees.\nAt sea level.',
	],
	['<p>Dear customer,</p><ul><li>One</li><li>Two</li></ul>', 'Dear customer,\nOne\nTwo'],
	['Visit https://example.com/a_b_c for __more__.', 'Visit https://example.com/a_b_c for more.'],
	['👍🏽 Great job, 👨‍👩‍👧 family! 🇨🇳', 'Great job, family!'],
	[
		'Sure!\n\n***\n\n`x**2 + y**2` is the formula; 2*3*4 is 24.',
		'Sure!\n\nx**2 + y**2 is the formula; 2*3*4 is 24.',
	],
];
