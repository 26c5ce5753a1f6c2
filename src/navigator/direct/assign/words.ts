/** Data: words of a line that carry no value of their own. */
const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

export const POLITE = set('please pls plz kindly thanks thank now ok okay');
/** Words that only connect. */
export const CONNECTING = set(
  'and then also just so can could would you i we want need like me us a an the this that these those it its their his her my our your with of to into in for is are be by at on from as has have having set put write type fill out complete change update edit modify correct adjust use make give let lets field fields box form details values following follows below belongs',
);
/** Verbs that ask for a new thing. */
export const CREATING = set('add create insert new register book make enrol');
/** Verbs before a new thing or a value. */
export const ENTERING = set('enter record log open');
export const TICKING = set('tick check enable activate choose pick select');
export const UNTICKING = set('untick uncheck disable deactivate without');
/** Words before the name of a thing. */
export const NAMING = set('called named titled entitled rename');
/** Words between the name of a field and its value. */
export const LINKS = set('to as is are be was = : -> of with at in on by from into should');
/** Words between a value and the name of its field. */
export const VALUE_LINKS = set('in into as for to under');
export const FIELD_NOUNS = set('field box column list input entry dropdown');
export const FINISHING = set('save submit send apply confirm finish store');
export const PRESSING = set('press click hit push use');
/** Subjects of remarks. */
export const PEOPLE = set('they he she we i you');
