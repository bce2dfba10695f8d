/** The limits of document 1 (part 8 and the rules of part 4). k and M are 1024-based. */
export const K = 1024;
export const M = 1024 * K;

export const LIMITS = {
	/** Language analysis: bytes of text in UTF-8, at most (4.1). */
	analysisTextBytes: 500,
	/** Speech synthesis: bytes of text in UTF-8; the document says "shorter than 1000" (4.4). */
	speechTextBytes: 999,
	/** Streaming speech synthesis: bytes of text before Base64; the page says "below 8000". */
	streamingTextBytes: 7999,
	/** Speech synthesis: speed, volume and pitch (4.4). */
	speechScale: { min: 0, max: 100 },
	/** Handwriting: size after Base64 and URL-encoding, shortest and longest side in pixels (4.2). */
	handwriting: { encodedBytes: 4 * M, shortestSide: 15, longestSide: 4096 },
	/** Expression, scene and object: bytes of the image (4.3). */
	visionBytes: 800 * K,
	/** Violent-content filter: bytes of an image and of a zip archive; URLs or IDs per request (4.5). */
	violence: { imageBytes: 10 * M, archiveBytes: 50 * M, perRequest: 20 },
} as const;
