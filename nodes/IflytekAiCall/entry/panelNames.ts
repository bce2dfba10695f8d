/** Names in the panel that errors and hints tell the user to look for. */

/** Who is left out, because they were called before. */
export const SKIP_LABEL = 'Skip Customers';
export const SAME_VALUES = 'Called Today with the Same Values';
export const NONE = 'None';

export const IF_PROBLEMS_LABEL = 'If Rows Have Problems';
export const SEND_THE_OTHERS = 'Send the Others';

export const SEND_INTERRUPTED_LABEL = 'Send Interrupted Rows';
