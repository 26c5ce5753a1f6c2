/**
 * Data: verbs of irreversible actions in English, for instructors' lines, navigators' questions and the page's
 * questions. An entry lists the base forms of verbs; `inflect` adds the -ing forms. `…` stands for up to four words.
 */
import type { ConsentKind } from '../../contract/index.js';
import { stem } from '../../text/index.js';
import type { ObjectKind } from './object-kinds.js';

export interface VerbEntry {
  verbs: string;
  actionKinds: readonly ConsentKind[];
  /**
   * The kinds of objects that the verb acts on if the command has no object, or only a person: "e-mail Ana" is about a
   * message, "bid 45" about a bid. Absent: any kind.
   */
  impliedKinds?: readonly ObjectKind[];
  /** The object must be of one of these kinds: "leave a comment", "place the order". */
  requiredKinds?: readonly ObjectKind[];
  /** Whether the object is always the recipient. */
  hasPersonObject?: true;
  /** Whether the verb has many uses, so that other words of the command must also identify the object. */
  isLight?: true;
  /** Whether this is the verb in the control's name. */
  isControlVerb?: true;
  /**
   * Text that the control, question, heading or title must contain if the instructor uses this verb: "authorise" fits
   * "Allow", not "Block".
   */
  contextPattern?: RegExp;
  /** Whether the verb changes a field of a form or saves its changes. */
  isFieldEdit?: true;
}

