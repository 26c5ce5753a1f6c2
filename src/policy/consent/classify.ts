/**
 * Whether an act is at the point of no return, from facts of the page: what the control is called, what is asked,
 * what stands beside it. It is about the act that does it, and no step on the way there. Pure.
 */
import type { IrreversibleAction } from '../../contract/index.js';
import { CERTAIN, HARMLESS, RULES, type ControlRule, type Needs } from './control-words.js';
import type { Facts, Field } from './facts.js';
import {
  ACCOUNT_WORD,
  AMOUNT,
  BASKET,
  CHECKOUT,
  FOR_GOOD,
  GRANT_HEADING,
  KEEPS,
  MESSAGE_FIELD,
  MESSAGE_HEADING,
  RECIPIENT_FIELD,
  RECOVERABLE,
  SAYS_YES,
  SIGN_UP_HEADING,
} from './page-words.js';
import { QUESTIONS, TRIFLES } from './question-words.js';
import { fold } from './region.js';

/** Null: nothing that could not be taken back. */
export function classify(facts: Facts): IrreversibleAction | null {
  const { control } = facts;
  if (control && (control.name === '' || control.name.length > 100 || keyPad(facts))) return null;
  const asked = facts.question ? byQuestion(facts) : 'nothing';
  if (asked !== 'nothing') return asked;
  return control && !control.leads && !control.opens ? byName(facts) : null;
}

/** Without marks and counts around it: "Delete (3)", "🗑 Delete", "Send »". */
const bare = (name: string): string =>
  fold(name)
    .replace(/[([]\d+[)\]]|(?<=\w )\([^)]*\)$/gu, '')
    .replace(/^[^\p{L}\p{N}$€£¥]+|[^\p{L}\p{N}.)$€£¥]+$/gu, '')
    .replace(/[.!]+$/u, '')
    .replace(/\s+/gu, ' ')
    .trim();

function byName(facts: Facts): IrreversibleAction | null {
  const name = bare(facts.control!.name);
  if (HARMLESS.test(name) && !CERTAIN.test(name) && !AMOUNT.test(name)) return null;
  const rule = RULES.find((one) => one.named.test(name) && meets(one, name, facts));
  return rule ? { class: rule.class, kind: rule.deed, what: whatOf(rule, name, facts) } : null;
}

const some = (fields: readonly Field[], ...kinds: Field['kind'][]): boolean =>
  fields.some(({ kind }) => kinds.includes(kind));

function meets({ needs, deed }: ControlRule, name: string, facts: Facts): boolean {
  if (deed === 'delete' && TRIFLES.test(name)) return false;
  return MEETS[needs](facts, name);
}

const MEETS: Readonly<Record<Needs, (facts: Facts, name: string) => boolean>> = {
  nothing: () => true,
  amount: (_, name) => AMOUNT.test(name),
  checkout: (facts) => some(facts.fields, 'card') || lastStep(facts),
  message: messageForm,
  fields: ({ fields }) => fields.length > 0,
  person: ({ fields }) =>
    some(fields, 'password')
      ? // Two fields are what logging in asks for, too, but its button is called otherwise.
        true
      : some(fields, 'email') && fields.filter(({ kind }) => kind !== 'other').length > 1,
  'sign-up': ({ fields, heading, title }) =>
    some(fields, 'password') && fields.length > 1 && SIGN_UP_HEADING.test(fold(`${heading} ${title}`)),
  password: ({ fields }) => some(fields, 'password'),
  grant: ({ heading, title, path }) =>
    GRANT_HEADING.test(fold(`${heading} ${title}`)) || /\/(?:oauth2?|authorize|consent)\b/u.test(path),
  'no bin': ({ bin }) => bin !== 'elsewhere',
};

/** A sum, and a page that is called like the end of a purchase; a basket is not the end of one. */
function lastStep({ amounts, title, heading, path }: Facts): boolean {
  if (amounts.length === 0) return false;
  const said = fold(`${title} ${heading} ${path.replace(/[/_-]+/gu, ' ')}`);
  return CHECKOUT.test(said) && !(BASKET.test(said) && !/\b(?:checkout|payment|review)\b/u.test(said));
}

function messageForm({ fields, heading, title, inDialog }: Facts, name: string): boolean {
  const long = fields.filter(({ kind }) => kind === 'long');
  const written = fields.filter(({ kind }) => kind === 'text' || kind === 'email' || kind === 'long');
  const called = MESSAGE_HEADING.test(fold(heading)) || (inDialog && MESSAGE_HEADING.test(fold(title)));
  const message = written.some((field) => MESSAGE_FIELD.test(fold(field.name)));
  const recipient = written.some((field) => RECIPIENT_FIELD.test(fold(field.name)));
  // Forms of all kinds are submitted: this one is a message where it has room for one.
  if (/^(?:submit|apply)/u.test(name)) return long.length > 0 && (message || called);
  if (/^forward/u.test(name)) return recipient;
  if (/^(?:invite|share|add and invite)/u.test(name))
    return recipient || long.length > 0 || some(fields, 'email');
  if (/^(?:send|post|mail|dispatch)/u.test(name))
    return long.length > 0 || message || recipient || (called && written.length > 0);
  return long.length > 0 || message;
}

