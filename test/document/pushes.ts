/** The kinds of pushes of document 2, part 6. Each has a page in pushes/, named after its event. */
import { join } from 'node:path';
import { modulesIn } from '../simulator/modulesIn';

import type { Schema } from './page';

type Body = Readonly<Record<string, unknown>>;

export interface PushPage {
	/** The chapter of the document. The trigger lists the kinds in the order of their chapters. */
	chapter: string;
	/** The module under which the console lists the URL for such pushes (2.5). */
	module: string;
	/** What the URL is for, in English and in Chinese. */
	moduleName: string;
	chinese: string;
	/** What messages call such a push. */
	noun: string;
	/** The fields that messages name to describe such a push. */
	describedBy: string;
	/** Whether a body has the fields of this kind of push. */
	isThisKind(body: Body): boolean;
	/** The whole body, with every field that it may have. */
	body: Schema;
	/** What docs/reference.md and docs/reference.zh-CN.md say about the fields that the trigger adds. */
	added: { english: string; chinese: string };
	/** Bodies that the platform sends, each with the item that the trigger makes of it. */
	examples: readonly { sent: Body; described: Body }[];
}

/** All kinds, in the order of the document. */
export const PUSHES: readonly (PushPage & { kind: string })[] = modulesIn<{ push: PushPage }>(
	join(__dirname, 'pushes'),
)
	.map(({ name, module }) => ({ kind: name, ...module.push }))
	.sort((one, other) => (one.chapter < other.chapter ? -1 : 1));

/** Every event of the call trigger. The default of its parameter Events may have fewer. */
export const EVERY_EVENT = PUSHES.map(({ kind }) => kind);

const described = PUSHES.map(({ noun, describedBy }) => `${noun} (${describedBy})`);

/** What the trigger says is expected, if a body is no push. */
export const EXPECTED = `Expected a JSON object with call_uuid and what belongs to ${described.slice(0, -1).join(', ')} or ${described.at(-1)}.`;
/** What the trigger says is wrong with a body that is a push of no kind. */
export const OF_NO_KIND = `The body is neither ${PUSHES.map(({ noun }) => noun).join(' nor ')}`;

/** Whether a body has any of these fields. A field that is null does not count. */
export const anySent = (body: Body, names: readonly string[]): boolean =>
	names.some((name) => body[name] !== undefined && body[name] !== null);
