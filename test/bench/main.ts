import './environment';
import os from 'node:os';
import { GIVEN_HELP, givenN8n, takeGivenN8n } from '../e2e/lib/given';
import { PlainError } from '../e2e/lib/terminal';
import { beQuick, isQuick } from './size';
import { printSection, saveSections, tell, type Section } from './report';

const HELP = `Measures speed and memory against the local platform, which runs in its own process.

  npm run bench -- [section …]     all sections by default
  npm run bench -- --quick […]     the same over very little: shows that it runs, and says nothing about speed

  open-platform   the iFLYTEK node compared with n8n's request helper, a bare loop, and HTTP Request + Crypto; memory with large images
  speech-memory   memory of Speech with long texts, on this Node.js and on that of n8n; ends with an error where it is too much
  rates           200 items on accounts that allow 2 requests a second, or 3 at once
  rows            10,000 rows through AI Call, Add Rows, compared with a loop of HTTP Request nodes; 50,000 rows through Run Campaign
  pushes          pushes a second at the AI Call Trigger in a real n8n, compared with a trigger that does nothing and n8n's Webhook
  queue           pushes and rows a second in one process and in queue mode; needs PostgreSQL and Redis
  once            what it costs that rows are sent once: Row Key, and a table in PostgreSQL; needs PostgreSQL and Redis

pushes also takes an n8n that is running, with the settings that it has:

${GIVEN_HELP}
`;

/** Each section is loaded only if it was chosen, because n8n takes seconds to load. */
const sections: Record<string, () => Promise<Section[]>> = {
	'open-platform': async () => await (await import('./openPlatform')).openPlatform(),
	'speech-memory': async () => await (await import('./openPlatform/speechMemory')).speechMemory(),
	rates: async () => await (await import('./openPlatform/rates')).rates(),
	rows: async () => await (await import('./rows')).rows(),
	pushes: async () => await (await import('./pushes')).pushes(),
	queue: async () => await (await import('./queue')).queue(),
	once: async () => await (await import('./once')).once(),
};

async function main(args: string[]): Promise<void> {
	if (args.includes('--quick')) beQuick();
	const names = takeGivenN8n(args).filter((name) => name !== '--quick');
	const isGiven = givenN8n() !== undefined;
	if (isGiven && names.some((name) => name !== 'pushes'))
		throw new PlainError(
			'With --n8n-url, only the section pushes can run: queue and once start n8n themselves, and the others run the nodes without a server.',
		);
	const chosen = isGiven ? ['pushes'] : names.length > 0 ? names : Object.keys(sections);
	const unknown = chosen.filter((name) => !(name in sections));
	if (unknown.length > 0) {
		process.stdout.write(HELP);
		process.exitCode = unknown.every((name) => name === '--help') ? 0 : 1;
		return;
	}
	const [load = 0] = os.loadavg();
	if (!isQuick() && load > os.availableParallelism() / 2)
		tell(
			`The machine is busy (load ${load.toFixed(1)} on ${os.availableParallelism()} processors): what takes processor time will look slower than it is.`,
		);
	const results: Section[] = [];
	for (const name of chosen) {
		const measured = (await sections[name]?.()) ?? [];
		measured.forEach(printSection);
		results.push(...measured);
	}
	tell(`\nFigures: ${await saveSections(results)}`);
	// A row with a limit says in `within` whether it keeps to the limit.
	const isAllWithin = results.every(({ rows }) =>
		rows.every(({ within = 'yes' }) => within === 'yes'),
	);
	if (!isAllWithin) process.exitCode = 1;
}

main(process.argv.slice(2)).then(
	// n8n's engine leaves timers behind, which would keep this process alive.
	() => process.exit(),
	(error: unknown) => {
		if (error instanceof PlainError) tell(`✘ ${error.message}`);
		else tell(error instanceof Error ? (error.stack ?? error.message) : String(error));
		process.exit(1);
	},
);
