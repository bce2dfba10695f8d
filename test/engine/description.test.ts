import { Iflytek } from '../../nodes/Iflytek/Iflytek.node';
import { resources } from '../../nodes/Iflytek/resources';
import { findOperation } from '../../nodes/shared/n8n/run/operations';
import { actions } from '../document';

const { description } = new Iflytek();

test('the node has the internal names that saved workflows depend on', () => {
	expect([description.name, description.displayName, description.usableAsTool]).toEqual([
		'iflytek',
		'iFLYTEK',
		true,
	]);
});

test('the node has exactly the operations that the pages in test/document describe', () => {
	const known = resources.flatMap(({ value, operations }) =>
		operations.map(({ option }) => [value, option.value]),
	);
	const listed = Object.entries(actions.iflytek?.resources ?? {}).flatMap(
		([resource, { operations }]) =>
			Object.keys(operations).map((operation) => [resource, operation]),
	);
	expect([...known].sort()).toEqual([...listed].sort());
	for (const [resource, operation] of listed)
		expect(findOperation(resources, String(resource), String(operation))).toBeDefined();
});

test('each operation has an action and a description, the operations are sorted by name, and the default operation of a resource is one of its operations', () => {
	for (const { operations, defaultOperation } of resources) {
		expect(operations.map(({ option }) => option.value)).toContain(defaultOperation);
		expect(operations.map(({ option }) => option.name)).toEqual(
			operations.map(({ option }) => option.name).sort(),
		);
		for (const { option } of operations)
			expect([typeof option.action, typeof option.description]).toEqual(['string', 'string']);
	}
});
