/** How errors name the console: in few words, without an address. */
export const CONSOLE = 'the iFLYTEK console';
