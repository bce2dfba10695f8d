import type { RequestLogEntry } from '../simulator';

export declare function note(entries: readonly Pick<RequestLogEntry, 'endpoint'>[]): void;
export declare function count(): Map<string, number>;
