import { PINNED_N8N_VERSION } from '../lib/install';

const { IFLYTEK_N8N_VERSION = PINNED_N8N_VERSION } = process.env;

/** For tests of the examples: these use nodes of n8n's own in versions that older n8n do not have. */
export const describeOnPinned = IFLYTEK_N8N_VERSION === PINNED_N8N_VERSION ? describe : describe.skip;
