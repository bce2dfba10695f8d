/** Parameters of nodes: how they are described, and how their values are read. */
export {
	asChoice,
	asEntries,
	asEvents,
	asFlag,
	asIds,
	asInteger,
	asList,
	asText,
	given,
	isOff,
	listIn,
	splitList,
	valuesOf,
} from './coerce';
export { readCollection, hasExpression, Item, perItem } from './item';
export {
	binaryInput,
	choicesOf,
	collectionField,
	concurrentRequests,
	noticeField,
	numberField,
	optionsCollection,
	requestOptions,
	retries,
	simplify,
	switchField,
	textField,
	timeout,
	type NumberField,
} from './properties';
export {
	readConcurrency,
	readNumber,
	readRequestOptions,
	readTimeout,
	type RequestOptions,
} from './item';
