export { cutText, isBlank, type TextPiece } from './cut';
export { joinAnalysis, type AnalyzedPiece, type TextAnalysis } from './analyze';
export { ANSWER_FIELD, readAnswer, type Answers, type Arc, type Relation, type Role } from './answers';
export { joinAnswers, needsWordCounts } from './join';
export { simplifyAnswer, type SimplifiedAnswers } from './simplify';
