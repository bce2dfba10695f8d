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

/** The texts that the first group of a pattern matches, sorted and each only once. */
const matchesIn = (text: string, pattern: RegExp) =>
	[...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].sort();

const read = (document: string) => readFileSync(join(ROOT, document), 'utf8');

describe('pictures', () => {
	const browserTests = join(ROOT, 'test/browser');
	const pictureNames = matchesIn(
		readdirSync(browserTests)
			.filter((file) => file.endsWith('.browser.ts'))
			.map((file) => readFileSync(join(browserTests, file), 'utf8'))
			.join('\n'),
		/\bpicture\('([^']+)'\)/g,
	);

	test('the pictures in docs/images are those that the browser test takes', () => {
		expect(readdirSync(join(ROOT, 'docs/images')).sort()).toEqual(
			pictureNames.map((name) => `${name}.png`),
		);
	});

	test.each([
		['README.md', 'docs/reference.md'],
		['docs/README.zh-CN.md', 'docs/reference.zh-CN.md'],
	])('%s and %s show each picture and say what it shows', (readme, reference) => {
		const text = (read(readme) + read(reference)).replaceAll('](images/', '](docs/images/');
		expect(matchesIn(text, /!\[[^\]]+\]\(docs\/images\/([\w-]+)\.png\)/g)).toEqual(pictureNames);
		// They neither show nor link any other picture.
		expect(matchesIn(text, /images\/([\w-]+)\.png/g)).toEqual(pictureNames);
	});
});

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

	test.each(documents)(
		'each link in %s to a file of this repository on GitHub leads to a file that exists',
		(document) => {
			const files = [
				...read(document).matchAll(
					/\]\(https:\/\/github\.com\/n8n-nodes-xfyun\/n8n-nodes-xfyun\/blob\/main\/([^)#\s]+)/g,
				),
			].map(([, file = '']) => file);
			expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
		},
	);

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
	const sources = ['', 'nodes', 'credentials', 'test'].flatMap(filesOf);

	test.each(documents)('each source file that %s names exists', (document) => {
		// Capitals alone stand for a name that the reader chooses.
		const named = [...read(document).matchAll(/`([\w./]+\.(?:ts|mjs))`/g)]
			.map(([, file = '']) => file)
			.filter((file) => !/\b[A-Z]+\b/.test(file));
		const missing = named.filter((file) => !sources.some((source) => source.endsWith(`/${file}`)));
		expect(missing).toEqual([]);
	});
});
