/**
 * Data: verbs of irreversible actions in English, once for instructors' lines, navigators' questions and the page's own
 * questions. An entry lists the base forms of verbs; `inflect` adds the -ing forms. `…` stands for up to four
 * words.
 */
import type { ConsentKind } from '../../contract/index.js';
import { stem } from '../../text/index.js';
import type { ThingKind } from './things.js';

export interface VerbEntry {
  verbs: string;
  kinds: readonly ConsentKind[];
  /**
   * What the verb acts on if it has no object, or an object that is a person: "e-mail Ana" is about a message, "bid 45"
   * about a bid. Absent: any thing of the kind.
   */
  implies?: readonly ThingKind[];
  /** The object must be one of these things: "leave a comment", "place the order". */
  requires?: readonly ThingKind[];
  /** The object is always the recipient. */
  isToPerson?: true;
  /** A verb with many uses: other words of the order must identify the thing, too. */
  isLight?: true;
  /** The verb of the control itself. */
  isOwn?: true;
  /**
   * Text that control, question, heading or title must contain for this verb: "authorise" fits "Allow", not "Block".
   */
  fits?: RegExp;
  /** The verb changes a field of a form, or saves its changes. */
  isEdit?: true;
}

const BUYING: readonly ConsentKind[] = ['buy', 'book'];
const POSTS: readonly ThingKind[] = ['post'];
const CONFIRMED: readonly ThingKind[] = [
  'order',
  'payment',
  'bid',
  'transfer',
  'donation',
  'subscription',
  'booking',
  'account',
  'form',
];

