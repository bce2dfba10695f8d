/**
 * Rules for community packages that n8n's repository has, but its released scanner (0.32) does not check, and what
 * docs/for-reviewers.md says. These tests check the descriptions at run time, whereas the scanner only sees literals.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import type { INodeProperties } from 'n8n-workflow';
import { choicesOf, CREDENTIALS, NODES, within } from './described';
import { SOURCES, syntaxOf } from './sources';

const ROOT = join(__dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const files = (folder: string, ending: string) =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith(ending))
		.map((file) => join(folder, file));

const PARAMETERS = [
	...NODES.flatMap(({ description }) => description.properties),
	...CREDENTIALS.flatMap(({ properties }) => properties),
].flatMap(within);

/** The names of the parameters for which `isWrong` returns true. */
const wrongParameters = (isWrong: (property: INodeProperties) => boolean) =>
	PARAMETERS.filter(isWrong).map(({ name }) => name);

const MANIFEST = JSON.parse(read('package.json')) as {
	name: string;
	license: string;
	keywords: string[];
	author: { name: string };
	homepage: string;
	repository: Record<string, string>;
	bugs: { url: string };
	workspaces?: unknown;
};

describe('codex files', () => {
	/** Node categories as of November 2026. */
	const CATEGORIES = [
		'Analytics',
		'Communication',
		'Data & Storage',
		'Development',
		'Finance & Accounting',
		'Marketing & Content',
		'Miscellaneous',
		'Productivity',
		'Sales',
		'Utility',
	];

	test.each(files('nodes', '.node.json'))(
		'%s has categories that n8n lists, and no subcategory',
		(file) => {
			const codex = JSON.parse(read(file)) as { categories: string[]; subcategories?: unknown };
			expect(codex.categories.length).toBeGreaterThan(0);
			expect(codex.categories.filter((category) => !CATEGORIES.includes(category))).toEqual([]);
			expect(codex.subcategories).toBeUndefined();
		},
	);

	test('each node has a codex file, but no codex in its code, because n8n would then ignore the file', () => {
		expect(files('nodes', '.node.json')).toHaveLength(NODES.length);
		expect(NODES.map(({ description }) => description.codex)).toEqual(NODES.map(() => undefined));
	});
});

describe('parameters', () => {
	test('a hint has at most 120 characters', () => {
		expect(wrongParameters(({ hint = '' }) => hint.length > 120)).toEqual([]);
	});

	test('each parameter has a default', () => {
		expect(wrongParameters((property) => !('default' in property))).toEqual([]);
	});

	test('choices are sorted by name', () => {
		const sorted = (names: string[]) =>
			[...names].sort((one, other) => one.localeCompare(other, undefined, { sensitivity: 'base' }));
		// n8n asks for no order among choices of which several can be chosen, such as the days of a week.
		// The choices of Run Mode are ordered by their effect: from checking to calling people. Those of Repeat begin with the
		// default and go on with what calls people more often. Task and Run Campaign come first, because n8n lists actions
		// in the order of resources and operations, and Run Campaign is what most people look for.
		const FIRST = ['Task', 'Run Campaign'];
		const rest = (names: string[]) => (FIRST.includes(names[0] ?? '') ? names.slice(1) : names);
		const nameLists = PARAMETERS.filter(
			({ name, type }) => type === 'options' && !['runMode', 'skipCustomers'].includes(name),
		).map((property) => choicesOf(property).map(({ name }) => name));
		expect(nameLists.filter((names) => names.length > 1).length).toBeGreaterThan(20);
		expect(nameLists.map(rest)).toEqual(nameLists.map(rest).map(sorted));
	});

	test('optional parameters are under Options, except those that must be seen', () => {
		const EXEMPT_TYPES = [
			'collection',
			'fixedCollection',
			'notice',
			'callout',
			'hidden',
			'curlImport',
		];
		const EXEMPT_NAMES = ['resource', 'operation', 'authentication'];
		const isOptional = ({ required, type, name }: INodeProperties) =>
			required !== true && !EXEMPT_TYPES.includes(type) && !EXEMPT_NAMES.includes(name);
		const outsideOptions = NODES.map(({ description }) => {
			const names = description.properties.filter(isOptional).map(({ name }) => name);
			return [description.name, [...new Set(names)]];
		});
		// The linter warns of each of these parameters, because it does not know that they have a good default. n8n's own
		// guidelines put Simplify, Return All and Limit outside Options. Each other parameter says what kind of input, service
		// or result is meant, or must not be overlooked.
		expect(Object.fromEntries(outsideOptions)).toEqual({
			iflytek: ['simplify', 'inputType', 'format', 'includeWords'],
			iflytekAiCall: ['skipCustomers', 'runMode', 'output', 'fields', 'returnAll', 'limit', 'kind'],
			iflytekAiCallTrigger: ['callRecords', 'requireSecret'],
			iflytekAiCallContextTrigger: ['fallback', 'requireSecret'],
			iflytekAiCallTaskTrigger: ['shares', 'includeExisting'],
		});
	});

	test('a JSON parameter is required or under Options, except the fallback response', () => {
		const outsideOptions = NODES.flatMap(({ description }) => description.properties).filter(
			({ type, required }) => type === 'json' && required !== true,
		);
		// The fallback response has no fixed fields: its names are those of the user's script.
		expect(outsideOptions.map(({ name }) => name)).toEqual(['fallback']);
	});

	test('no choice of a parameter has an asterisk in its name, and no two have the same name or value', () => {
		const hasRepeats = (values: unknown[]) => new Set(values).size < values.length;
		expect(
			wrongParameters((property) => {
				const choices = choicesOf(property);
				return (
					choices.some(({ name }) => name.includes('*')) ||
					hasRepeats(choices.map(({ name }) => name)) ||
					hasRepeats(choices.map(({ value }) => value))
				);
			}),
		).toEqual([]);
	});
});

