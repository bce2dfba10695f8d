import { runInNewContext } from 'node:vm';
import { IflytekAiCallApi } from '../../credentials/IflytekAiCallApi.credentials';
import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import { resources } from '../../nodes/IflytekAiCall/actions/router';

const { description, methods } = new IflytekAiCall();

test('the node has the internal names that saved workflows depend on', () => {
	expect([description.name, description.displayName, description.usableAsTool]).toEqual([
		'iflytekAiCall',
		'iFLYTEK AI Call',
		true,
	]);
});

test('Run campaign is the first action of the node', () => {
	expect(resources[0]?.operations[0]?.option.action).toBe('Run campaign');
});

test('the canvas says in words whether a node calls people', () => {
	const expression = String(description.subtitle).replace(/^=\{\{|\}\}$/g, '');
	const subtitle = (resource: string, operation: string, runMode?: string): unknown =>
		runInNewContext(expression, { $parameter: { resource, operation, runMode } });
	expect([
		subtitle('call', 'place', 'check'),
		subtitle('call', 'place', 'test'),
		subtitle('task', 'run', 'real'),
		subtitle('task', 'addRows', 'real'),
		subtitle('task', 'get'),
	]).toEqual([
		'Check only: place call',
		'My number: place call',
		'Calls people: run task',
		'addRows: task',
		'get: task',
	]);
});

test('the actions that an agent reads tell which operations make telephones ring', () => {
	const ringing = resources
		.flatMap(({ operations }) => operations.map(({ option }) => option))
		.filter(({ action }) => /^Place calls|Run campaign|calling/.test(action ?? ''));
	expect(ringing.map(({ value }) => value).sort()).toEqual(['place', 'run', 'start']);
});

test('the node has every method that a parameter names', () => {
	const named =
		JSON.stringify(description.properties).match(
			/"(?:searchListMethod|loadOptionsMethod|resourceMapperMethod)":"(\w+)"/g,
		) ?? [];
	const existing = [methods.listSearch, methods.loadOptions, methods.resourceMapping].flatMap(
		(group) => Object.keys(group),
	);
	expect([...new Set(named.map((text) => text.split('"')[3]))].sort()).toEqual(existing.sort());
});

test('only these nodes may use the credential, and its secrets are hidden', () => {
	const { properties, restrictToSupportedNodes, hideDomainRestrictionFields } =
		new IflytekAiCallApi();
	// So the HTTP Request node cannot use it, and n8n shows no fields about that node.
	expect([restrictToSupportedNodes, hideDomainRestrictionFields]).toEqual([true, true]);
	expect(
		properties.filter(({ typeOptions }) => typeOptions?.password).map(({ name }) => name),
	).toEqual(['appSecret', 'pushSecret', 'sessionToken']);
	expect(properties.find(({ name }) => name === 'sessionToken')).toMatchObject({
		type: 'hidden',
		typeOptions: { expirable: true },
		default: '',
	});
});
