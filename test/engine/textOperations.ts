/**
 * The Text operations that need the words of a text. `func` is the function of the service, and `field` is the field of the
 * node's result.
 */
export const WORDED_OPERATIONS = {
	tagPartsOfSpeech: { func: 'pos', field: 'tags' },
	recognizeEntities: { func: 'ner', field: 'entities' },
	parseDependencies: { func: 'dp', field: 'dependencies' },
	labelSemanticRoles: { func: 'srl', field: 'roles' },
	parseSemanticTree: { func: 'sdp', field: 'tree' },
	parseSemanticGraph: { func: 'sdgp', field: 'graph' },
} as const;

/** All Text operations that request a single function. */
export const OPERATIONS = {
	segment: { func: 'cws', field: 'words' },
	...WORDED_OPERATIONS,
} as const;

/** A short text. */
export const SHORT = '李明昨天在北京买了一本书。';
/** Two sentences of 360 and 180 bytes, which together are too long for one call. */
export const FIRST = `${'小王在上海的公司里写报告，'.repeat(9)}张华买书。`;
export const SECOND = `${'我们明天去北京看朋友，'.repeat(5)}天气很好。`;
