/**
 * The labels of document 1, 2.2 to 2.7. Each text is a table: values, each followed by its meaning in the words of the
 * document. Semicolons separate the entries.
 */
const TEXTS = {
	PARTS_OF_SPEECH:
		'r pronoun; n general noun; ns geographical name; wp punctuation; k suffix; h prefix; u auxiliary; c conjunction; v verb; p preposition; d adverb; q quantity; nh person name; m number; e exclamation; b other noun-modifier; a adjective; nd direction noun; nl location noun or organization name; o onomatopoeia; nt temporal noun; nz other proper noun; i idiom; j abbreviation; ws foreign word; g morpheme; x non-lexeme',
	DEPENDENCY_RELATIONS:
		'SBV subject-verb; VOB direct object; IOB indirect object; FOB fronted object; DBL double (pivot); ATT attribute; ADV adverbial; CMP complement; COO coordinate; POB preposition-object; LAD left adjunct; RAD right adjunct; IS independent structure; WP punctuation; HED head (core of the sentence)',
	ENTITY_POSITIONS: 'B begin; I middle; E end; S single-word entity',
	ENTITY_TYPES: 'Nh person name; Ns place name; Ni organization name',
	SEMANTIC_ROLES:
		'A0 agent of the action (usually); A1 affected entity (usually); A2 core role, varies with the predicate; A3 core role, varies with the predicate; A4 core role, varies with the predicate; A5 core role, varies with the predicate; ADV adverbial; BNE beneficiary; CND condition; DIR direction; DGR degree; EXT extent; FRQ frequency; LOC locative; MNR manner; PRP purpose or reason; TMP temporal; TPC topic; CRD coordinated arguments; PRD predicate; PSR possessor; PSE possessee',
	SEMANTIC_RELATION_ROLES:
		'Agt agent; Exp experiencer; Aft affection; Poss possessor; Pat patient; Cont content; Prod product; Orig origin; Datv dative; Comp comitative; Belg belongings; Clas classification; Accd according; Reas reason; Int intention; Cons consequence; Mann manner; Tool tool; Malt material; Time time; Loc location; Proc process; Dir direction; Sco scope; Quan quantity; Qp quantity-phrase; Freq frequency; Seq sequence; Desc description; Feat description; Host host; Nmod name-modifier; Tmod time-modifier',
	DERIVED_ROLE_PREFIXES: 'r reverse role; d nested role',
	SEMANTIC_RELATIONS:
		'eCoo coordination; eSelt selection; eEqu equivalent; ePrec precedent; eSucc successor; eProg progression; eAdvt adversative; eCau cause; eResu result; eInf inference; eCond condition; eSupp supposition; eConc concession; eMetd method; ePurp purpose; eAban abandonment; ePref preference; eSum summary; eRect recount; mConj conjunction; mAux auxiliary; mPrep preposition; mTone tone; mTime time; mRang range; mDegr degree; mFreq frequency; mDir direction; mPars parenthesis; mNeg negation; mMod modal; mPunc punctuation; mPept repetition; mMaj majority; mVain vain; mSepa separation; Root root node of the sentence',
	EXPRESSIONS:
		'0 other (not a face-expression image); 1 other expression; 2 joy; 3 anger; 4 sadness; 5 fright; 6 disgust; 7 neutral; -1 faulty image file or unsupported format',
	SCENES:
		'0 bedroom/living room; 1 classroom; 2 restaurant (public); 3 grassland/field/garden; 4 desert; 5 office/meeting room; 6 bar/KTV/dance hall; 7 indoor sports field; 8 shopping mall; 9 mountain peak; 10 lake/pond/ocean; 11 forest; 12 street; 13 outdoor sports field; 14 beach; 15 swimming pool; 16 amusement park; 17 no scene; 18 other scene; 19 inside car/boat/plane; 20 auditorium/performance hall; 21 square/open ground; 22 person-only image; 23 broadcasting studio; 24 house/building; 25 hospital; 26 internet cafe/game hall/chess room; 27 sculpture/stele/archway; 28 dormitory; 29 dressing room/barbershop; 30 gym; 31 airport; 32 railway station; 33 bus station; 34 market; 35 library/bookstore; 36 highway; 37 ancient building; 38 kitchen; 39 restaurant (home); 40 restroom; 41 bathroom; 42 parking lot; -1 image error',
	VIOLENCE_CLASSES:
		'0 normal image; 1 contains weapons; 2 contains military/police clothing; 3 contains religious clothing; 4 contains national emblems; 5 contains TV-station logos; 6 contains flags; 7 contains terror/gore content (currently unsupported)',
};

/** The entries of a table. */
export type Labels = readonly (readonly [value: string, meaning: string])[];

/** The entries of such a text. The value of an entry ends at the first space. */
const labels = (text: string): Labels =>
	text
		.split('; ')
		.map((entry) => [entry.slice(0, entry.indexOf(' ')), entry.slice(entry.indexOf(' ') + 1)]);

export const PARTS_OF_SPEECH = labels(TEXTS.PARTS_OF_SPEECH);
export const DEPENDENCY_RELATIONS = labels(TEXTS.DEPENDENCY_RELATIONS);
export const ENTITY_POSITIONS = labels(TEXTS.ENTITY_POSITIONS);
export const ENTITY_TYPES = labels(TEXTS.ENTITY_TYPES);
export const SEMANTIC_ROLES = labels(TEXTS.SEMANTIC_ROLES);
export const SEMANTIC_RELATION_ROLES = labels(TEXTS.SEMANTIC_RELATION_ROLES);
export const DERIVED_ROLE_PREFIXES = labels(TEXTS.DERIVED_ROLE_PREFIXES);
export const SEMANTIC_RELATIONS = labels(TEXTS.SEMANTIC_RELATIONS);
export const EXPRESSIONS = labels(TEXTS.EXPRESSIONS);
export const SCENES = labels(TEXTS.SCENES);
export const VIOLENCE_CLASSES = labels(TEXTS.VIOLENCE_CLASSES);