const BUYING_ACTIONS: readonly ConsentKind[] = ['buy', 'book'];
const POST_KINDS: readonly ObjectKind[] = ['post'];
const CONFIRMABLE_KINDS: readonly ObjectKind[] = [
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
  { verbs: 'buy|purchase|order|reorder|check out|checkout', actionKinds: BUYING_ACTIONS },
  { verbs: 'pay', actionKinds: BUYING_ACTIONS },
  { verbs: 'settle|clear', actionKinds: ['buy'], requiredKinds: ['payment'] },
  { verbs: 'book|reserve|rent|hire', actionKinds: BUYING_ACTIONS, impliedKinds: ['booking'] },
  {
    verbs: 'get it|get this|get that one|get this one',
    actionKinds: BUYING_ACTIONS,
    impliedKinds: ['order', 'booking'],
  },
  { verbs: 'get|grab|take', actionKinds: BUYING_ACTIONS, requiredKinds: ['booking', 'subscription'] },
  { verbs: 'schedule|arrange', actionKinds: ['book'] },
  {
    verbs: 'sign … up|sign up|enrol|enroll|register|join',
    actionKinds: BUYING_ACTIONS,
    impliedKinds: ['booking', 'subscription'],
  },
  { verbs: 'bid', actionKinds: ['buy'], impliedKinds: ['bid'] },
  {
    verbs: 'donate|contribute|chip in|pledge|back|support|fund',
    actionKinds: ['buy'],
    impliedKinds: ['donation'],
  },
  { verbs: 'tip', actionKinds: ['buy'], impliedKinds: ['donation'], hasPersonObject: true },
  { verbs: 'transfer|wire|withdraw|deposit', actionKinds: ['buy'], impliedKinds: ['transfer'] },
  { verbs: 'send|give|put', actionKinds: ['buy'], requiredKinds: ['transfer', 'donation'] },
  { verbs: 'top up', actionKinds: ['buy'], impliedKinds: ['payment', 'transfer'] },
  { verbs: 'subscribe|renew|upgrade|extend', actionKinds: ['buy'], impliedKinds: ['subscription'] },
  { verbs: 'start', actionKinds: ['buy'], requiredKinds: ['subscription'] },
  {
    verbs:
      'place|cast|complete|finish|finalise|finalize|confirm|submit|make|put … through|put through|process|execute|authorise|authorize|approve|proceed with|go through with|wrap … up|wrap up',
    actionKinds: ['buy', 'book', 'create-account'],
    requiredKinds: CONFIRMABLE_KINDS,
  },

  { verbs: 'send|dispatch|fire off', actionKinds: ['send'] },
  { verbs: 'e-mail|email|mail|message|text|dm', actionKinds: ['send'], impliedKinds: ['message'] },
  {
    verbs: 'reply|respond|answer|write back',
    actionKinds: ['send'],
    impliedKinds: ['message', 'post'],
    contextPattern:
      /\b(?:re|repl\p{L}+|respon\p{L}+|answer\p{L}*|comment\p{L}*|messages?|e-?mails?|mail|chats?|reviews?|send)\b/u,
  },
  {
    verbs: 'post',
    actionKinds: ['send'],
    contextPattern:
      /\b(?:post\p{L}*|shar\p{L}+|publi\p{L}+|comment\p{L}*|add|tweet|reply|answer|reviews?|topic|thread|question|news|wall|chat|channel)\b/u,
  },
  {
    verbs: 'share',
    actionKinds: ['send'],
    contextPattern: /\b(?:post\p{L}*|shar\p{L}+|publi\p{L}+|send|tweet|invit\p{L}+|access|forward)\b/u,
  },
  {
    verbs: 'tweet',
    actionKinds: ['send'],
    contextPattern: /\b(?:posts?|tweets?)\b/u,
  },
  {
    verbs: 'publish|release',
    actionKinds: ['send'],
    contextPattern: /\b(?:publi\p{L}+|live|online|releas\p{L}+|newsletter|campaign|go)\b/u,
  },
  { verbs: 'comment', actionKinds: ['send'], impliedKinds: POST_KINDS },
  { verbs: 'leave|add', actionKinds: ['send'], requiredKinds: POST_KINDS },
  { verbs: 'leave|drop|shoot', actionKinds: ['send'], requiredKinds: ['message', 'post'] },
  { verbs: 'submit|hand in|hand … in|turn in|turn … in|lodge', actionKinds: ['send'] },
  { verbs: 'put in|put … in|raise|cast', actionKinds: ['send'], requiredKinds: ['form'] },
  {
    verbs: 'report',
    actionKinds: ['send'],
    contextPattern:
      /\b(?:report\p{L}*|flag\p{L}*|abuse|complain\p{L}*|issues?|bugs?|problems?|faults?|damage|spam|scam|claims?|absence|incident)\b/u,
  },
  { verbs: 'complete', actionKinds: ['send'], requiredKinds: ['form', 'post', 'message'] },
  { verbs: 'file', actionKinds: ['send'], requiredKinds: ['form'] },
  { verbs: 'sign', actionKinds: ['send'], requiredKinds: ['form'] },
  {
    verbs: 'vote',
    actionKinds: ['send'],
    impliedKinds: ['form'],
    contextPattern: /\b(?:vot\p{L}+|vote|polls?|ballot|elect\p{L}+)\b/u,
  },
  { verbs: 'complain', actionKinds: ['send'], impliedKinds: ['form', 'message'] },
  { verbs: 'request', actionKinds: ['send'], impliedKinds: ['form', 'message'] },
  {
    verbs: 'apply',
    actionKinds: ['send'],
    impliedKinds: ['form'],
    contextPattern:
      /\b(?:appl\p{L}+|jobs?|positions?|vacanc\p{L}+|cv|résumé|resume|candidate\p{L}*|grants?|permits?|loans?|requests?|enrol\p{L}*)\b/u,
  },
  {
    verbs: 'forward',
    actionKinds: ['send'],
    impliedKinds: ['message'],
    contextPattern: /\b(?:forward\p{L}*|fwd?|shar\p{L}+)\b/u,
  },
  { verbs: 'invite', actionKinds: ['send', 'grant'], impliedKinds: ['invitation', 'message'] },
  {
    verbs: 'tell|inform|notify|contact|ping|ask|thank|let … know',
    actionKinds: ['send'],
    impliedKinds: ['message', 'post', 'form'],
    hasPersonObject: true,
  },
  {
    verbs: 'go live|put … out|put out|put … online|put online|get … out',
    actionKinds: ['send'],
    contextPattern: /\b(?:publi\p{L}+|posts?|shar\p{L}+|live|online|releas\p{L}+|send|go)\b/u,
  },

  {
    verbs:
      'delete|remove|erase|discard|trash|bin|scrap|purge|shred|destroy|wipe|nuke|get rid of|throw … away|throw away|throw out|dump|drop|revoke|chuck … out|chuck out|chuck|kick … out|kick out|kick|take … down|take down|take … out|take out|throw … out|take … off|take off|get … off|strike … off|strike off|cross … off|cross off|strike|axe|expunge|unlist|kill|lose|ditch|burn|zap',
    actionKinds: ['delete'],
  },
  { verbs: 'empty|clear out|clear|clean out|flush|reset', actionKinds: ['delete'] },
  {
    verbs: 'cancel|call off|call … off|terminate|withdraw|scrap|scratch|pull out of',
    actionKinds: ['cancel'],
  },
  { verbs: 'cancel', actionKinds: ['delete'] },
  { verbs: 'delete|remove', actionKinds: ['cancel'] },
  { verbs: 'withdraw|retract', actionKinds: ['delete'], requiredKinds: ['bid', 'form'] },
  {
    verbs:
      'end|stop|close out|close … out|close|drop|quit|get me out of|get us out of|get out of|pull|retract|take … back',
    actionKinds: ['cancel'],
    requiredKinds: ['subscription', 'booking', 'event', 'bid', 'order', 'form'],
  },
  { verbs: 'unsubscribe', actionKinds: ['cancel', 'delete'], impliedKinds: ['subscription', 'message'] },

  {
    verbs: 'sign … up|sign up|register|enrol|enroll|join',
    actionKinds: ['create-account'],
    impliedKinds: ['account'],
  },
  {
    verbs: "create|open|make|set up|get|i need|i want|i'd like|i would like",
    actionKinds: ['create-account'],
    requiredKinds: ['account'],
  },
  {
    verbs:
      'delete|close down|close … down|close|deactivate|cancel|remove|terminate|erase|shut down|shut … down|shut|get rid of|end|disable|wipe|kill|scrap',
    actionKinds: ['close-account'],
    requiredKinds: ['account'],
  },
  { verbs: 'deactivate', actionKinds: ['close-account'], impliedKinds: ['account'] },
  {
    verbs: 'change|update|set|reset|renew|save|replace',
    actionKinds: ['password'],
    requiredKinds: ['password'],
  },
  {
    verbs: 'authorise|authorize|grant|allow|approve|connect|accept|link|hook … up|hook up',
    actionKinds: ['grant'],
    contextPattern:
      /\b(?:allow\p{L}*|authori[sz]\p{L}+|grant\p{L}*|permi\p{L}+|access|connect\p{L}*|link\p{L}*|approv\p{L}+|accept\p{L}*|agree|install|shar\p{L}+|invit\p{L}+|wants?)\b/u,
  },
  { verbs: 'give|let … have', actionKinds: ['grant'], requiredKinds: ['access'] },
  { verbs: 'share', actionKinds: ['grant'] },
  {
    verbs: 'sign … up|sign up|subscribe',
    actionKinds: ['grant'],
    impliedKinds: ['access'],
    contextPattern: /\b(?:subscri\p{L}+|newsletter|sign ?up|join)\b/u,
  },
  { verbs: 'let … edit', actionKinds: ['grant'] },
  {
    verbs: 'let … into|let … onto|let … in|admit',
    actionKinds: ['grant'],
    requiredKinds: ['account', 'access'],
  },

  { verbs: 'get|grab|take|make it|go for', actionKinds: BUYING_ACTIONS, isLight: true },
  { verbs: 'put|give|send', actionKinds: BUYING_ACTIONS, isLight: true },
  {
    verbs: 'rsvp',
    actionKinds: ['send'],
    impliedKinds: ['message', 'invitation', 'form'],
    contextPattern: /\b(?:rsvp|invit\p{L}+|attend\p{L}*|reply)\b/u,
  },
  { verbs: 'open a|open an|put a|put an', actionKinds: ['send'], requiredKinds: ['form', 'message', 'post'] },
  { verbs: 'take … away|take away|take', actionKinds: ['delete', 'cancel'], isLight: true },
  {
    verbs: 'make|give|add|set … up|turn|take … away|promote|downgrade',
    actionKinds: ['grant'],
    isLight: true,
  },
];

