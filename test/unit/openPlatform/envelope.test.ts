import { encodingMark } from '../../../nodes/shared/openPlatform/protocol/openPlatformEnvelope';

test('a result has the mark if one of its responses was not UTF-8', () => {
	const utf8 = { code: '0' };
	expect(encodingMark(utf8, { ...utf8, notUtf8: true })).toEqual({ notUtf8: true });
	expect(encodingMark(utf8, { ...utf8, notUtf8: undefined })).toEqual({});
	expect(encodingMark()).toEqual({});
});
