/** The kinds of pushes of document 2, part 6: a page for each in pushes/, by the name of its event. */
import { join } from 'node:path';
import { modulesIn } from '../simulator/modulesIn';

type Body = Readonly<Record<string, unknown>>;

export interface PushPage {
	/** Its chapter in the document. The trigger lists the kinds in the order of their chapters. */
	chapter: string;
	/** The module under which the console has its URL (2.5), and what that URL is for. */
	module: string;
	moduleName: string;
	/** What the URL is for, in Chinese. */
	chinese: string;
	/** What messages call such a push, and the fields by which they describe it. */
	noun: string;
	describedBy: string;
	/** Whether a body has a field that makes it a push of this kind. */
	isThisKind(body: Body): boolean;
	/** The fields that the trigger adds, in the words of the references. */
	added: { english: string; chinese: string };
	/** Bodies as the platform sends them, and the item that the trigger makes of each. */
	examples: readonly { sent: Body; described: Body }[];
}

/** All kinds, in the order of the document. */
export const PUSHES: readonly (PushPage & { kind: string })[] = modulesIn<{ push: PushPage }>(
	join(__dirname, 'pushes'),
)
	.map(({ name, module }) => ({ kind: name, ...module.push }))
	.sort((one, other) => (one.chapter < other.chapter ? -1 : 1));

/** Every event of the call trigger. The default of its Events may be fewer. */
export const EVERY_EVENT = PUSHES.map(({ kind }) => kind);

const described = PUSHES.map(({ noun, describedBy }) => `${noun} (${describedBy})`);

/** What the trigger says about a body that is no push. */
export const EXPECTED = `Expected a JSON object with call_uuid and what belongs to ${described.slice(0, -1).join(', ')} or ${described.at(-1)}.`;
export const OF_NO_KIND = `The body is neither ${PUSHES.map(({ noun }) => noun).join(' nor ')}`;

/** Whether any of these fields was sent. */
export const anySent = (body: Body, names: readonly string[]): boolean =>
	names.some((name) => body[name] !== undefined && body[name] !== null);