describe('nodes and credentials', () => {
	test.each(NODES)(
		'$description.displayName has one credential and a name in camelCase',
		(node) => {
			expect(node.description.credentials).toHaveLength(1);
			expect(node.description.name).toMatch(/^[a-z][a-zA-Z0-9]+$/);
		},
	);

	test.each(CREDENTIALS)(
		'both names of the credential $displayName end with API, and each node that uses the credential tests it',
		(credential) => {
			expect(credential.displayName).toMatch(/ API$/);
			expect(credential.name).toMatch(/^[a-z][a-zA-Z0-9]+Api$/);
			const testMethods = NODES.flatMap(({ description, methods }) =>
				(description.credentials ?? [])
					.filter(({ name }) => name === credential.name)
					.map(({ testedBy }) => methods?.credentialTest?.[String(testedBy)]),
			);
			expect(testMethods.length).toBeGreaterThan(0);
			expect(testMethods.filter((method) => method === undefined)).toEqual([]);
		},
	);

	test("no node has n8n's own color", () => {
		const colors = NODES.map(({ description }) => description.defaults.color);
		expect(colors.filter((color) => color?.toLowerCase() === '#ff6d5a')).toEqual([]);
	});

	test('files are named after their classes', () => {
		const classFiles = [...files('nodes', '.node.ts'), ...files('credentials', '.credentials.ts')];
		expect(classFiles).toHaveLength(NODES.length + CREDENTIALS.length);
		for (const file of classFiles)
			expect(read(file)).toContain(`export class ${basename(file).split('.')[0]} implements`);
	});
});

