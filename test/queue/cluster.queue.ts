import { rowsCases } from './cases/rows';
import { openStage, type Stage } from './lib/stage';

/** One cluster serves all cases: it takes half a minute to start. */
let stage: Stage;

beforeAll(async () => {
	stage = await openStage();
});

afterAll(async () => await stage?.close());

describe('rows', () => rowsCases(() => stage));