/** "Delete" among digits and letters is a key. */
const keyPad = ({ beside, control }: Facts): boolean =>
  control !== null &&
  /^(?:delete|del|clear|backspace|enter|send)$/u.test(bare(control.name)) &&
  beside.filter((name) => /^.$/u.test(name)).length >= 3;

/** `nothing`: no such thing is asked. Null: it is, and this answer does not let it happen, or it is none that counts. */
function byQuestion(facts: Facts): IrreversibleAction | null | 'nothing' {
  const { question, control, bin, opener } = facts;
  const said = fold(question);
  const label = control ? bare(control.name) : 'ok';
  const own = QUESTIONS.find(({ asks }) => asks.test(said));
  // "Are you sure?" asks about what was pressed before it.
  const before =
    own || !opener || !/\b(?:sure|confirm|undone|proceed|continue)\b/u.test(said)
      ? undefined
      : openerRule(opener);
  const found = own ?? before;
  if (!found) return 'nothing';
  if (!saysYes(label, said, control !== null)) return facts.inDialog ? null : 'nothing';
  if (found.class === 'delete') {
    const object = own?.asks.exec(said)?.[1] ?? '';
    if (TRIFLES.test(object) || (own && TRIFLES.test(label))) return null;
    const gone = FOR_GOOD.test(said) || FOR_GOOD.test(label);
    if (!gone && RECOVERABLE.test(said)) return null;
    if (!gone && found.deed === 'delete' && bin === 'elsewhere') return null;
    // To remove from a list is nothing, to remove what a page warns about is.
    if (/^remov/u.test(own?.asks.exec(said)?.[0] ?? '') && /\bfrom\b/u.test(object) && !gone) return null;
  }
  return { class: found.class, kind: found.deed, what: phrase(found.what, own?.asks.exec(said)?.[1], facts) };
}

function openerRule(opener: string): (typeof RULES)[number] | undefined {
  const name = bare(opener).replace(/…|\.\.\.$/u, '');
  return RULES.find(
    ({ named, needs }) =>
      (needs === 'nothing' || needs === 'no bin') && named.test(name) && !TRIFLES.test(name),
  );
}

const STEMS =
  /\b(delet|eras|remov|shred|destroy|purg|wip|discard|empt|cancel|end|clos|deactivat|terminat|call|buy|pay|order|purchas|place|book|reserv|send|publish|submit|post|share|revok|transfer|confirm|creat|reset)/gu;

/** Of the answers to a question the one that lets it happen. */
function saysYes(label: string, question: string, drawn: boolean): boolean {
  if (!drawn) return true;
  const verbs = new Set([...question.matchAll(STEMS)].map((match) => match[1]!));
  const own = [...label.matchAll(STEMS)].map((match) => match[1]!);
  // "Cancel" answers "Cancel the order?" with no more than a shrug; "Cancel order" and "Close it" say what they do.
  if (KEEPS.test(label))
    return (
      / /u.test(label) &&
      !/^(?:no|keep|don'?t|do not|never|not)\b/u.test(label) &&
      own.some((verb) => verbs.has(verb))
    );
  return SAYS_YES.test(label) || own.some((verb) => verbs.has(verb));
}

const GENERIC = /^(?:it|them|this|that|all|selected|everything|anyway|now)?$/u;

function whatOf(rule: ControlRule, name: string, facts: Facts): string {
  const groups = rule.named.exec(name)?.slice(1) ?? [];
  return phrase(rule.what, groups.find(Boolean), facts);
}

/** The phrase with its object, in the page's words where it has some, with the person it goes to where one is known. */
function phrase(what: string, object: string | undefined, facts: Facts): string {
  const { control, amounts, fields, heading } = facts;
  const said = (object ?? '')
    .trim()
    .replace(/\b(?:my|your)\b/gu, 'the')
    .replace(/[,;:]\s*$/u, '');
  const thing = GENERIC.test(said) ? '' : said;
  if (what.startsWith('send ') || what.startsWith('post ')) {
    const verb = what.slice(0, 4);
    const fixed = what.includes('$1') ? null : what;
    const to = fields.find((field) => RECIPIENT_FIELD.test(fold(field.name)) && field.value)?.value;
    const message = fields.some(({ kind }) => kind === 'long') ? 'the message' : 'it';
    return `${fixed ?? `${verb} ${thing ? definite(thing) : message}`}${to ? ` to ${to}` : ''}`;
  }
  if (what === 'give access to the account') return heading ? `give access (${heading.slice(0, 60)})` : what;
  if (what === 'pay' || what === 'place the order' || what === 'make the booking') {
    const sum = AMOUNT.exec(control?.name ?? '')?.[0] ?? AMOUNT.exec(amounts[0] ?? '')?.[0];
    return sum ? `${what} ${what === 'pay' ? sum.trim() : `(${sum.trim()})`}` : what;
  }
  return what.includes('$1')
    ? what.replace('$1', thing ? definite(thing) : ACCOUNT_WORD.test(fold(heading)) ? 'the account' : 'it')
    : what;
}

/** "order 48211" stays, "draft" becomes "the draft". */
const definite = (thing: string): string =>
  /^(?:the|this|that|these|those|all|an?|[“"])\b/u.test(thing) || /\d|\s/u.test(thing)
    ? thing
    : `the ${thing}`;
