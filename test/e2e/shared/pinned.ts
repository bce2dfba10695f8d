import { PINNED_N8N_VERSION } from '../lib/install';

const { IFLYTEK_N8N_VERSION = PINNED_N8N_VERSION } = process.env;

const isPinned = IFLYTEK_N8N_VERSION === PINNED_N8N_VERSION;
const [, minor = 0] = IFLYTEK_N8N_VERSION.split('.').map(Number);

/** Where an item of the error output has its details: see errorItem. */
export const ERROR_DETAILS = minor >= 39 ? 'details' : 'message';

/** For tests of credentials that belong to certain nodes: n8n before 2.24 lets every node use them. */
export const testRestriction = minor >= 24 ? test : test.skip;

/** For tests of the examples: these use nodes of n8n's own in versions that older n8n do not have. */
export const describeOnPinned = isPinned ? describe : describe.skip;

/** Whether n8n tells a node which execution it retries; n8n 2.0 does not. */
export const hasResumeToken = isPinned;
