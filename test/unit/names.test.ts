/** A name says one thing: no function's name is declared in two files of the package. */
import ts from 'typescript';
import { SOURCES, syntaxOf } from './sources';

/** Names in two files. The first is the same function of two operations. */
const KNOWN = ['searchVoices', 'startedText', 'withoutEnd'];

function functionNames(file: string): string[] {
	const { statements } = syntaxOf(file);
	return statements.flatMap((statement) => {
		if (ts.isFunctionDeclaration(statement)) return statement.name?.text ?? [];
		if (!ts.isVariableStatement(statement)) return [];
		return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
			ts.isIdentifier(name) && initializer && ts.isArrowFunction(initializer) ? name.text : [],
		);
	});
}

test('no function of a file has the name of one of another file', () => {
	const names = SOURCES.flatMap((file) => [...new Set(functionNames(file))]);
	const twice = names.filter((name, index) => names.indexOf(name) !== index);
	expect(names.length).toBeGreaterThan(1000);
	expect([...new Set(twice)].sort()).toEqual(KNOWN);
});
