/** What a test expects does not come from the product: a wrong text or number would be expected as well. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { ROOT, syntaxOf } from './sources';

/** Texts and numbers of the product that tests take, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
	PROGRESS_SECONDS: 'engine/progress expects 10 of it',
	TOKEN_INVALID: 'aiCall/codes expects 10001 of it',
	AFTER_SENTENCE: 'a mark between two functions; nobody sees it',
	TOKEN_PROPERTY: 'the field of the credential, which engine/aiCallToken reads as sessionToken',
	PLATFORM_ZONE: 'what the tests give to functions; the times that they expect are written out',
};

/** The table of all sentences, which tests read: their words are in unit/delivery/rules and unit/delivery/sentences. */
const SENTENCES = 'nodes/IflytekAiCall/entry/sentences';

/** Documents are compared with the product there. */
const COMPARES_DOCUMENTS = 'test/unit/docs/';

const isConstant = (name: string) => /^[A-Z][A-Z0-9_]+$/.test(name);

/** The tests that import constants of the product: their syntax, and each constant with its file. */
const TESTS = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
	.map((file) => join('test', file))
	.filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
	.filter((file) =>
		/\b[A-Z][A-Z0-9_]+,?\s[^;]*from '[./]+(?:nodes|credentials)\//.test(
			readFileSync(join(ROOT, file), 'utf8'),
		),
	)
	.map((file) => ({ file, syntax: syntaxOf(file) }))
	.map(({ file, syntax }) => ({ file, syntax, constants: constantsOf(syntax) }));

function constantsOf(syntax: ts.SourceFile): Map<string, string> {
	const found = new Map<string, string>();
	for (const statement of syntax.statements) {
		if (!ts.isImportDeclaration(statement) || statement.importClause?.isTypeOnly) continue;
		const { text } = statement.moduleSpecifier as ts.StringLiteral;
		const file = relative(ROOT, join(ROOT, syntax.fileName, '..', text));
		const { namedBindings } = statement.importClause ?? {};
		if (!/^(nodes|credentials)\//.test(file) || !namedBindings) continue;
		if (ts.isNamedImports(namedBindings))
			for (const { name, isTypeOnly } of namedBindings.elements)
				if (!isTypeOnly && isConstant(name.text)) found.set(name.text, file);
	}
	return found;
}

/** The constants of the product in what a `toBe(…)` or the like expects, or whose texts a test takes. */
function expectedConstants(syntax: ts.SourceFile, constants: ReadonlySet<string>): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node, isExpected: boolean): void => {
		if (ts.isIdentifier(node) && constants.has(node.text) && isExpected) found.push(node.text);
		if (
			ts.isPropertyAccessExpression(node) &&
			/^(advice|headline|meaning|message|label|name|description)$/.test(node.name.text) &&
			constants.has(/^\w+/.exec(node.getText())?.[0] ?? '')
		)
			found.push(node.getText());
		const isMatcher =
			ts.isCallExpression(node) &&
			ts.isPropertyAccessExpression(node.expression) &&
			node.expression.getText().startsWith('expect(') &&
			/^to[A-Z]/.test(node.expression.name.text);
		ts.forEachChild(node, (child) =>
			visit(child, isExpected || (isMatcher && child !== node.expression)),
		);
	};
	visit(syntax, false);
	return found;
}

test('no test takes a text or a number of the product', async () => {
	const taken = new Set<string>();
	const tests = TESTS.filter(({ file }) => !file.startsWith(COMPARES_DOCUMENTS));
	for (const { constants } of tests)
		for (const [name, source] of constants) {
			const exported = (await import(join(ROOT, source))) as Record<string, unknown>;
			if (['string', 'number'].includes(typeof exported[name])) taken.add(name);
		}
	expect([...taken].sort()).toEqual(Object.keys(ALLOWED).sort());
});

test('no test expects what a constant of the product says', () => {
	const wrong = TESTS.flatMap(({ file, syntax, constants }) =>
		expectedConstants(
			syntax,
			new Set([...constants].flatMap(([name, source]) => (source === SENTENCES ? [] : [name]))),
		).map((name) => `${file}: ${name}`),
	);
	expect(wrong).toEqual([]);
});
