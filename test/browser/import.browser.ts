import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { readExample, readExamples } from '../e2e/lib/examples';
import { REPOSITORY } from '../e2e/lib/pack';
import { useStage } from './lib/stage';

const { scene } = useStage();

/** The message with which n8n says that it has chosen a credential of the right type. */
const CREDENTIAL_MESSAGE = /^Credentials auto-added/;

/** The properties of an element that `cutOff` needs. */
interface PageElement {
	scrollHeight: number;
	clientHeight: number;
	textContent: string;
	querySelectorAll(selector: string): Iterable<PageElement>;
}

/** The first words of each note that cuts off a part of its text. Runs in the page. */
const cutOff = (notes: PageElement[]) =>
	notes
		.filter((note) =>
			[...note.querySelectorAll('*')].some(
				({ scrollHeight, clientHeight }) => clientHeight > 0 && scrollHeight > clientHeight + 1,
			),
		)
		.map((note) => note.textContent.trim().slice(0, 40));

scene(
	'every example can be imported from its file: all its notes are shown in full, and n8n shows no warning',
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
			const notices = await editor.notices.allInnerTexts();
			expect({ name, warnings: notices.filter((text) => !CREDENTIAL_MESSAGE.test(text)) }).toEqual({
				name,
				warnings: [],
			});
		}
	},
);

scene('nodes of a type that n8n does not know are counted after an import', async ({ editor }) => {
	const workflow = await readExample('dialog-entities');
	const folder = await fs.mkdtemp(path.join(tmpdir(), 'iflytek-import-'));
	const file = path.join(folder, 'unknown.json');
	await fs.writeFile(
		file,
		JSON.stringify({
			...workflow,
			nodes: workflow.nodes.map((node) => ({
				...node,
				type: node.type.replace('xfyun.iflytek', 'xfyun.none'),
			})),
		}),
	);
	await editor.importFile(file);
	await fs.rm(folder, { recursive: true });
	await editor.unknownNodes.first().waitFor();
	expect(await editor.unknownNodes.count()).toBe(2);
});
