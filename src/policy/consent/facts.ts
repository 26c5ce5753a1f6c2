/**
 * What of a look tells whether an act is at the point of no return: the control that would be pressed, the form or
 * dialog around it, what is asked there, sums, and whether the page has a bin. Pure; nothing is judged here.
 */
import type { Candidate, Observation, PageAction } from '../../contract/index.js';
import { AMOUNT, BIN_NAME, QUESTION, SUM } from './page-words.js';
import { fold, regionOf } from './region.js';

export interface Field {
  name: string;
  /** `text`, `password`, `email`, `card`, `long` (several lines), `file`, `other`. */
  kind: 'text' | 'password' | 'email' | 'card' | 'long' | 'file' | 'other';
  value: string;
}

export interface PageFacts {
  /** Null for the browser's own dialog. */
  control: { role: string; name: string; leads: boolean; opens: boolean } | null;
  /** Open dialog or page that wants an answer. */
  question: string;
  inDialog: boolean;
  heading: string;
  title: string;
  path: string;
  fields: Field[];
  amounts: string[];
  /** Whether what is deleted here lands in a bin: there is one elsewhere, this is it, or there is none. */
  bin: 'elsewhere' | 'here' | 'none';
  /** Names of the controls side by side with this one. */
  beside: string[];
  /** The control whose click brought the question up. */
  opener: string;
}

const PRESSED = new Set([
  'button',
  'link',
  'menuitem',
  'generic',
  'image',
  'img',
  'none',
  'presentation',
  '',
]);

/** Elements of a native form's own, and of pages that draw theirs. */
const submits = (c: Candidate): boolean =>
  (c.tag === 'button' && (c.attributes['type'] ?? 'submit').toLowerCase() === 'submit') ||
  (c.tag === 'input' && ['submit', 'image'].includes((c.attributes['type'] ?? '').toLowerCase()));

/** The control that an act presses; null where it presses none. */
function pressed(act: PageAction, { candidates }: Observation): Candidate | null {
  const byUid = (uid: string | undefined): Candidate | undefined =>
    candidates.find((c) => c.uid === uid || c.folded.some((alias) => alias.uid === uid));
  switch (act.intent) {
    case 'click':
    case 'doubleClick': {
      const c = byUid(act.uid);
      return c && PRESSED.has(c.role) ? c : null;
    }
    case 'submit': {
      const c = byUid(act.uid);
      return c ? finisher(c, candidates) : null;
    }
    case 'press': {
      const c = act.uid === undefined ? candidates.find((one) => one.states.focused) : byUid(act.uid);
      if (!c) return null;
      const key = act.key.split('+').at(-1)!;
      if (PRESSED.has(c.role)) return key === 'Enter' || key === 'Space' || key === ' ' ? c : null;
      if (key !== 'Enter') return null;
      // In several lines Enter is a line break, but for the box of a chat; with Control it sends.
      const long = kindOf(c) === 'long';
      return long && act.key === 'Enter' && !isChatBox(c) ? null : finisher(c, candidates);
    }
    default:
      return null;
  }
}

