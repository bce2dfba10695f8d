export { splitText, type TextPiece } from './split';
export { joinAnalysis, type AnalyzedPiece } from './analyze';
export { NOT_PER_WORD, readAnnotations, requireAnnotations, type Annotations } from './annotations';
export { joinAnnotations, needsWordCounts } from './join';
export { simplifyAnnotations } from './simplify';
export { simplifyWithWords, type WordedFunction, type WordedPiece } from './withWords';