/** Verbs that change something. A command with one of them includes the last step of the form. */
export const EDIT_VERBS: readonly VerbEntry[] = [
  {
    verbs: 'change|set|edit|update|correct|fix|rename|mark|assign|raise|lower',
    actionKinds: ['send', 'grant'],
    isFieldEdit: true,
  },
  { verbs: 'save|apply', actionKinds: ['send', 'grant'], isFieldEdit: true },
];

/** Returns a verb and its -ing form; a particle stays at the end: "calling off". */
function inflect(baseForm: string): string[] {
  const [verb = '', ...rest] = baseForm.split(' ');
  const particle = rest.length ? ` ${rest.join(' ')}` : '';
  const root = verb.replace(/e$/u, '');
  const doubledVerb =
    /^(?:submit|bid|drop|shred|scrap|bin|stop|cancel|chip|dm|let|get|put|enrol|reset|top|set|shut)$/u.test(
      verb,
    )
      ? `${verb}${verb.at(-1)}`
      : null;
  const forms = [verb, `${root}ing`, ...(doubledVerb ? [`${doubledVerb}ing`] : [])];
  return forms.map((form) => `${form}${particle}`);
}

/**
 * Builds the pattern of one verb form. Up to six words can stand between verb and particle: "hand the essay in". In
 * "turn the letter in the box", "in" is a preposition, because a noun follows it.
 */
