/** The kinds of pushes of document 2, part 6: a page for each in pushes/, by the name of its event. */
import { join } from 'node:path';
import { modulesIn } from '../simulator/modulesIn';

export interface PushPage {
	/** The module under which the console has its URL (2.5), and what that URL is for. */
	module: string;
	moduleName: string;
	/** What the URL is for, in Chinese. */
	chinese: string;
	/** The fields that the trigger adds, as the references say it. */
	added: { english: string; chinese: string };
	/** Bodies as the platform sends them, and the item that the trigger makes of each. */
	examples: readonly {
		sent: Readonly<Record<string, unknown>>;
		described: Readonly<Record<string, unknown>>;
	}[];
}

export const PUSHES: readonly (PushPage & { kind: string })[] = modulesIn<{ push: PushPage }>(
	join(__dirname, 'pushes'),
).map(({ name, module }) => ({ kind: name, ...module.push }));

/** Every event of the call trigger: by default it may start on fewer. */
export const EVERY_EVENT = PUSHES.map(({ kind }) => kind);
