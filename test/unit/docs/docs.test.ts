import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { CALL_CHINESE } from '../../document/table/callChinese';
import { LABELS } from './chinese';
import { anchorOf, current, DOCUMENTS, LABEL_GROUPS, pairsOf, rendered, write } from './tables';

const ROOT = join(__dirname, '../../..');

// `npm run docs` rewrites the tables before they are compared.
beforeAll(() => {
	if (process.env.WRITE_DOCS) DOCUMENTS.forEach(write);
});

test.each(DOCUMENTS)('the tables of %s match the code (if not: npm run docs)', (document) => {
	expect(current(document)).toBe(rendered(document));
});

test.each(LABEL_GROUPS)(
	'test/unit/docs/chinese.ts translates exactly the values of %s',
	(name, _title, values) => {
		const [, chinese = {}] = LABELS[name] ?? [];
		expect(Object.keys(chinese).sort()).toEqual(
			pairsOf(values)
				.map(([value]) => value)
				.sort(),
		);
	},
);

test.each(Object.entries(CALL_CHINESE))(
	"test/unit/docs/chinese.ts has document 2's own words for the values of %s",
	(name, words) => {
		const [, chinese = {}] = LABELS[name] ?? [];
		const ownWords = Object.entries(words).filter(([value, word]) =>
			chinese[value]?.includes(word),
		);
		expect(Object.fromEntries(ownWords)).toEqual(words);
	},
);

const read = (document: string) => readFileSync(join(ROOT, document), 'utf8');

describe('examples', () => {
	const examples = readdirSync(join(ROOT, 'examples'))
		.filter((file) => file.endsWith('.json'))
		.map((file) => file.replace('.json', ''))
		.sort();
	/** Each line of a list or table that links an example: its name and what it does. */
	const exampleLines = (text: string) =>
		[
			...text.matchAll(
				/^(?:- |\| )\[([\w-]+)\]\((?:(?:\.\.\/)?examples\/)?\1\.json\)(?: \||:|：) ?([^|\n]+?)(?: \|.*)?$/gm,
			),
		].map(([, name = '', purpose = '']) => [name, purpose]);

	test.each([
		['README.md', 'examples/README.md'],
		['docs/README.zh-CN.md', 'docs/examples.zh-CN.md'],
	] as const)('%s lists every example, in the same words as %s', (document, list) => {
		const listed = exampleLines(current(document));
		expect(listed.map(([name]) => name).sort()).toEqual(examples);
		expect(exampleLines(read(list))).toEqual(listed);
	});

	test.each(examples)('%s has this name in n8n, too', (name) => {
		const { name: inEditor } = JSON.parse(read(`examples/${name}.json`)) as { name: string };
		expect(inEditor).toBe(name);
	});
});

describe('links', () => {
	const documents = [
		'README.md',
		'CONTRIBUTING.md',
		'examples/README.md',
		'SECURITY.md',
		'CODE_OF_CONDUCT.md',
		...markdownIn('docs'),
		...markdownIn('docs/decisions'),
	];
	function markdownIn(folder: string): string[] {
		const files = readdirSync(join(ROOT, folder)).filter((file) => file.endsWith('.md'));
		return files.map((file) => `${folder}/${file}`);
	}

	const anchors = (text: string) =>
		[...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

	const sources = ['nodes', 'credentials', 'examples'].flatMap((folder) =>
		readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => /\.(ts|json)$/.test(file))
			.map((file) => posix.join(folder, file)),
	);
	/** The links in a file to this repository on GitHub. A link without a file leads to its README. */
	const linksToRepository = (file: string) =>
		[
			...read(file).matchAll(
				/https:\/\/github\.com\/n8n-nodes-xfyun\/n8n-nodes-xfyun(?:\/blob\/main\/([\w./-]+\w))?(?:#([^)"'\s\\]+))?/g,
			),
		].map(([link, target = 'README.md', anchor = 'readme']) => ({ link, target, anchor }));

	test('each link to this repository on GitHub leads to a file and a heading that exist', () => {
		const links = [...documents, ...sources].flatMap((file) =>
			linksToRepository(file).map((found) => ({ file, ...found })),
		);
		for (const kind of [/^nodes\/.*\.node\.json$/, /^credentials\//, /\.md$/])
			expect(links.filter(({ file }) => kind.test(file))).not.toEqual([]);
		const broken = links.filter(({ target, anchor }) => {
			if (!existsSync(join(ROOT, target))) return true;
			// GitHub itself has the anchor `readme`.
			return anchor !== 'readme' && !anchors(read(target)).includes(decodeURIComponent(anchor));
		});
		expect(broken.map(({ file, link }) => `${file}: ${link}`)).toEqual([]);
	});

	test.each(documents)(
		'each relative link in %s leads to a file or a heading that exists',
		(document) => {
			const targets = [...read(document).matchAll(/\]\(([^)\s]+)\)/g)]
				.map(([, target = '']) => target)
				.filter((target) => !/^https?:/.test(target));
			const broken = targets.filter((target) => {
				const [path = '', anchor] = target.split('#');
				const file = path === '' ? document : posix.join(posix.dirname(document), path);
				if (!existsSync(join(ROOT, file))) return true;
				return anchor !== undefined && !anchors(read(file)).includes(decodeURIComponent(anchor));
			});
			expect(broken).toEqual([]);
		},
	);

	/** Every file in a folder and its folders. At the top, only the files there. */
	const filesOf = (folder: string) =>
		readdirSync(join(ROOT, folder), { recursive: folder !== '', encoding: 'utf8' }).map((file) =>
			posix.join('/', folder, file),
		);
	const allFiles = ['', 'nodes', 'credentials', 'test'].flatMap(filesOf);

	test.each(documents)('each source file that %s names exists', (document) => {
		// Capitals alone stand for a name that the reader chooses.
		const named = [...read(document).matchAll(/`([\w./]+\.(?:ts|mjs))`/g)]
			.map(([, file = '']) => file)
			.filter((file) => !/\b[A-Z]+\b/.test(file));
		const missing = named.filter((file) => !allFiles.some((one) => one.endsWith(`/${file}`)));
		expect(missing).toEqual([]);
	});
});
