import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PUSH_KINDS, URL_MODULE } from '../../nodes/shared/aiCall/pushes/kinds';
import {
	builderHint,
	IflytekAiCallTrigger,
	parameterHints,
} from '../../nodes/IflytekAiCallTrigger/IflytekAiCallTrigger.node';
import { TriggerServer } from '../engine/webhookHarness';
import { EVERY_EVENT, PUSHES } from './pushes';

type KindWords = Record<'kind' | 'module' | 'moduleName' | 'noun' | 'describedBy', string>;

test('nodes/shared/aiCall/pushes/kinds.ts has the kinds of the pages in test/document/pushes, with the same modules and words', () => {
	const wordsOf = ({ kind, module, moduleName, noun, describedBy }: KindWords) => ({
		kind,
		module,
		moduleName,
		noun,
		describedBy,
	});
	expect(PUSH_KINDS.map(wordsOf)).toEqual(PUSHES.map(wordsOf));
	for (const { module, moduleName } of PUSHES) expect(URL_MODULE[module]).toBe(moduleName);
});

test.each(['README.md', 'docs/README.zh-CN.md', 'docs/reference.md', 'docs/reference.zh-CN.md'])(
	'%s names the module of each kind of push',
	(document) => {
		const text = readFileSync(join(__dirname, '../..', document), 'utf8');
		expect(PUSHES.map(({ module }) => module).filter((module) => !text.includes(module))).toEqual(
			[],
		);
	},
);

test("the trigger names each kind of push for n8n's AI builder", () => {
	const { searchHint } = builderHint;
	const unnamed = PUSHES.filter(
		({ kind, noun }) =>
			!parameterHints.events?.includes(`"${kind}"`) ||
			!String(searchHint).includes(noun.replace(/^an? /, '')),
	);
	expect(unnamed.map(({ kind }) => kind)).toEqual([]);
});

/** What people rarely read. The ids of a task and of its rows are not among these. */
const isLast = (name: string) => /(?:_id|_uuid|^eventId)$/.test(name) && !name.startsWith('task_');

test.each(
	PUSHES.flatMap(({ kind, examples }) =>
		examples.map(({ sent, described }, index) => [kind, index + 1, sent, described] as const),
	),
)(
	'a push of the kind %s (example %d) becomes the item that its page describes, with ids last',
	async (_kind, _index, sent, described) => {
		const server = await new TriggerServer({
			nodeType: new IflytekAiCallTrigger(),
			parameters: { events: EVERY_EVENT },
		}).start();
		await server.post(sent);
		await server.stop();
		const items = server.executions.flat().map(({ json }) => json);
		expect(items).toEqual([described]);
		const names = Object.keys(items[0] ?? {});
		const begin = names.findIndex(isLast);
		expect(names.slice(begin).filter((name) => !isLast(name))).toEqual([]);
	},
);

test('if a push matches several kinds, the kind with the lowest rank is right, and no two kinds have the same rank', () => {
	const kindOf = (body: Readonly<Record<string, unknown>>) =>
		[...PUSH_KINDS]
			.sort((one, other) => one.rank - other.rank)
			.find((pushKind) => pushKind.matches({ ...body }))?.kind;
	for (const { kind, examples } of PUSHES)
		for (const { sent } of examples) expect([kind, kindOf(sent)]).toEqual([kind, kind]);
	const ranks = PUSH_KINDS.map(({ rank }) => rank);
	expect(new Set(ranks).size).toBe(ranks.length);
});