export const VERBS: readonly VerbEntry[] = [
  { verbs: 'buy|purchase|order|reorder|check out|checkout', kinds: BUYING },
  { verbs: 'pay', kinds: BUYING },
  { verbs: 'settle|clear', kinds: ['buy'], requires: ['payment'] },
  { verbs: 'book|reserve|rent|hire', kinds: BUYING, implies: ['booking'] },
  { verbs: 'get it|get this|get that one|get this one', kinds: BUYING, implies: ['order', 'booking'] },
  { verbs: 'get|grab|take', kinds: BUYING, requires: ['booking', 'subscription'] },
  { verbs: 'schedule|arrange', kinds: ['book'] },
  {
    verbs: 'sign … up|sign up|enrol|enroll|register|join',
    kinds: BUYING,
    implies: ['booking', 'subscription'],
  },
  { verbs: 'bid', kinds: ['buy'], implies: ['bid'] },
  { verbs: 'donate|contribute|chip in|pledge|back|support|fund', kinds: ['buy'], implies: ['donation'] },
  { verbs: 'tip', kinds: ['buy'], implies: ['donation'], isToPerson: true },
  { verbs: 'transfer|wire|withdraw|deposit', kinds: ['buy'], implies: ['transfer'] },
  { verbs: 'send|give|put', kinds: ['buy'], requires: ['transfer', 'donation'] },
  { verbs: 'top up', kinds: ['buy'], implies: ['payment', 'transfer'] },
  { verbs: 'subscribe|renew|upgrade|extend', kinds: ['buy'], implies: ['subscription'] },
  { verbs: 'start', kinds: ['buy'], requires: ['subscription'] },
  {
    verbs:
      'place|cast|complete|finish|finalise|finalize|confirm|submit|make|put … through|put through|process|execute|authorise|authorize|approve|proceed with|go through with|wrap … up|wrap up',
    kinds: ['buy', 'book', 'create-account'],
    requires: CONFIRMED,
  },

  { verbs: 'send|dispatch|fire off', kinds: ['send'] },
  { verbs: 'e-mail|email|mail|message|text|dm', kinds: ['send'], implies: ['message'] },
  {
    verbs: 'reply|respond|answer|write back',
    kinds: ['send'],
    implies: ['message', 'post'],
    fits: /\b(?:re|repl\p{L}+|respon\p{L}+|answer\p{L}*|comment\p{L}*|messages?|e-?mails?|mail|chats?|reviews?|send)\b/u,
  },
  {
    verbs: 'post',
    kinds: ['send'],
    fits: /\b(?:post\p{L}*|shar\p{L}+|publi\p{L}+|comment\p{L}*|add|tweet|reply|answer|reviews?|topic|thread|question|news|wall|chat|channel)\b/u,
  },
  {
    verbs: 'share',
    kinds: ['send'],
    fits: /\b(?:post\p{L}*|shar\p{L}+|publi\p{L}+|send|tweet|invit\p{L}+|access|forward)\b/u,
  },
  {
    verbs: 'tweet',
    kinds: ['send'],
    fits: /\b(?:posts?|tweets?)\b/u,
  },
  {
    verbs: 'publish|release',
    kinds: ['send'],
    fits: /\b(?:publi\p{L}+|live|online|releas\p{L}+|newsletter|campaign|go)\b/u,
  },
  { verbs: 'comment', kinds: ['send'], implies: POSTS },
  { verbs: 'leave|add', kinds: ['send'], requires: POSTS },
  { verbs: 'leave|drop|shoot', kinds: ['send'], requires: ['message', 'post'] },
  { verbs: 'submit|hand in|hand … in|turn in|turn … in|lodge', kinds: ['send'] },
  { verbs: 'put in|put … in|raise|cast', kinds: ['send'], requires: ['form'] },
  {
    verbs: 'report',
    kinds: ['send'],
    fits: /\b(?:report\p{L}*|flag\p{L}*|abuse|complain\p{L}*|issues?|bugs?|problems?|faults?|damage|spam|scam|claims?|absence|incident)\b/u,
  },
  { verbs: 'complete', kinds: ['send'], requires: ['form', 'post', 'message'] },
  { verbs: 'file', kinds: ['send'], requires: ['form'] },
  { verbs: 'sign', kinds: ['send'], requires: ['form'] },
  {
    verbs: 'vote',
    kinds: ['send'],
    implies: ['form'],
    fits: /\b(?:vot\p{L}+|vote|polls?|ballot|elect\p{L}+)\b/u,
  },
  { verbs: 'complain', kinds: ['send'], implies: ['form', 'message'] },
  { verbs: 'request', kinds: ['send'], implies: ['form', 'message'] },
  {
    verbs: 'apply',
    kinds: ['send'],
    implies: ['form'],
    fits: /\b(?:appl\p{L}+|jobs?|positions?|vacanc\p{L}+|cv|résumé|resume|candidate\p{L}*|grants?|permits?|loans?|requests?|enrol\p{L}*)\b/u,
  },
  { verbs: 'forward', kinds: ['send'], implies: ['message'], fits: /\b(?:forward\p{L}*|fwd?|shar\p{L}+)\b/u },
  { verbs: 'invite', kinds: ['send', 'grant'], implies: ['invitation', 'message'] },
  {
    verbs: 'tell|inform|notify|contact|ping|ask|thank|let … know',
    kinds: ['send'],
    implies: ['message', 'post', 'form'],
    isToPerson: true,
  },
  {
    verbs: 'go live|put … out|put out|put … online|put online|get … out',
    kinds: ['send'],
    fits: /\b(?:publi\p{L}+|posts?|shar\p{L}+|live|online|releas\p{L}+|send|go)\b/u,
  },

  {
    verbs:
      'delete|remove|erase|discard|trash|bin|scrap|purge|shred|destroy|wipe|nuke|get rid of|throw … away|throw away|throw out|dump|drop|revoke|chuck … out|chuck out|chuck|kick … out|kick out|kick|take … down|take down|take … out|take out|throw … out|take … off|take off|get … off|strike … off|strike off|cross … off|cross off|strike|axe|expunge|unlist|kill|lose|ditch|burn|zap',
    kinds: ['delete'],
  },
  { verbs: 'empty|clear out|clear|clean out|flush|reset', kinds: ['delete'] },
  { verbs: 'cancel|call off|call … off|terminate|withdraw|scrap|scratch|pull out of', kinds: ['cancel'] },
  { verbs: 'cancel', kinds: ['delete'] },
  { verbs: 'delete|remove', kinds: ['cancel'] },
  { verbs: 'withdraw|retract', kinds: ['delete'], requires: ['bid', 'form'] },
  {
    verbs:
      'end|stop|close out|close … out|close|drop|quit|get me out of|get us out of|get out of|pull|retract|take … back',
    kinds: ['cancel'],
    requires: ['subscription', 'booking', 'event', 'bid', 'order', 'form'],
  },
  { verbs: 'unsubscribe', kinds: ['cancel', 'delete'], implies: ['subscription', 'message'] },

  {
    verbs: 'sign … up|sign up|register|enrol|enroll|join',
    kinds: ['create-account'],
    implies: ['account'],
  },
  {
    verbs: "create|open|make|set up|get|i need|i want|i'd like|i would like",
    kinds: ['create-account'],
    requires: ['account'],
  },
  {
    verbs:
      'delete|close down|close … down|close|deactivate|cancel|remove|terminate|erase|shut down|shut … down|shut|get rid of|end|disable|wipe|kill|scrap',
    kinds: ['close-account'],
    requires: ['account'],
  },
  { verbs: 'deactivate', kinds: ['close-account'], implies: ['account'] },
  {
    verbs: 'change|update|set|reset|renew|save|replace',
    kinds: ['password'],
    requires: ['password'],
  },
  {
    verbs: 'authorise|authorize|grant|allow|approve|connect|accept|link|hook … up|hook up',
    kinds: ['grant'],
    fits: /\b(?:allow\p{L}*|authori[sz]\p{L}+|grant\p{L}*|permi\p{L}+|access|connect\p{L}*|link\p{L}*|approv\p{L}+|accept\p{L}*|agree|install|shar\p{L}+|invit\p{L}+|wants?)\b/u,
  },
  { verbs: 'give|let … have', kinds: ['grant'], requires: ['access'] },
  { verbs: 'share', kinds: ['grant'] },
  {
    verbs: 'sign … up|sign up|subscribe',
    kinds: ['grant'],
    implies: ['access'],
    fits: /\b(?:subscri\p{L}+|newsletter|sign ?up|join)\b/u,
  },
  { verbs: 'let … edit', kinds: ['grant'] },
  { verbs: 'let … into|let … onto|let … in|admit', kinds: ['grant'], requires: ['account', 'access'] },

  { verbs: 'get|grab|take|make it|go for', kinds: BUYING, isLight: true },
  { verbs: 'put|give|send', kinds: BUYING, isLight: true },
  {
    verbs: 'rsvp',
    kinds: ['send'],
    implies: ['message', 'invitation', 'form'],
    fits: /\b(?:rsvp|invit\p{L}+|attend\p{L}*|reply)\b/u,
  },
  { verbs: 'open a|open an|put a|put an', kinds: ['send'], requires: ['form', 'message', 'post'] },
  { verbs: 'take … away|take away|take', kinds: ['delete', 'cancel'], isLight: true },
  { verbs: 'make|give|add|set … up|turn|take … away|promote|downgrade', kinds: ['grant'], isLight: true },
];

