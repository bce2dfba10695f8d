import { decoded, type isUtf8ReadAsGbk } from '../../nodes/shared/decoded';

/** GBK by hand: 张伟，您好 */
const GBK = Buffer.of(0xd5, 0xc5, 0xce, 0xb0, 0xa3, 0xac, 0xc4, 0xfa, 0xba, 0xc3);

describe('decoded', () => {
	test.each(['', 'abc', '张伟，您好', 'a\uFFFDb', '😀 𠮷', '\uFEFF{}'])('%j in UTF-8', (text) => {
		expect(decoded(Buffer.from(text))).toEqual({ text });
		expect(decoded(text)).toEqual({ text });
	});

	test('GBK is read, and marked', () => {
		expect(decoded(GBK)).toEqual({ text: '张伟，您好', notUtf8: true });
	});

	test('GBK of which a part happens to be UTF-8, as the famous 联通, is read as GBK', () => {
		const both = Buffer.concat([GBK, Buffer.of(0xc1, 0xaa, 0xcd, 0xa8)]);
		expect(decoded(both)).toEqual({ text: '张伟，您好联通', notUtf8: true });
	});

	test('bytes that are neither have U+FFFD for what cannot be read', () => {
		expect(decoded(Buffer.of(0x61, 0xff, 0x62))).toEqual({ text: 'a\uFFFDb', notUtf8: true });
		const cut = Buffer.concat([GBK, Buffer.of(0xd5)]);
		expect(decoded(cut)).toEqual({ text: cut.toString(), notUtf8: true });
		const wrong = Buffer.concat([GBK, Buffer.of(0xff)]);
		expect(decoded(wrong)).toEqual({ text: wrong.toString(), notUtf8: true });
	});

	test('UTF-8 that was cut in a character, or is damaged at a place, is no GBK', () => {
		const name = Buffer.from('尊敬的张伟先生');
		expect(decoded(name.subarray(0, -1)).text).toBe('尊敬的张伟先\uFFFD');
		const damaged = Buffer.concat([name, Buffer.of(0xd5, 0xc5), name]);
		expect(decoded(damaged).text).toMatch(/^尊敬的张伟先生\uFFFD+尊敬的张伟先生$/);
	});

	test('as many damaged characters as Chinese ones: it is read as GBK if it is GBK', () => {
		const both = Buffer.concat([Buffer.from('中'), Buffer.of(0x80)]);
		const text = new TextDecoder('gbk').decode(both);
		expect(decoded(both)).toEqual({ text, notUtf8: true });
	});

	test('a large text', () => {
		const large = Buffer.alloc(4_000_000, GBK);
		expect(decoded(large).text.startsWith('张伟')).toBe(true);
	});
});

describe('isUtf8ReadAsGbk', () => {
	/** In a new process, whose table of GBK this text makes. */
	function isRecognized(text: string) {
		let isUtf8: typeof isUtf8ReadAsGbk | undefined;
		jest.isolateModules(() => {
			isUtf8 = jest.requireActual<{ isUtf8ReadAsGbk: typeof isUtf8ReadAsGbk }>(
				'../../nodes/shared/decoded',
			).isUtf8ReadAsGbk;
		});
		return isUtf8?.(text);
	}

	test.each([
		['张伟', '\u5BEE\u72B1\u7D35'],
		['您好', '\u93AE\u3125\u30BD'],
		['您好 after ASCII', 'Hi: \u93AE\u3125\u30BD'],
		['您好 between ASCII', '<b>\u93AE\u3125\u30BD</b>'],
		['您好 before what is not in the table', '\u93AE\u3125\u30BD\u{20BB7}'],
		['先生女, whose last byte was lost', '\u934F\u5822\u6553\u6FC2\uFFFD'],
	])('%s is recognized', (_text, readAsGbk) => {
		expect(isRecognized(readAsGbk)).toBe(true);
	});

	test.each(['', 'abc', '张', '张伟', '尊敬的张伟先生，您好', '锟斤拷', 'naïve café', '😀😀😀'])(
		'%j is as it should be',
		(text) => {
			expect(isRecognized(text)).toBe(false);
		},
	);
});
