/** The source files of the package, and the texts in them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

export const ROOT = join(__dirname, '../..');

/** All TypeScript files of nodes and credentials. The paths are relative to the root of the repository. */
export const SOURCES = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => join(folder, file)),
);

export function syntaxOf(file: string): ts.SourceFile {
	const text = readFileSync(join(ROOT, file), 'utf8');
	return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
}

/** The strings of a source file and the text parts of its templates. Errors, log lines and the texts of the editor are made of them. */
export function literalsOf(file: string): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (
			ts.isStringLiteralLike(node) ||
			ts.isTemplateHead(node) ||
			ts.isTemplateMiddleOrTemplateTail(node)
		)
			found.push(node.text);
		ts.forEachChild(node, visit);
	};
	visit(syntaxOf(file));
	return found;
}
