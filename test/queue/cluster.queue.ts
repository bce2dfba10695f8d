import { campaignCases } from './cases/campaign';
import { campaignKillsCases } from './cases/campaignKills';
import { contextCases } from './cases/context';
import { givenCases } from './cases/given';
import { onceCases } from './cases/once';
import { operationsCases } from './cases/operations';
import { ordinaryDaysCases } from './cases/ordinaryDays';
import { pushesCases } from './cases/pushes';
import { repeatsCases } from './cases/repeats';
import { rowsCases } from './cases/rows';
import { rulesCases } from './cases/rules';
import { stopCases } from './cases/stop';
import { tasksCases } from './cases/tasks';
import { tokenCases } from './cases/token';
import { openStage, type Stage } from './lib/stage';

/** All cases but those of killed.queue.ts. They use the same cluster, because its start needs half a minute. */
let stage: Stage;

beforeAll(async () => {
	stage = await openStage();
});

afterAll(async () => await stage?.close());

describe('operations', () => operationsCases(() => stage));
describe('the context of inbound calls', () => contextCases(() => stage));
describe('one token for all', () => tokenCases(() => stage));
describe('pushes', () => pushesCases(() => stage, 'onReceived'));
describe('repeated pushes', () => repeatsCases(() => stage));
describe('Stop', () => stopCases(() => stage));
describe('tasks', () => tasksCases(() => stage));
describe('rows', () => rowsCases(() => stage));
describe('rows once', () => onceCases(() => stage));
describe('rules of rows once', () => rulesCases(() => stage));
describe('ordinary days', () => ordinaryDaysCases(() => stage));
describe('a campaign killed at each step', () => campaignKillsCases(() => stage));
describe('a campaign over weeks', () => campaignCases(() => stage));
describe('a given n8n', () => givenCases(() => stage));