const CHAT_BOX = /^(?:type|write|send|enter) (?:a |your )?(?:message|reply)\b|^message [@#]?\S/u;
const isChatBox = (c: Candidate): boolean =>
  CHAT_BOX.test(fold(c.name || (c.attributes['placeholder'] ?? '')));

/** What Enter in a field presses: the form's first submit button, or what looks like the last button beside it. */
function finisher(field: Candidate, candidates: readonly Candidate[]): Candidate | null {
  if (PRESSED.has(field.role)) return field;
  const region = regionOf(field, candidates);
  const inside = candidates.filter(
    (c) => c.visible && region.holds(c) && PRESSED.has(c.role) && c.interactive,
  );
  return (
    inside.find(submits) ??
    inside.find((c) => /^(?:send|post|publish|submit|reply)\b/u.test(fold(c.name))) ??
    null
  );
}

function kindOf(c: Candidate): Field['kind'] {
  const { attributes: a, inputType, tag } = c;
  const said = fold(`${c.name} ${a['name'] ?? ''} ${a['id'] ?? ''} ${a['placeholder'] ?? ''}`);
  if (inputType === 'password') return 'password';
  if (inputType === 'file') return 'file';
  if (/^cc-|card/u.test(a['autocomplete'] ?? '') || CARD.test(said)) return 'card';
  if (inputType === 'email' || (c.states.editable && /\be-? ?mail\b/u.test(said))) return 'email';
  if (tag === 'textarea' || a['aria-multiline'] === 'true' || (c.states.editable && tag !== 'input'))
    return 'long';
  return c.states.editable || c.role === 'textbox' || c.role === 'combobox' ? 'text' : 'other';
}

const CARD = /\b(?:card ?number|cardnumber|cvv|cvc|security code|expiry|expiration date|iban)\b/u;

const FIELD_ROLES = new Set(['textbox', 'combobox', 'searchbox', 'spinbutton']);
const isField = (c: Candidate): boolean =>
  c.states.editable === true || FIELD_ROLES.has(c.role) || c.inputType === 'file' || c.tag === 'textarea';

/** A link that goes somewhere else when it is followed, and does nothing before. */
function leads(c: Candidate): boolean {
  if (c.role !== 'link') return false;
  const { href = '', onclick = '' } = c.attributes;
  if (href === '' || /^(?:#|javascript:)/iu.test(href) || /confirm\(|submit\(/u.test(onclick)) return false;
  if (
    ['data-method', 'data-confirm', 'data-turbo-method', 'data-turbo-confirm', 'hx-post', 'hx-delete'].some(
      (name) => name in c.attributes,
    )
  )
    return false;
  // Old pages delete by an address: one that carries a token is no page to look at.
  return !/[?&](?:_?wpnonce|nonce|csrf[-_a-z]*|sesskey|authenticity_token|_token|confirm(?:ed)?=(?:1|true|yes))/iu.test(
    href,
  );
}

const asked = (text: string): boolean => QUESTION.test(text);
const squash = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** The dialog around it asks, or the page does right above it. */
function questionAt(
  c: Candidate,
  region: ReturnType<typeof regionOf>,
  { text, title, candidates }: Observation,
): string {
  const first = region.dialog ? candidates.find((one) => one.order > region.dialog!.order) : undefined;
  const own = text.filter((block) =>
    region.dialog
      ? block.order >= Math.min(region.dialog.order, first?.order ?? region.dialog.order) &&
        block.order <= c.order + 3
      : block.order <= c.order && block.order >= c.order - 12,
  );
  const said = [region.dialog?.name ?? '', region.heading, c.section, ...own.map((block) => block.text)]
    .map(squash)
    .filter((one) => one.length > 3 && one.length < 400 && one !== squash(c.name));
  const questions = [...new Set(said.filter(asked))];
  if (questions.length === 0) return !region.dialog && asked(title) ? squash(title) : '';
  // What it means to say yes often stands in the sentence after the question.
  const more = region.dialog
    ? own
        .map((block) => squash(block.text))
        .filter((one) => one.length < 300 && !asked(one) && / /u.test(one))
    : [];
  return [...questions, ...more.slice(0, 2)].join(' ').slice(0, 400);
}

function amountsIn({ text }: Observation, c: Candidate): string[] {
  const sums = text.filter(
    (block) => block.text.length < 160 && SUM.test(fold(block.text)) && AMOUNT.test(block.text),
  );
  const named = AMOUNT.test(c.name) ? [c.name] : [];
  return [...new Set([...named, ...sums.map((block) => squash(block.text).slice(0, 80))])].slice(0, 3);
}

function binOf({ candidates, title, url }: Observation): PageFacts['bin'] {
  const bins = candidates.filter(
    (c) =>
      c.interactive &&
      /^(?:link|tab|treeitem|menuitem|option|button)$/u.test(c.role) &&
      BIN_NAME.test(fold(c.name)),
  );
  const here =
    bins.some((c) => c.states.current || c.states.selected) ||
    /(?:^|[/#?=_-])(?:trash|bin|recycle-?bin|recently-deleted|deleted-?items)(?:$|[/?&#])/iu.test(url) ||
    /^(?:bin|trash|recycle bin|deleted items|recently deleted)\b/u.test(fold(title));
  return here ? 'here' : bins.length ? 'elsewhere' : 'none';
}

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : '');

/**
 * @param opener name of the control that was clicked just before, which a question may be the answer to
 * @returns null for acts that press nothing
 */
export function readPageFacts(act: PageAction, observation: Observation, opener = ''): PageFacts | null {
  const { title, url, dialog, candidates } = observation;
  const page = { title: squash(title), path: pathOf(url), bin: binOf(observation), opener };
  if (act.intent === 'dialog') {
    if (act.answer !== 'accept' || !dialog || !/^(?:confirm|prompt)$/u.test(dialog.type)) return null;
    const question = squash(dialog.message);
    return {
      ...page,
      control: null,
      question,
      inDialog: true,
      heading: '',
      fields: [],
      amounts: [],
      beside: [],
    };
  }
  const c = pressed(act, observation);
  if (!c) return null;
  const region = regionOf(c, candidates);
  const name = squash(
    c.name || c.text || (c.attributes['value'] ?? '') || (c.attributes['title'] ?? ''),
  ).slice(0, 120);
  const fields = candidates.filter(
    (one) => one.visible && !one.behindModal && isField(one) && region.holds(one),
  );
  return {
    ...page,
    control: {
      role: c.role,
      name,
      leads: leads(c),
      opens: /^(?:menu|dialog|listbox|true)$/u.test(c.states.haspopup ?? '') || /(?:…|\.\.\.)$/u.test(name),
    },
    question: questionAt(c, region, observation),
    inDialog: region.dialog !== null,
    heading: squash(region.heading),
    fields: fields.map((one) => ({
      name: squash(one.name || (one.attributes['placeholder'] ?? '') || (one.attributes['name'] ?? '')).slice(
        0,
        60,
      ),
      kind: kindOf(one),
      value: one.inputType === 'password' ? '' : squash(one.value ?? '').slice(0, 60),
    })),
    amounts: amountsIn(observation, c),
    beside: region.beside(c).map((one) => squash(one.name)),
  };
}