const toPattern = (form: string): string =>
  form
    .replace(/ … /gu, ' ((?:\\S+ ){1,6}?)')
    .replace(/(?<=\) ?)in$/u, `in(?! (?:${DETERMINERS}|\\p{L}+ of)\\b)`);

const DETERMINERS = 'the|an?|my|our|your|his|her|their|its|this|that|these|those|proper|cc|copy|bcc';

/** Control names without a specific verb. The question or heading contains it. */
export const GENERIC_CONTROL_NAME =
  /^(?:yes|ok|okay|save|confirm|apply|done|submit|continue|update|finish|proceed|accept|agree|go|send)(?: (?:changes?|it|now|settings?|user|member|role))*$/u;

/**
 * Creates the entry for the control's verb: "Unlock account" fits "unlock it". Its object must be one that the page
 * names.
 * @param name folded name of the control
 */
export function createControlVerb(name: string, kind: ConsentKind): VerbEntry | null {
  // "Fax it" fits the control "Send fax".
  const noun = /^(?:send|submit|post) (?:(?:a|the|your|my) )?(\p{L}{3,})$/u.exec(name)?.[1];
  if (noun !== undefined && !/^(?:it|now|form|message|order|all|changes?|reply|request)$/u.test(noun))
    return { verbs: `${noun}|${name.split(' ')[0]!}`, actionKinds: [kind], isControlVerb: true };
  const bareName = name.replace(/^(?:yes|ok|no),? /u, '');
  const verb =
    /^(?:sign|log|turn|switch|check|set|opt|give|shut) (?:in|out|on|off|up|down|back)\b|^[a-z]{3,}/u.exec(
      bareName,
    )?.[0];
  if (verb === undefined || GENERIC_CONTROL_NAME.test(name)) return null;
  const synonyms = VERB_SYNONYMS.find((group) => group.includes(verb)) ?? [verb];
  return { verbs: synonyms.join('|'), actionKinds: [kind], isControlVerb: true };
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

/** Builds a pattern source from the entry's verbs, longer verbs first. */
export function buildVerbPattern({ verbs }: Pick<VerbEntry, 'verbs'>): string {
  return verbs
    .split('|')
    .toSorted((a, b) => b.length - a.length)
    .flatMap(inflect)
    .map(toPattern)
    .join('|');
}

const IRREGULAR_PARTICIPLES: Readonly<Record<string, string>> = {
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

/** Words before an object and a participle: "I would be grateful if …", "I want …", "have …". */
const CAUSATIVE =
  /^(?:(?:i'd|i would|we'd|we would) (?:appreciate it|be grateful|be glad|be happy|love it) if|(?:i|we) (?:want|need|would like)|(?:i|we)'d like|have|get|see that|make sure|make sure that|ensure(?: that)?) (.+)$/u;
/** A demand in the passive: "the trip should be cancelled". */
const PASSIVE_DEMAND = /^(.+?) (?:should|must|needs? to|has to|have to|is to|are to) (?:be|get) (.+)$/u;
/** Words that can stand between the object and the participle. */
const AUXILIARY = /^(?:could|can|to|be|is|are|was|were|get|gets)$/u;
/** A participle after one of these words is an adjective: "my saved card". */
const BEFORE_ADJECTIVE = /^(?:the|a|an|my|our|your|his|her|their|its|this|these|those|all|any)$/u;
/** A demand with "go": "the trip must go", "the old one can go". */
const MUST_GO =
  /^(.+?) (?:can|must|should|has to|have to|needs? to|may) (?:be gone|go(?: away)?)(?: now| please| for good| forever)*$/u;

const findBaseForm = (participle: string): string | undefined =>
  /(?:ed|en|nt|id|ght|own|de|ut)$/u.test(participle)
    ? (IRREGULAR_PARTICIPLES[participle] ??
      [participle, participle.replace(/ed$/u, ''), participle.replace(/d$/u, '')]
        .map((form) => BASE_FORMS.get(stem(form)))
        .find((base) => base !== undefined))
    : undefined;

/**
 * Converts a passive or causative clause to a command: "have the trip cancelled", "I would be grateful if the trip
 * could be cancelled" and "the trip should be cancelled" become "cancel the trip".
 * @returns the clause unchanged if it is neither passive nor causative
 */
export function toActive(clause: string): string {
  const [, subject, predicate] = PASSIVE_DEMAND.exec(clause) ?? [];
  const causativeClause = CAUSATIVE.exec(clause)?.[1] ?? (subject && `${subject} ${predicate}`);
  const words = causativeClause?.split(' ') ?? [];
  for (const [index, word] of words.entries()) {
    const verb = index === 0 || BEFORE_ADJECTIVE.test(words[index - 1]!) ? undefined : findBaseForm(word);
    if (verb === undefined) continue;
    // In "if you removed the entry", the object follows the verb.
    const objectWords = words.slice(0, index).filter((precedingWord) => precedingWord !== 'you');
    while (AUXILIARY.test(objectWords.at(-1) ?? '')) objectWords.pop();
    const hasParticle = /^(?:off|up|out|down|in)$/u.test(words[index + 1] ?? '');
    return [
      verb,
      ...(hasParticle ? [words[index + 1]] : []),
      ...objectWords,
      ...words.slice(index + (hasParticle ? 2 : 1)),
    ].join(' ');
  }
  const unwantedObject = MUST_GO.exec(clause)?.[1];
  return unwantedObject === undefined ? clause : `delete ${unwantedObject}`;
}

export const VERB_FIRST_WORDS = VERBS.flatMap(({ verbs }) =>
  verbs.split('|').map((verb) => verb.split(' ')[0]!),
);
const BASE_FORMS = new Map(
  [...VERB_FIRST_WORDS, 'switch', 'turn', 'block', 'ban', 'lock', 'unlock', 'disable', 'enable', 'log'].map(
    (verb) => [stem(verb), verb],
  ),
);
const VERB_STEMS = new Set(VERB_FIRST_WORDS.map(stem));

/** Finds verbs of irreversible actions in a folded text, in any form ("will be deleted"). Returns their stems. */
export const findVerbStems = (text: string): string[] =>
  (text.match(/\p{L}+/gu) ?? []).map(stem).filter((word) => VERB_STEMS.has(word));
