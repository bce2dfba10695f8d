/** Limits of sizes and counts: document 1, part 8; document 2, part 8. k and M count 1024. */

/**
 * Bytes of text in UTF-8 that one request takes. The document says at most 500, shorter than 1000, and for streaming below
 * 8000, about 2000 Chinese characters, which is right only after Base64: there 5,997 bytes are 7,996, and 5,998 are 8,000.
 */
export const TEXT_BYTES = [
	['language analysis', { resource: 'text', operation: 'segment' }, 500],
	['Analyze', { resource: 'text', operation: 'analyze', functions: ['pos'] }, 500],
	['standard speech', { resource: 'speech', operation: 'synthesize', service: 'standard' }, 999],
	['streaming speech', { resource: 'speech', operation: 'synthesize' }, 5997],
] as const;

/** Bytes of a file. */
export const FILE_BYTES = [
	['an image of an expression', { operation: 'recognizeExpression' }, 'png', 800 * 1024],
	['an image of a scene', { operation: 'recognizeScene' }, 'png', 800 * 1024],
	['an image of an object', { operation: 'recognizeObject' }, 'png', 800 * 1024],
	['an image for the violence filter', { operation: 'detectViolence' }, 'png', 10 * 1024 ** 2],
	['an archive for the violence filter', { operation: 'detectViolence' }, 'zip', 50 * 1024 ** 2],
] as const;

/** Handwriting: the image after Base64 and URL-encoding, and its sides in pixels. */
export const HANDWRITING = { encodedBytes: 4 * 1024 ** 2, shortestSide: 15, longestSide: 4096 };

/** Formats by service; others are refused. */
export const FORMATS: Readonly<Record<string, readonly string[]>> = {
	recognize: ['jpg', 'png', 'bmp'],
	recognizeExpression: ['png', 'jpg', 'bmp', 'tif'],
	recognizeScene: ['png', 'jpg', 'bmp', 'tif'],
	recognizeObject: ['png', 'jpg', 'bmp', 'tif'],
	detectViolence: ['jpg', 'bmp', 'png'],
};

/** Links or ids of one request. */
export const IMAGES_PER_REQUEST = 20;

/** Rows of one direct call or one submission of task data. */
export const ROWS_PER_REQUEST = 50;

/** Tasks of one page of a query; pages count from 1. */
export const TASKS_PER_PAGE = 50;
