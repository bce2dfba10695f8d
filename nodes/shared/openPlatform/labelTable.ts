/** Meanings by value (numbers as text), in the order of the document. */
export type LabelTable = ReadonlyMap<string, string>;
