/** Parameters of nodes: how they are described, and how their values are read. */
export {
	asChoice,
	asEntries,
	asFlag,
	asInteger,
	asList,
	asText,
	given,
	isOff,
	listIn,
	splitList,
	valuesOf,
} from './coerce';
export { collectionOf, hasExpression, Item, optionOfFirst, optionPerItem, perItem } from './item';
export {
	binaryInput,
	choicesOf,
	collectionField,
	concurrentRequests,
	noticeOf,
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
	concurrencyOf,
	readNumber,
	requestOptionsOf,
	timeoutOf,
	type RequestOptions,
} from './settings';
