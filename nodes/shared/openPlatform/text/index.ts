export { cutText, type TextPiece } from './cut';
export { joinAnalysis, type AnalyzedPiece } from './analyze';
export { readAnswer, type Answers } from './answers';
export { joinAnswers, needsWordCounts } from './join';
export { simplifyAnswer } from './simplify';
