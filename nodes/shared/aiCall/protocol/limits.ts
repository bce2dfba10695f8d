/** The limits of the call platform (document 2, parts 5 and 8), and those of the nodes. */

/** The most rows of one direct call or one submission of task data. */
export const MAX_ROWS_PER_REQUEST = 50;

/** `recall_count`: maximum number of redials. */
export const MAX_RECALLS = 3;

/** The largest `page_size` of a task query; `page_index` counts from 1. */
export const MAX_PAGE_SIZE = 50;
export const FIRST_PAGE = 1;

/**
 * The most pages of a task list that are read. The limit ends the loop on a platform that announces
 * further pages without end.
 */
export const MAX_TASK_PAGES = 1000;

/**
 * The most tasks that one AI Call Task Trigger can watch. There is a limit because each poll reads
 * all of them, and n8n stores the trigger's memory with the workflow.
 */
export const MAX_WATCHED_TASKS = 20_000;

/**
 * Lengths in bytes of `app_key` and `app_secret` in the document; keys of 32 bytes have been seen.
 */
export const APP_KEY_BYTES = 48;
export const APP_SECRET_BYTES = 44;

/** Lifetime of a token in seconds if the platform sends none. */
export const DEFAULT_TOKEN_SECONDS = 3600;

/**
 * The most retries of calls, rows and the creation of a task. Only attempts that were not carried
 * out are repeated.
 */
export const MAX_RETRIES = 5;
