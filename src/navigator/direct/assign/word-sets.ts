/** Word lists for lines that give values to fields. These words are not values themselves. */
const splitWords = (words: string): ReadonlySet<string> => new Set(words.split(' '));

export const POLITE = splitWords('please pls plz kindly thanks thank now ok okay');
/** Words that only connect. */
export const CONNECTING = splitWords(
  'and then also just so can could would you i we want need like me us a an the this that these those it its their his her my our your with of to into in for is are be by at on from as has have having set put write type fill out complete change update edit modify correct adjust use make give let lets field fields box form details values following follows below belongs',
);
/** Verbs that ask for a new entry. */
export const CREATING = splitWords('add create insert new register book make enrol');
/** Words between "make" and a new entry. */
export const NEW_ENTRY_STARTS = splitWords('a an another new one me us');
/** Verbs before a new entry or a value. */
export const ENTERING = splitWords('enter record log open');
export const TICKING = splitWords('tick check enable activate choose pick select');
export const UNTICKING = splitWords('untick uncheck disable deactivate without');
/** Words before the name of an entry. */
export const NAMING = splitWords('called named titled entitled rename');
/** Verbs that name an entry: "call it Oslo trip". */
export const CALLING = splitWords('call name title rename entitle');
/** Verbs that give an entry a state: "make it featured". */
export const MARKING = splitWords('make mark');
/** Words for the entry itself. */
export const ENTRY_PRONOUNS = splitWords('it this that them');
/** Words in the names of two fields for "from X to Y": “Old path” and “New path”. */
export const FROM_NAMES = splitWords('from old source origin');
export const TO_NAMES = splitWords('to new target destination');
/** Words between the name of a field and its value. */
export const LINKS = splitWords('to as is are be was = : -> of with at in on by from into should');
/** Words between a value and the name of its field. */
export const VALUE_LINKS = splitWords('in into as for to under');
export const FIELD_NOUNS = splitWords('field box column list input entry dropdown');
export const FINISHING = splitWords('save submit send apply confirm finish store');
export const PRESSING = splitWords('press click hit push use');
/** Subjects of remarks. */
export const PERSON_PRONOUNS = splitWords('they he she we i you');
