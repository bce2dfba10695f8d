/** What models write beside their answer, in forms of other models and of Chinese texts. */
import { spokenText } from '../../../nodes/shared/spoken/spokenText';
import { countsOf } from './countsOf';

test.each<[string, string, object]>([
	['<reflection>不对。</reflection>您好。', '您好。', { reasoning: 1 }],
	[
		'<thinking>一<reflection>二</reflection>三</thinking><output>您好。</output>',
		'您好。',
		{ reasoning: 3 },
	],
	['<|begin_of_thought|>嗯<|end_of_thought|>\n您好。', '您好。', { reasoning: 1 }],
	[
		'<|begin_of_thought|>嗯<|end_of_thought|><|begin_of_solution|>您好。<|end_of_solution|>',
		'您好。',
		{ reasoning: 1 },
	],
	['嗯<|end_of_thought|>您好。<|im_end|>', '您好。', { reasoning: 1 }],
	['我们九点开门。［1］', '我们九点开门。', { references: 1 }],
	['我们九点开门〔1〕。', '我们九点开门。', { references: 1 }],
	['我们九点开门[来源1]，周日休息[来源 2]。', '我们九点开门，周日休息。', { references: 2 }],
	['We open at nine [Source: 2].', 'We open at nine.', { references: 1 }],
	['<span style="opacity:0">隐藏</span>您好', '您好', { hiddenHtml: 1 }],
	['<span style="color:red; opacity: 0.0 ;">隐藏</span>您好', '您好', { hiddenHtml: 1 }],
	['<span style="font-size:0px">隐藏</span>您好', '您好', { hiddenHtml: 1 }],
	['<span style="font-size: 0 !important">隐藏</span>您好', '您好', { hiddenHtml: 1 }],
	['<span style="opacity:0.5;font-size:0.9em">看见</span>您好', '看见您好', {}],
])('of %j is spoken %j, and %j is left out', (text, expected, leftOut) => {
	const spoken = spokenText(text);
	expect({ text: spoken.text, leftOut: countsOf(spoken) }).toEqual({ text: expected, leftOut });
});

test.each(['国发〔2024〕1号', '按［1］或［2］。', '见［表1］', 'a｜b <|> c'])(
	'%j stays',
	(text) => {
		expect(spokenText(text)).toEqual({ text, leftOut: {} });
	},
);
