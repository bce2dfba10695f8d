import { ENDPOINTS } from '../../nodes/shared/openPlatform/protocol/services';
import type { Endpoint } from '../../nodes/shared/openPlatform/protocol/endpoint';
import { endpoints as callEndpoints } from '../simulator/aiCall/endpointList';
import { endpoints } from '../simulator/openPlatform/endpoints';
import { ADDRESSES, CALL_ADDRESSES, KEYS, PAGES } from '.';

/** The files of a node's pages that meet the condition. */
const pagesWhere = (node: string, condition: (page: (typeof PAGES)[number]['page']) => boolean) =>
	PAGES.filter((place) => place.node === node && condition(place.page)).map(
		({ resource, operation }) => `test/document/pages/${node}/${resource}/${operation}.ts`,
	);

test('each resource has one page whose operation is chosen at first', () => {
	const resources = [...new Set(PAGES.map(({ node, resource }) => `${node}/${resource}`))];
	const chosen = PAGES.filter(({ page }) => page.isDefault);
	expect(chosen.map(({ node, resource }) => `${node}/${resource}`)).toEqual(resources);
});

test('if an endpoint has limits in services.ts, its page of document 1 has limits too', () => {
	const limitedEndpoints = Object.entries<Endpoint>(ENDPOINTS).flatMap(([name, { limits }]) =>
		limits ? [name] : [],
	);
	expect(
		pagesWhere('iflytek', ({ sent, limits, variants = [] }) =>
			[{ sent, limits }, ...variants].some(
				(request) => limitedEndpoints.includes(request.sent.endpoint) && !request.limits,
			),
		),
	).toEqual([]);
});

test('each page of document 2 says what a repeated request does, and has its own step in the test of the queue', () => {
	expect(pagesWhere('iflytekAiCall', ({ repeated }) => repeated === undefined)).toEqual([]);
	expect(pagesWhere('iflytekAiCall', ({ queue }) => queue === undefined)).toEqual([]);
	const steps = PAGES.flatMap(({ page }) => (page.queue ? [page.queue.step] : []));
	const sharedSteps = steps.filter((step, index) => steps.indexOf(step) !== index);
	expect(
		pagesWhere(
			'iflytekAiCall',
			({ queue }) => queue !== undefined && sharedSteps.includes(queue.step),
		),
	).toEqual([]);
});

test('each endpoint has its own address, and each key has its own service and its own entry in Service of This Key', () => {
	const urls = [...Object.values(ADDRESSES), ...Object.values(CALL_ADDRESSES)];
	expect(new Set(urls).size).toBe(urls.length);
	expect(new Set(KEYS.map(({ console }) => console)).size).toBe(KEYS.length);
	expect(new Set(KEYS.map(({ value }) => value)).size).toBe(KEYS.length);
});

/** The URL paths on the pages, by endpoint. Streaming speech is left out, because it has no file in these folders. */
const pathsOnPages = (addresses: Readonly<Record<string, string>>) =>
	Object.fromEntries(
		Object.entries(addresses)
			.filter(([endpoint]) => endpoint !== 'streaming')
			.map(([endpoint, url]) => [endpoint, new URL(url).pathname]),
	);
const pathsOf = (localEndpoints: readonly { name: string; path: string }[]) =>
	Object.fromEntries(localEndpoints.map(({ name, path }) => [name, path]));

test('test/simulator/openPlatform/endpoints has each endpoint of the pages in test/document/pages/iflytek, and no other', () => {
	expect(pathsOf(endpoints)).toEqual(pathsOnPages(ADDRESSES));
});

test('test/simulator/aiCall/endpoints has each endpoint of the pages in test/document/pages/iflytekAiCall, and no other', () => {
	expect(pathsOf(callEndpoints)).toEqual(pathsOnPages(CALL_ADDRESSES));
});