/** Orders to change something; they include the last step of the form in which it is changed. */
export const EDITS: readonly VerbEntry[] = [
  {
    verbs: 'change|set|edit|update|correct|fix|rename|mark|assign|raise|lower',
    kinds: ['send', 'grant'],
    isEdit: true,
  },
  { verbs: 'save|apply', kinds: ['send', 'grant'], isEdit: true },
];

/** A verb and its -ing form; a particle stays at the end: "calling off". */
function inflect(entry: string): string[] {
  const [verb = '', ...rest] = entry.split(' ');
  const particle = rest.length ? ` ${rest.join(' ')}` : '';
  const root = verb.replace(/e$/u, '');
  const doubled =
    /^(?:submit|bid|drop|shred|scrap|bin|stop|cancel|chip|dm|let|get|put|enrol|reset|top|set|shut)$/u.test(
      verb,
    )
      ? `${verb}${verb.at(-1)}`
      : null;
  const forms = [verb, `${root}ing`, ...(doubled ? [`${doubled}ing`] : [])];
  return forms.map((form) => `${form}${particle}`);
}

/**
 * "Hand the essay in": up to six words can stand between verb and particle. In "turn the letter in the box", "in" is a
 * preposition, because a noun follows it.
 */
const toPattern = (form: string): string =>
  form
    .replace(/ … /gu, ' ((?:\\S+ ){1,6}?)')
    .replace(/(?<=\) ?)in$/u, `in(?! (?:${DETERMINERS}|\\p{L}+ of)\\b)`);

const DETERMINERS = 'the|an?|my|our|your|his|her|their|its|this|that|these|those|proper|cc|copy|bcc';

/** Names without a meaning of their own; the question and heading around them say the verb. */
export const GENERIC_NAME =
  /^(?:yes|ok|okay|save|confirm|apply|done|submit|continue|update|finish|proceed|accept|agree|go|send)(?: (?:changes?|it|now|settings?|user|member|role))*$/u;

/**
 * The verb of the control itself: "Unlock account" fits "unlock it". It needs an object that the page names.
 * @param name folded name of the control
 */
export function entryOfControl(name: string, kind: ConsentKind): VerbEntry | null {
  // "Fax it" beside "Send fax"
  const noun = /^(?:send|submit|post) (?:(?:a|the|your|my) )?(\p{L}{3,})$/u.exec(name)?.[1];
  if (noun !== undefined && !/^(?:it|now|form|message|order|all|changes?|reply|request)$/u.test(noun))
    return { verbs: `${noun}|${name.split(' ')[0]!}`, kinds: [kind], isOwn: true };
  const bare = name.replace(/^(?:yes|ok|no),? /u, '');
  const verb =
    /^(?:sign|log|turn|switch|check|set|opt|give|shut) (?:in|out|on|off|up|down|back)\b|^[a-z]{3,}/u.exec(
      bare,
    )?.[0];
  if (verb === undefined || GENERIC_NAME.test(name)) return null;
  const synonyms = VERB_SYNONYMS.find((group) => group.includes(verb)) ?? [verb];
  return { verbs: synonyms.join('|'), kinds: [kind], isOwn: true };
}

