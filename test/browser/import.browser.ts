import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { readExample, readExamples } from '../e2e/lib/examples';
import { REPOSITORY } from '../e2e/lib/pack';
import { useStage } from './lib/stage';

const { scene } = useStage();

/** n8n's message when it has found a credential of the right type. */
const CHOSE_CREDENTIAL = /^Credentials auto-added/;

/** The properties of an element in the page that are compared. */
interface Shown {
	scrollHeight: number;
	clientHeight: number;
	textContent: string;
	querySelectorAll(selector: string): Iterable<Shown>;
}

/** The first words of notes that are too low for their text. */
const cutOff = (notes: Shown[]) =>
	notes
		.filter((note) =>
			[...note.querySelectorAll('*')].some(
				({ scrollHeight, clientHeight }) => clientHeight > 0 && scrollHeight > clientHeight + 1,
			),
		)
		.map((note) => note.textContent.trim().slice(0, 40));

scene(
	'every example imports from its file, with its notes, and n8n warns of nothing',
	async ({ editor, page }) => {
		const examples = await readExamples();
		expect(examples.length).toBeGreaterThanOrEqual(7);
		for (const { name, workflow } of examples) {
			await editor.importFile(path.join(REPOSITORY, 'examples', `${name}.json`));
			const notes = workflow.nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
			await page.getByTestId('zoom-to-fit').click();
			for (const node of workflow.nodes)
				if (!notes.includes(node)) await editor.node(node.name).waitFor();
			expect({ name, notes: await page.getByTestId('sticky').count() }).toEqual({
				name,
				notes: notes.length,
			});
			expect({ name, unknown: await editor.unknownNodes.count() }).toEqual({ name, unknown: 0 });
			expect({ name, cutNotes: await page.getByTestId('sticky').evaluateAll(cutOff) }).toEqual({
				name,
				cutNotes: [],
			});
			const said = await editor.notices.allInnerTexts();
			expect({ name, warnings: said.filter((text) => !CHOSE_CREDENTIAL.test(text)) }).toEqual({
				name,
				warnings: [],
			});
		}
	},
);

scene('a node that n8n does not know would be seen', async ({ editor }) => {
	const workflow = await readExample('dialog-entities');
	const folder = await fs.mkdtemp(path.join(tmpdir(), 'iflytek-import-'));
	const file = path.join(folder, 'unknown.json');
	await fs.writeFile(
		file,
		JSON.stringify({
			...workflow,
			nodes: workflow.nodes.map((node) => ({
				...node,
				type: node.type.replace('iflytek.iflytek', 'iflytek.none'),
			})),
		}),
	);
	await editor.importFile(file);
	await fs.rm(folder, { recursive: true });
	await editor.unknownNodes.first().waitFor();
	expect(await editor.unknownNodes.count()).toBe(2);
});
