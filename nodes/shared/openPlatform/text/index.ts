export { splitText, type TextPiece } from './sentences';
export { joinAnalysis, type AnalyzedPiece } from './analysis';
export {
	hasEntryPerWord,
	readAnnotations,
	requireAnnotations,
	type Annotations,
} from './annotations';
export type { WordedFunction } from './fit';
export { joinAnnotations } from './join';
export {
	simplifyAnnotations,
	simplifyPieces,
	simplifyWithWords,
	type WordedPiece,
} from './simplify';
