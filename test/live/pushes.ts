import { partsOf, type BuiltPackage } from '../document/built';
import { compared } from '../document/compare';
import { EVERY_EVENT, PUSHES } from '../document/pushes';
import { contentOf } from '../document/recording';
import { TriggerServer } from '../engine/webhookHarness';
import type { Row } from './run';

/** The triggers with a URL, and their parameters. */
const TRIGGERS = {
	iflytekAiCallTrigger: { events: EVERY_EVENT, callRecords: 'all' },
	iflytekAiCallContextTrigger: { deadline: 400, fallback: '{}' },
};

/** Gives pushes to the triggers of the package, which listen at this port and the next. Calls `onFirst` for the first push of each kind. */
export async function receive(built: BuiltPackage, port: number, onFirst: (row: Row) => void) {
	const seen = new Set<string>();
	const answered = (body: string, started: boolean) => {
		const content = Object(contentOf({}, [Buffer.from(body)])) as Record<string, unknown>;
		const kind = PUSHES.find((push) => push.isThisKind(content))?.kind ?? 'getDialogContext';
		const name = 'task_row_index' in content ? `${kind} (outbound)` : kind;
		if (seen.has(name)) return;
		seen.add(name);
		const works = started ? 'yes' : 'no';
		onFirst({ ...compared([{ endpoint: kind, status: 200, content }]), name, works });
	};
	const servers = Object.entries(TRIGGERS).map(([name, parameters], index) => {
		const { nodeType } = partsOf(built, name);
		return new TriggerServer({ nodeType, parameters, port: port && port + index, answered });
	});
	return await Promise.all(servers.map(async (server) => await server.start()));
}