describe('code', () => {
	const syntaxTrees = SOURCES.map(syntaxOf);

	/** The source texts of those nodes in all syntax trees for which `isWanted` returns true. */
	function textsOf(isWanted: (node: ts.Node) => boolean): string[] {
		const found: string[] = [];
		const visit = (node: ts.Node): void => {
			if (isWanted(node)) found.push(node.getText());
			ts.forEachChild(node, visit);
		};
		syntaxTrees.forEach(visit);
		return found;
	}

	test('no ID of a partner, an account or a customer is in the code', () => {
		const ID_NAME = /^(partner|affiliate|reseller|account|tenant|customer|client)[_-]?id$/i;
		const setsFixedId = (node: ts.Node): boolean => {
			if (
				ts.isVariableDeclaration(node) ||
				ts.isPropertyAssignment(node) ||
				ts.isPropertyDeclaration(node)
			)
				return (
					ID_NAME.test(node.name.getText().replace(/['"]/g, '')) &&
					node.initializer !== undefined &&
					ts.isStringLiteralLike(node.initializer)
				);
			return (
				ts.isBinaryExpression(node) &&
				node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
				ts.isStringLiteralLike(node.right) &&
				ID_NAME.test(node.left.getText().split('.').at(-1) ?? '')
			);
		};
		expect(SOURCES.length).toBeGreaterThan(100);
		expect(textsOf(setsFixedId)).toEqual([]);
	});

	test('each n8n error is created with the index of its item, except the errors listed here', () => {
		const isNodeError = (node: ts.Node): node is ts.NewExpression =>
			ts.isNewExpression(node) && /^Node(Api|Operation)Error$/.test(node.expression.getText());
		const creations = textsOf(isNodeError).map((text) => text.replace(/\s+/g, ' '));
		expect(creations.filter((text) => !text.includes('itemIndex'))).toEqual([
			// The editor asks for columns, and then there are no items.
			'new NodeOperationError(context.getNode(), String(emptyFieldsNotice))',
			// The next line of the code adds the index, as it does for an error from elsewhere.
			'new NodeOperationError(node, error instanceof Error ? error : String(error))',
			// Thrown before the first item is read.
			'new NodeOperationError( context.getNode(), `The resource "${resource}" has no operation "${operationName}"`, { description: \'Reselect the resource and operation in the node.\', }, )',
		]);
		expect(creations).toHaveLength(5);
	});
});

test('the package has the MIT license, can be found by n8n, and is the only package of its repository', () => {
	const { license, keywords, repository, workspaces } = MANIFEST;
	expect(license).toBe('MIT');
	expect(keywords).toContain('n8n-community-node-package');
	expect(keywords.filter((word) => !/^[a-z0-9-]+$/.test(word))).toEqual([]);
	expect(keywords).toEqual([...new Set(keywords)]);
	expect([repository.directory, workspaces]).toEqual([undefined, undefined]);
});

test('author, license, repository and all links to it name the same organization', () => {
	const { name, author, homepage, repository, bugs } = MANIFEST;
	expect(author.name).toBe(`${name} maintainers`);
	expect(read('LICENSE')).toMatch(new RegExp(`^Copyright \\(c\\) \\d{4} ${author.name}$`, 'm'));
	const address = `https://github.com/${name}/${name}`;
	expect([homepage, repository.url, bugs.url]).toEqual([
		`${address}#readme`,
		`git+${address}.git`,
		`${address}/issues`,
	]);
	const texts = ['README.md', 'docs/README.zh-CN.md', ...files('nodes', '.node.json')].map(read);
	const links = texts.flatMap((text) => text.match(/github\.com\/n8n-nodes[\w-]*\/[\w-]+/g) ?? []);
	expect([...new Set(links)]).toEqual([`github.com/${name}/${name}`]);
});

describe('docs/for-reviewers.md', () => {
	const page = read('docs/for-reviewers.md');

	test('it begins with each file that sends requests, and names no other', () => {
		const [map = ''] = page.split('\n## What it is');
		const senders = SOURCES.filter((file) =>
			/from '[^']*http\/(transport|webSocket)'/.test(read(file)),
		);
		expect([...map.matchAll(/^\| `([^`]+)`/gm)].map(([, file]) => file).sort()).toEqual(
			senders.filter((file) => !file.startsWith('nodes/shared/n8n/http/')).sort(),
		);
		// Nothing else has the means to send.
		const means =
			/\bhttpRequest(WithAuthentication)?[.(]|helpers\.request\(|new WebSocket\(|\bfetch\(/;
		expect(SOURCES.filter((file) => means.test(read(file))).sort()).toEqual([
			'nodes/shared/n8n/http/transport.ts',
			'nodes/shared/n8n/http/webSocket.ts',
		]);
	});

	test.each(['docs/for-reviewers.md', 'README.md'])(
		"%s says that the project is the community's, and names the vendor's package",
		(file) => {
			expect(read(file)).toMatch(/community project,? (and )?not affiliated with iFLYTEK/);
			expect(read(file)).toContain('`@iflytekopensource/n8n-nodes-iflytek-skills`');
		},
	);

	test('it has at most 500 words', () => {
		const words = page.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
		expect(words.length).toBeLessThanOrEqual(500);
	});
});

test.each([
	['README.md', '**What an account needs and costs.**', '**1. Install'],
	['docs/README.zh-CN.md', '**账号需要什么、费用多少。**', '**1. 安装'],
])('%s says what an account needs before the first step', (file, account, firstStep) => {
	const [before = '', after] = read(file).split(firstStep);
	expect([before.includes(account), after !== undefined]).toEqual([true, true]);
});

/** Relative luminance of a colour such as #1a2b3c (WCAG 2). */
function luminance(colour: string): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
		const channel = parseInt(colour.slice(start, start + 2), 16) / 255;
		return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
	const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (light + 0.05) / (dark + 0.05);
}

const ICONS = readdirSync(join(ROOT, 'icons')).map((file) => `icons/${file}`);

test('there is a light and a dark icon for each of the five nodes', () => {
	expect(ICONS.filter((icon) => !icon.endsWith('.dark.svg'))).toHaveLength(5);
	expect(ICONS).toHaveLength(10);
});

test.each(ICONS.map((icon) => [icon, icon.endsWith('.dark.svg') ? '#2b2b2b' : '#ffffff'] as const))(
	'%s stands out from its background',
	(icon, background) => {
		const colours = read(icon).match(/#[0-9a-f]{6}\b/gi) ?? [];
		expect(Math.max(...colours.map((colour) => contrast(colour, background)))).toBeGreaterThan(1.5);
	},
);
