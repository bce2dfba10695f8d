/** The kinds of pushes of document 2, part 6. Each has a page in pushes/, named after its event. */
import { join } from 'node:path';
import { modulesIn } from '../simulator/modulesIn';

type Body = Readonly<Record<string, unknown>>;

export interface PushPage {
	/** Its chapter in the document. The trigger lists the kinds in the order of their chapters. */
	chapter: string;
	/** The module under which the console lists the URL for such pushes (2.5), and what this URL is for. */
	module: string;
	moduleName: string;
	/** What the URL is for, in Chinese. */
	chinese: string;
	/** The words for such a push in messages, and the fields that messages name to describe it. */
	noun: string;
	describedBy: string;
	/** Whether the fields of a body make it a push of this kind. */
	isThisKind(body: Body): boolean;
	/** The text of the references about the fields that the trigger adds. */
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

/** The hint and the message of the trigger for a body that is no push. */
export const EXPECTED = `Expected a JSON object with call_uuid and what belongs to ${described.slice(0, -1).join(', ')} or ${described.at(-1)}.`;
export const OF_NO_KIND = `The body is neither ${PUSHES.map(({ noun }) => noun).join(' nor ')}`;

/** Whether any of these fields was sent. */
export const anySent = (body: Body, names: readonly string[]): boolean =>
	names.some((name) => body[name] !== undefined && body[name] !== null);
