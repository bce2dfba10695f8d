/** The figures in the notes of an example are those of its nodes. */
import type { INode } from 'n8n-workflow';
import { isNote, NAMES, readExample } from './workflow';

/** Figures that are not of the nodes, by words around them: of the platform, of n8n, of an app, of the example itself. */
const OF_OTHERS = [
	'138****0000',
	'500 at most',
	'500 milliseconds',
	'200 milliseconds',
	'UTF-8',
	"China's year 2026",
	'at most 20 messages',
	'answer 200',
	'800k each',
	'(800 KB)',
	'Width and Height to 900',
	'4032 × 3024 pixels and 8 MB',
	'4096 pixels',
	'about 2.8 MB',
];

const NUMBER_WORDS: Readonly<Record<string, number>> = {
	two: 2,
	three: 3,
	four: 4,
	five: 5,
	six: 6,
	seven: 7,
	eight: 8,
	nine: 9,
	ten: 10,
	twelve: 12,
	fifteen: 15,
	twenty: 20,
	thirty: 30,
	sixty: 60,
	ninety: 90,
};
const WORDS = Object.keys(NUMBER_WORDS).join('|');

/** The text of a note without code, addresses, the numbers of a list, and figures of others. */
const plain = (note: string) =>
	OF_OTHERS.reduce(
		(text, words) => text.replaceAll(words, ''),
		note
			.replace(/```.*?```/gs, '')
			.replace(/https?:\/\/\S+/g, '')
			.replace(/^\s*\d+\. /gm, '')
			.replace(/quarter of an hour/gi, '15 minutes')
			.replace(/half an hour/gi, '30 minutes'),
	);

/** The figures of a note: numbers, and number words before a unit. */
const FIGURE = new RegExp(
	`(?<![\\w.])(\\d+(?:[.,]\\d+)*)|\\b(${WORDS})(?= (?:minutes|hours|days|times|rounds|tries)\\b)`,
	'g',
);
const figuresIn = (note: string) =>
	[...plain(note).matchAll(FIGURE)].map(([, digits, word = '']) =>
		(digits ?? String(NUMBER_WORDS[word])).replaceAll(',', ''),
	);

/** How many nodes a text names by their service: `the five Postgres nodes`. */
const COUNT = new RegExp(`\\b(${WORDS}) (Postgres|Data Table|Code|HTTP Request) nodes\\b`, 'g');
const countsIn = (note: string) =>
	[...note.matchAll(COUNT)].map(
		([, word = '', service = '']) => [service, NUMBER_WORDS[word]] as const,
	);

describe.each(NAMES)('%s', (name) => {
	const { nodes } = readExample(name);
	const notes = nodes.filter(isNote).map(({ parameters }) => String(parameters.content));
	const others: INode[] = nodes.filter((node) => !isNote(node));

	test('each figure of a note stands in a node, or counts the nodes', () => {
		const text = JSON.stringify(others.map(({ parameters }) => parameters));
		const stands = (figure: string) =>
			// A time of day, such as 18:00, has no figure 18.
			new RegExp(`(?<![\\d.]|\\d:)${figure.replace('.', '\\.')}(?![\\d.]*\\d|:\\d)`).test(text);
		const wrong = notes
			.flatMap(figuresIn)
			.filter((figure) => !stands(figure) && figure !== String(others.length));
		expect(wrong).toEqual([]);
	});

	test('notes count the nodes of a service right', () => {
		for (const [service, count] of notes.flatMap(countsIn)) {
			const type = service.replace(/ /g, '').toLowerCase();
			const found = others.filter((node) => node.type.toLowerCase().endsWith(`.${type}`));
			expect([service, found.length]).toEqual([service, count]);
		}
	});
});

test('the notes have figures, and each figure of others stands in one', () => {
	const notes = NAMES.flatMap((name) => readExample(name).nodes.filter(isNote)).map(
		({ parameters }) => String(parameters.content),
	);
	expect(notes.flatMap(figuresIn).length).toBeGreaterThan(15);
	expect(notes.flatMap(countsIn).length).toBeGreaterThan(2);
	expect(OF_OTHERS.filter((words) => !notes.some((note) => note.includes(words)))).toEqual([]);
});
