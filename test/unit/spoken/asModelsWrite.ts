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
	[
		'您好！根据您提供的信息，**订单状态**如下：\n\n| 订单号 | 状态 | 预计送达 |\n|:---:|:---:|:---:|\n| A20251101 | ✅ 已发货 | 11月3日 |\n| A20251102 | ⏳ 待付款 | — |\n\n如需帮助，请随时联系我 😊',
		'您好！根据您提供的信息，订单状态如下：\n订单号，状态，预计送达\nA20251101，已发货，11月3日\nA20251102，待付款，—\n如需帮助，请随时联系我',
	],
	[
		'### 📌 今日要闻\n\n1. **央行**：下调存款准备金率 0.5 个百分点[1]。\n2. **科技**：新款芯片发布，性能提升约 **30%**[2][3]。\n\n---\n\n> 以上内容由 AI 生成，仅供参考。',
		'今日要闻\n1. 央行：下调存款准备金率 0.5 个百分点。\n2. 科技：新款芯片发布，性能提升约 30%。\n\n以上内容由 AI 生成，仅供参考。',
	],
	[
		'<think>\n用户问的是营业时间。我应该查一下知识库。\n\n知识库里写的是 9:00-18:00。\n</think>\n\n我们的营业时间是**周一至周五 9:00–18:00**，周末休息。',
		'我们的营业时间是周一至周五 9:00–18:00，周末休息。',
	],
	[
		'好的，让我来一步步计算：\n\n设长方形的长为 \\(a = 5\\)，宽为 \\(b = 3\\)，则面积为：\n\n\\[ S = a \\times b = 15 \\]\n\n因此，面积是 **15 平方厘米**。',
		'好的，让我来一步步计算：\n设长方形的长为 a = 5，宽为 b = 3，则面积为：\nS = a × b = 15\n因此，面积是 15 平方厘米。',
	],
	[
		'光速约为 3×10<sup>8</sup> m/s，一光年约 9.46×10<sup>15</sup> 米。',
		'光速约为 3×10⁸ m/s，一光年约 9.46×10¹⁵ 米。',
	],
	[
		"以下是使用 `requests` 库的示例：\n\n```python\nimport requests\nr = requests.get('https://example.com')\nprint(r.status_code)\n```\n\n**说明：**\n- `get()` 发送请求\n- `status_code` 是状态码，`200` 表示成功",
		'以下是使用 requests 库的示例：\n说明：\nget() 发送请求\nstatus_code 是状态码，200 表示成功',
	],
	[
		"Sure! Here's a quick summary:\n\n## Key Points\n\n- **Revenue** grew by *12%* year over year.[^1]\n- Costs fell to $3.2M (from $4.1M).\n- Net margin: 18% → 22%\n\n[^1]: Source: annual report.\n\nLet me know if you'd like more details! 🚀",
		"Sure! Here's a quick summary:\nKey Points\nRevenue grew by 12% year over year.\nCosts fell to $3.2M (from $4.1M).\nNet margin: 18% → 22%\nSource: annual report.\nLet me know if you'd like more details!",
	],
	[
		'根据文档，退货期限为 7 天【4:0†退货政策.pdf】，运费由买家承担【4:2†退货政策.pdf】。',
		'根据文档，退货期限为 7 天，运费由买家承担。',
	],
	[
		'The capital of Australia is **Canberra**, not Sydney [1](https://en.wikipedia.org/wiki/Canberra). It became the capital in 1913 [2](https://example.org/a).',
		'The capital of Australia is Canberra, not Sydney. It became the capital in 1913.',
	],
	[
		'- [x] 完成需求评审\n- [x] 完成接口设计\n- [ ] 编写测试\n\n目前进度约 **66.7%**。',
		'完成需求评审\n完成接口设计\n编写测试\n目前进度约 66.7%。',
	],
	[
		'**Q：怎么修改密码？**\n\nA：请按以下步骤操作：\n1. 打开「设置」→「账号与安全」；\n2. 点击「修改密码」；\n3. 输入旧密码和新密码。\n\n⚠️ **注意**：密码至少 8 位，且包含字母和数字。',
		'Q：怎么修改密码？\nA：请按以下步骤操作：\n1. 打开「设置」→「账号与安全」；\n2. 点击「修改密码」；\n3. 输入旧密码和新密码。\n注意：密码至少 8 位，且包含字母和数字。',
	],
	[
		'亲爱的用户：\n\n您的账户余额为 **￥1,280.50**（截至 2025-11-01）。  \n本月消费 ~~￥300~~ **￥268**。\n\n如有疑问，请拨打 `400-123-4567`。',
		'亲爱的用户：\n您的账户余额为 ￥1,280.50（截至 2025-11-01）。\n本月消费 ￥268。\n如有疑问，请拨打 400-123-4567。',
	],
	[
		'<details>\n<summary>点击查看详情</summary>\n\n这里是详细内容，共 3 条。\n\n</details>\n\n总之，没有问题。',
		'点击查看详情\n这里是详细内容，共 3 条。\n总之，没有问题。',
	],
	[
		'1️⃣ **准备材料**：鸡蛋 2 个、番茄 3 个\n2️⃣ **炒鸡蛋**：中火 1 分钟\n3️⃣ **翻炒**：加盐 3g，出锅 🍳',
		'1 准备材料：鸡蛋 2 个、番茄 3 个\n2 炒鸡蛋：中火 1 分钟\n3 翻炒：加盐 3g，出锅',
	],
	[
		"Here are the steps:\n\n1. Preheat the oven to 180°C (350°F).\n2. Mix 1/2 cup of sugar & 2 cups of flour.\n   - Don't over-mix!\n3. Bake for 25–30 min.\n\n***Enjoy!***",
		"Here are the steps:\n1. Preheat the oven to 180°C (350°F).\n2. Mix 1/2 cup of sugar & 2 cups of flour.\nDon't over-mix!\n3. Bake for 25–30 min.\nEnjoy!",
	],
	[
		'一元二次方程 $ax^2 + bx + c = 0$ 的求根公式为：\n\n$$x = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}$$\n\n其中 $a \\neq 0$。',
		'一元二次方程 ax² + bx + c = 0 的求根公式为：\n\n其中 a ≠ 0。',
	],
	[
		'【温馨提示】\\n1. 请携带身份证。\\n2. 提前 10 分钟到场。\\n\\n祝您生活愉快！',
		'【温馨提示】\n1. 请携带身份证。\n2. 提前 10 分钟到场。\n祝您生活愉快！',
	],
	[
		'```\n尊敬的客户，您好：\n\n您的包裹已到达**城南驿站**，取件码 *8-2-1046*，请及时领取。\n```',
		'尊敬的客户，您好：\n您的包裹已到达城南驿站，取件码 8-2-1046，请及时领取。',
	],
	[
		'***\n\n**《静夜思》**\n\n床前明月光，  \n疑是地上霜。  \n举头望明月，  \n低头思故乡。\n\n***',
		'《静夜思》\n床前明月光，\n疑是地上霜。\n举头望明月，\n低头思故乡。',
	],
	[
		'以下是对比：\n\n|  | 方案 A | 方案 B |\n|---|---|---|\n| 价格 | ¥99/月 | ¥199/月 |\n| 存储 | 100GB | 1TB |\n| 支持 | ❌ | ✅ |\n\n👉 建议选择**方案 B**。',
		'以下是对比：\n方案 A，方案 B\n价格，¥99/月，¥199/月\n存储，100GB，1TB\n支持\n建议选择方案 B。',
	],
	[
		'I don\'t have access to real-time data, but you can check:\n- [Weather.com](https://weather.com)\n- [AccuWeather](https://www.accuweather.com "AccuWeather")\n\nor call **+1 (800) 555-0199**.',
		"I don't have access to real-time data, but you can check:\nWeather.com\nAccuWeather\nor call +1 (800) 555-0199.",
	],
	[
		'嗯……这个问题很有意思！简单来说：**AI ≠ 人类**。它没有*意识*，也没有*情感*。不过，它可以帮您做很多事，比如写邮件、翻译、总结文档等等。',
		'嗯……这个问题很有意思！简单来说：AI ≠ 人类。它没有意识，也没有情感。不过，它可以帮您做很多事，比如写邮件、翻译、总结文档等等。',
	],
	[
		'Okay, the user is asking about the weather. I should answer briefly.\n</think>\nIt will be **sunny** today, with a high of 25°C. ☀️',
		'It will be sunny today, with a high of 25°C.',
	],
	[
		'**结论先行**：可以报销。\n\n**依据**：《差旅管理办法》第 12 条规定，“市内交通费实报实销”[1]。\n\n**参考资料**：\n[1] 差旅管理办法（2024 版）',
		'结论先行：可以报销。\n依据：《差旅管理办法》第 12 条规定，“市内交通费实报实销”。\n参考资料：\n[1] 差旅管理办法（2024 版）',
	],
	[
		'> **用户**：你们几点关门？\n>\n> **客服**：晚上 10 点。\n\n以上是对话记录。',
		'用户：你们几点关门？\n客服：晚上 10 点。\n以上是对话记录。',
	],
	[
		'天气预报 🌦️：\n- 北京 🌞 12℃~22℃\n- 上海 🌧️ 15℃~19℃\n\n出门记得带伞☂️！',
		'天气预报：\n北京 12℃~22℃\n上海 15℃~19℃\n出门记得带伞！',
	],
	[
		'H<sub>2</sub>O 是水，CO<sub>2</sub> 是二氧化碳。水的密度约为 1 g/cm<sup>3</sup>。',
		'H2O 是水，CO2 是二氧化碳。水的密度约为 1 g/cm³。',
	],
	[
		'好的，已为您预订：\n\n📅 日期：2025年11月8日（周六）\n⏰ 时间：19:00\n👥 人数：4 人\n📍 地址：人民路 88 号\n\n如需取消，请回复“取消”。',
		'好的，已为您预订：\n日期：2025年11月8日（周六）\n时间：19:00\n人数：4 人\n地址：人民路 88 号\n如需取消，请回复“取消”。',
	],
	[
		'1. 打开终端，运行：\n   ```bash\n   npm install\n   npm start\n   ```\n2. 在浏览器访问 http://localhost:3000/。\n3. 完成！',
		'1. 打开终端，运行：\n2. 在浏览器访问 http://localhost:3000/。\n3. 完成！',
	],
	[
		'**Note:** The `*` operator multiplies, and `**` raises to a power: `2**3` is 8.',
		'Note: The * operator multiplies, and ** raises to a power: 2**3 is 8.',
	],
	['他说：**“明天见！”**然后就走了。', '他说：“明天见！”然后就走了。'],
	[
		'这份报告包含以下部分：\n\n#### 一、背景\n公司成立于 2010 年。\n\n#### 二、现状\n员工约 500 人，年营收 **1.2 亿元**。\n\n#### 三、建议\n* **短期**：控制成本；\n* **长期**：加大研发投入。',
		'这份报告包含以下部分：\n一、背景\n公司成立于 2010 年。\n二、现状\n员工约 500 人，年营收 1.2 亿元。\n三、建议\n短期：控制成本；\n长期：加大研发投入。',
	],
	[
		'Based on my search, the event starts at 7 PM [citation:1][citation:3]. Tickets cost $20 [citation:2].',
		'Based on my search, the event starts at 7 PM. Tickets cost $20.',
	],
	[
		'<p>尊敬的<strong>李女士</strong>：</p>\n<p>您预约的<em>口腔检查</em>定于 <b>11月5日 10:30</b>。</p>\n<ul>\n  <li>请空腹</li>\n  <li>请带医保卡</li>\n</ul>',
		'尊敬的李女士：\n您预约的口腔检查定于 11月5日 10:30。\n请空腹\n请带医保卡',
	],
	[
		'**1. 什么是 RAG？**\n\nRAG（Retrieval-Augmented Generation）是一种…的技术。\n\n**2. 优点**\n\n- 减少幻觉\n- 知识可更新',
		'1. 什么是 RAG？\nRAG（Retrieval-Augmented Generation）是一种…的技术。\n2. 优点\n减少幻觉\n知识可更新',
	],
	[
		'很抱歉，我无法回答这个问题。😔\n\n不过您可以：\n\n* 📞 拨打热线 **12345**\n* 💬 联系在线客服',
		'很抱歉，我无法回答这个问题。\n不过您可以：\n拨打热线 12345\n联系在线客服',
	],
	[
		'计算过程：\n\n100 - 20 = 80\n80 * 0.9 = 72\n72 / 2 = 36\n\n所以每人 **36 元**。',
		'计算过程：\n100 - 20 = 80\n80 * 0.9 = 72\n72 / 2 = 36\n所以每人 36 元。',
	],
	[
		'"Knowledge is power." — *Francis Bacon*\n\n这句话的意思是：**知识就是力量**。',
		'"Knowledge is power." — Francis Bacon\n这句话的意思是：知识就是力量。',
	],
	[
		'# 会议纪要\n\n**时间**：2025/11/01 14:00  \n**参会人**：张*、李**、王总\n\n## 决议\n\n1. 项目延期至 12 月；\n2. 预算 +10%。\n\n---\n*记录人：小助手*',
		'会议纪要\n时间：2025/11/01 14:00\n参会人：张*、李**、王总\n决议\n1. 项目延期至 12 月；\n2. 预算 +10%。\n\n记录人：小助手',
	],
];
