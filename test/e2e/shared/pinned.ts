import { PINNED_N8N_VERSION } from '../lib/install';

const { IFLYTEK_N8N_VERSION = PINNED_N8N_VERSION } = process.env;

const isPinned = IFLYTEK_N8N_VERSION === PINNED_N8N_VERSION;

/** Where an item of the error output has its details; n8n up to 2.35 knows only `message` there. */
export const ERROR_DETAILS = isPinned ? 'details' : 'message';

/** For tests of the examples: these use nodes of n8n's own in versions that older n8n do not have. */
export const describeOnPinned = isPinned ? describe : describe.skip;
