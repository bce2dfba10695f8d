/** The losses that matter most: rows and pushes under way while a worker is killed, and a list that comes twice. See ../mainTests.ts. */
import { pushesCases } from './cases/pushes';
import { killedRowsCase } from './cases/rows';
import { sameMomentCases } from './cases/sameMoment';
import { openStage, type Stage } from './lib/stage';

let stage: Stage;

beforeAll(async () => {
	stage = await openStage();
});

afterAll(async () => await stage?.close());

describe('rows', () => killedRowsCase(() => stage));
describe('the same moment', () => sameMomentCases(() => stage));
describe('pushes', () => pushesCases(() => stage, 'lastNode'));
