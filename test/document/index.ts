/**
 * What the documents say about the nodes and credentials: a page for each operation, and a table for each trigger and each
 * credential.
 */
import { join } from 'node:path';
import { modulesIn } from '../simulator/modulesIn';
import type { Key, Line, Lines, Operation, Page, Resource, Sent } from './page';
import { CREDENTIALS, keyLine, TOKEN } from './table/credentials';
import { callTrigger, contextTrigger, taskTrigger } from './table/triggers';

/** A page, and the operation that it describes. */
export interface Place {
	node: string;
	resource: string;
	operation: string;
	page: Page;
}

/** Every page, sorted by node, resource and operation. */
export const PAGES: readonly Place[] = modulesIn<{ page: Page }>(join(__dirname, 'pages')).map(
	({ name, module: { page } }) => {
		const [node = '', resource = '', operation = ''] = name.split('/');
		return { node, resource, operation, page };
	},
);

/** An operation or one of its variants, with what its page says of it. */
export interface Variant extends Operation, Omit<Page, 'variants'> {
	node: string;
	/** The parameters that choose the operation. */
	selection: { resource: string; operation: string };
	/** Resource, operation, and the service that a variant asks: `speech/synthesize (standard)`. */
	title: string;
	/** The endpoints of all requests. */
	endpoints: readonly string[];
}

/** The place of an operation in a run of all of them: what needs nothing is first, and what changes a task is last. */
const orderOf = ({ page: { given, changesTask, queue } }: Place): number =>
	given ? (queue?.step ?? 0) + (changesTask ? 100 : 0) : 0;

/** Every operation, and after it its variants, in the order in which all can run. */
export const OPERATIONS: readonly Variant[] = [...PAGES]
	.sort((one, other) => orderOf(one) - orderOf(other))
	.flatMap(({ node, resource, operation, page: { variants = [], ...page } }) =>
		[page, ...variants.map((variant) => ({ ...variant, otherRequests: [] }))].map((table) => {
			const { service } = { service: '', ...(table.given?.options as object) };
			const title = `${resource}/${operation}${service && ` (${service})`}`;
			const endpoints = [table.sent.endpoint, ...(table.otherRequests ?? [])];
			return { ...page, ...table, node, selection: { resource, operation }, title, endpoints };
		}),
	);

/** The nodes that have resources, and the resource of each that is chosen at first. */
const DEFAULT_RESOURCES: Readonly<Record<string, string>> = {
	iflytek: 'text',
	iflytekAiCall: 'task',
};

/** The pages of a node by resource. */
function resourcesOf(node: string): Record<string, Resource> {
	const resources: Record<string, { default: string; operations: Record<string, Page> }> = {};
	for (const { resource, operation, page } of PAGES.filter((place) => place.node === node)) {
		const entry = (resources[resource] ??= { default: '', operations: {} });
		entry.operations[operation] = page;
		if (page.isDefault) entry.default = operation;
	}
	return resources;
}

/** The nodes that have resources, with the pages of each. `default` is the resource that is chosen at first. */
export const actions: Readonly<
	Record<string, { default: string; resources: Readonly<Record<string, Resource>> }>
> = Object.fromEntries(
	Object.entries(DEFAULT_RESOURCES).map(([node, defaultResource]) => [
		node,
		{ default: defaultResource, resources: resourcesOf(node) },
	]),
);

/** The lines of each trigger. */
export const triggers: Readonly<Record<string, Lines>> = {
	iflytekAiCallTrigger: callTrigger,
	iflytekAiCallContextTrigger: contextTrigger,
	iflytekAiCallTaskTrigger: taskTrigger,
};

/** The first request of a page, and the first request of each of its variants. */
const requestsOf = ({ sent, variants = [] }: Page): Sent[] => [
	sent,
	...variants.map((variant) => variant.sent),
];

/** Every endpoint by its name in the log of the local platform: its address, its responses, and the node that asks it. */
export const ENDPOINTS: Readonly<
	Record<string, Pick<Sent, 'url' | 'response'> & { node: string }>
> = {
	token: { ...TOKEN, node: 'iflytekAiCall' },
	...Object.fromEntries(
		PAGES.flatMap(({ node, page }) =>
			requestsOf(page).map(({ endpoint, url, response }) => [endpoint, { url, response, node }]),
		),
	),
};

/** The address of every endpoint of a node, by the endpoint's name in the log of the local platform. */
function addressesOf(node: string): Record<string, string> {
	const pages = PAGES.filter((place) => place.node === node).map(({ page }) => page);
	return Object.fromEntries(pages.flatMap(requestsOf).map(({ endpoint, url }) => [endpoint, url]));
}

/** The addresses of document 1. */
export const ADDRESSES: Readonly<Record<string, string>> = addressesOf('iflytek');

/** The addresses of document 2. The token has no page, because no operation requests it. */
export const CALL_ADDRESSES: Readonly<Record<string, string>> = {
	token: TOKEN.url,
	...addressesOf('iflytekAiCall'),
};

/** Every key of document 1, with the request that tests it. */
export const KEYS: readonly (Key & Pick<Sent, 'endpoint' | 'url'>)[] = PAGES.flatMap(({ page }) =>
	requestsOf(page).flatMap(({ endpoint, url, key }) => (key ? [{ ...key, endpoint, url }] : [])),
);

const SERVICE_OF_KEY: Line = {
	type: 'options',
	default: '',
	values: ['', ...KEYS.map(({ value }) => value)],
	names: [
		['', 'Choose a Service'] as const,
		...KEYS.map(({ value, name }) => [value, name] as const),
	].sort(([one], [other]) => (one < other ? -1 : 1)),
};

/** The lines of each credential. Each key of document 1 has an entry in Service of This Key, and a field for the key. */
export const credentials: Readonly<Record<string, Lines>> = {
	...CREDENTIALS,
	iflytekApi: {
		...CREDENTIALS.iflytekApi,
		'testService{separateKeys=false}': { ...SERVICE_OF_KEY, required: true },
		'testService{separateKeys=true}': SERVICE_OF_KEY,
		...Object.fromEntries(KEYS.map(({ value }) => keyLine(value))),
	},
};