const VERB_SYNONYMS: readonly (readonly string[])[] = [
  ['sign out', 'log out', 'log … out', 'sign … out', 'end'],
  ['turn off', 'switch off', 'disable', 'deactivate', 'turn … off', 'switch … off'],
  ['turn on', 'switch on', 'enable', 'activate', 'turn … on', 'switch … on'],
  ['change', 'update', 'set', 'edit'],
  ['block', 'ban', 'suspend', 'lock'],
  ['make', 'promote'],
  ['allow', 'permit', 'let … use', 'let … see', 'let … read', 'let … access'],
  ['switch', 'change', 'convert', 'move'],
  ['remove', 'revoke', 'take … away'],
  ['create', 'add', 'set up', 'open', 'make', 'register'],
  ['shut down', 'close'],
];

/** The verb at the start of a clause, as source of a pattern; longer verbs first. */
export function verbPattern({ verbs }: Pick<VerbEntry, 'verbs'>): string {
  return verbs
    .split('|')
    .toSorted((a, b) => b.length - a.length)
    .flatMap(inflect)
    .map(toPattern)
    .join('|');
}

const IRREGULAR: Readonly<Record<string, string>> = {
  bought: 'buy',
  paid: 'pay',
  sent: 'send',
  made: 'make',
  shut: 'shut',
  withdrawn: 'withdraw',
  given: 'give',
  thrown: 'throw',
  taken: 'take',
  put: 'put',
};

/** "I would be grateful if …", "I want …", "have …", "can you get …": an object and a participle follow. */
const CAUSATIVE =
  /^(?:(?:i'd|i would|we'd|we would) (?:appreciate it|be grateful|be glad|be happy|love it) if|(?:i|we) (?:want|need|would like)|(?:i|we)'d like|have|get|see that|make sure|make sure that|ensure(?: that)?) (.+)$/u;
/** "The trip should be cancelled". */
const DEMANDED = /^(.+?) (?:should|must|needs? to|has to|have to|is to|are to) (?:be|get) (.+)$/u;
/** What can be between the object and the participle. */
const AUXILIARY = /^(?:could|can|to|be|is|are|was|were|get|gets)$/u;
/** A participle after one of these words is an adjective: "my saved card". */
const BEFORE_ADJECTIVE = /^(?:the|a|an|my|our|your|his|her|their|its|this|these|those|all|any)$/u;
/** "The trip must go", "the old one can go". */
const MUST_GO =
  /^(.+?) (?:can|must|should|has to|have to|needs? to|may) (?:be gone|go(?: away)?)(?: now| please| for good| forever)*$/u;

const baseOf = (participle: string): string | undefined =>
  /(?:ed|en|nt|id|ght|own|de|ut)$/u.test(participle)
    ? (IRREGULAR[participle] ??
      [participle, participle.replace(/ed$/u, ''), participle.replace(/d$/u, '')]
        .map((form) => BASES.get(stem(form)))
        .find((base) => base !== undefined))
    : undefined;

/**
 * The order in a passive or causative clause: "have the trip cancelled", "I would be grateful if the trip could be
 * cancelled" and "the trip should be cancelled" become "cancel the trip".
 * @returns the clause unchanged if it is neither passive nor causative
 */
export function toActive(clause: string): string {
  const [, subject, predicate] = DEMANDED.exec(clause) ?? [];
  const caused = CAUSATIVE.exec(clause)?.[1] ?? (subject && `${subject} ${predicate}`);
  const words = caused?.split(' ') ?? [];
  for (const [index, word] of words.entries()) {
    const base = index === 0 || BEFORE_ADJECTIVE.test(words[index - 1]!) ? undefined : baseOf(word);
    if (base === undefined) continue;
    // "If you removed the entry": the object follows.
    const object = words.slice(0, index).filter((one) => one !== 'you');
    while (AUXILIARY.test(object.at(-1) ?? '')) object.pop();
    const hasParticle = /^(?:off|up|out|down|in)$/u.test(words[index + 1] ?? '');
    return [
      base,
      ...(hasParticle ? [words[index + 1]] : []),
      ...object,
      ...words.slice(index + (hasParticle ? 2 : 1)),
    ].join(' ');
  }
  const gone = MUST_GO.exec(clause)?.[1];
  return gone === undefined ? clause : `delete ${gone}`;
}

export const FIRST_WORDS = VERBS.flatMap(({ verbs }) => verbs.split('|').map((verb) => verb.split(' ')[0]!));
const BASES = new Map(
  [...FIRST_WORDS, 'switch', 'turn', 'block', 'ban', 'lock', 'unlock', 'disable', 'enable', 'log'].map(
    (verb) => [stem(verb), verb],
  ),
);
const STEMS = new Set(FIRST_WORDS.map(stem));

/** Stems of the verbs of irreversible actions in a folded text, in any form: "will be deleted". */
export const verbsIn = (text: string): string[] =>
  (text.match(/\p{L}+/gu) ?? []).map(stem).filter((word) => STEMS.has(word));
