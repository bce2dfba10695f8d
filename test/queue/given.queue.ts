/** Runs the cases that do not kill a process, a database or Redis, on a given n8n in queue mode. */
import { attachN8n } from '../e2e/lib/attach';
import { givenN8n } from '../e2e/lib/given';
import { buildAndPack } from '../e2e/lib/pack';
import { localCredentials, storeCredentials } from '../e2e/lib/platform';
import { PlainError } from '../e2e/lib/terminal';
import { startSimulator } from '../simulator';
import { contextCases } from './cases/context';
import { operationsCases } from './cases/operations';
import type { BasicStage } from './lib/stage';

let stage: BasicStage;

beforeAll(async () => {
	const given = givenN8n();
	if (!given) throw new Error('Run this with npm run test:queue -- --n8n-url');
	const tarball = await buildAndPack({ reuse: true });
	const simulator = await startSimulator({ aiCall: { speed: 0 } });
	const { rest, url } = await attachN8n(given, [tarball]);
	if ((await rest.settings()).executionMode !== 'queue')
		throw new PlainError(`The n8n at ${url} is not in queue mode (EXECUTIONS_MODE=queue)`);
	const credentials = await storeCredentials(rest, localCredentials(simulator));
	stage = { site: { rest, webhookUrl: given.webhookUrl }, simulator, credentials };
});

afterAll(async () => await stage?.simulator.close());

describe('operations', () => operationsCases(() => stage));
describe('the context of inbound calls', () => contextCases(() => stage));
