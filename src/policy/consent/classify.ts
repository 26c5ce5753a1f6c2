/**
 * Decides whether an action is irreversible. It uses the control's name, the page's question and the fields around the
 * control. Only the last step is irreversible: "Place order", but not "Go to checkout". Pure.
 */
import type { IrreversibleAction } from '../../contract/index.js';
import {
  IRREVERSIBLE_NAME,
  HARMLESS_NAME,
  CONTROL_RULES,
  type ControlRule,
  type ControlCondition,
} from './control-words.js';
import type { PageFacts } from './page-facts.js';
import type { Field } from './page-fields.js';
import {
  ACCOUNT_WORD,
  AMOUNT,
  BANK_FIELD,
  BASKET,
  CHECKOUT,
  DATABASE_VERB,
  PERMANENT,
  GRANT_HEADING,
  CANCELLING_ANSWER,
  MESSAGE_FIELD,
  MESSAGE_HEADING,
  RECOVERABLE,
  CONFIRMING_ANSWER,
  SIGN_UP_HEADING,
  SUM_FIELD,
} from './page-words.js';
import { CONFIRMATION_QUESTIONS, HARMLESS_OBJECT } from './confirmation-questions.js';
import { foldLookalikes, foldPage } from './region.js';
import { findVerbStems } from './verbs.js';

/** @returns null if the action is not irreversible */
export function classifyAction(facts: PageFacts): IrreversibleAction | null {
  const { control } = facts;
  if (control && (control.name === '' || isKeypadKey(facts))) return null;
  const classification = facts.question ? classifyByQuestion(facts) : 'no rule';
  if (classification !== 'no rule') return classification;
  return control && !control.isPlainLink && !control.opensMenuOrDialog ? classifyByName(facts) : null;
}

/** Removes symbols and bracketed numbers around a name: "Delete (3)", "🗑 Delete", "Send »". */
const normalizeName = (name: string): string =>
  foldPage(name)
    .replace(/[([]\d+[)\]]|(?<=\w )\([^)]*\)$/gu, '')
    .replace(/^[^\p{L}\p{N}$€£¥]+|[^\p{L}\p{N}.)$€£¥]+$/gu, '')
    .replace(/[.!]+$/u, '')
    .replace(/\s+/gu, ' ')
    .trim();

/**
 * Splits a name into clauses, each of which can describe an action: "Delete message and show next", "Buy tickets – see
 * terms".
 */
const splitIntoClauses = (name: string): string[] =>
  name
    .split(/[.!?:;|·•→](?:\s|$)|\s[–—|/·•→-]\s|,\s|\s(?:and|&|then|or)\s|\(|\)/u)
    .map(normalizeName)
    .filter(Boolean);

/** Classifies the whole name, then its clauses, so that a harmless clause does not hide an irreversible one. */
function classifyByName(facts: PageFacts): IrreversibleAction | null {
  const name = normalizeName(facts.control!.name);
  const wholeNameAction = name.length > MAX_NAME_LENGTH ? null : classifyName(name, facts);
  if (wholeNameAction) return wholeNameAction;
  const clauses = splitIntoClauses(foldLookalikes(facts.control!.name));
  return clauses.length < 2
    ? null
    : (clauses.map((clause) => classifyName(clause, facts)).find((action) => action !== null) ?? null);
}

/** Longer names are running text; only their clauses can describe an action. */
const MAX_NAME_LENGTH = 100;

function classifyName(name: string, facts: PageFacts): IrreversibleAction | null {
  if (HARMLESS_NAME.test(name) && !IRREVERSIBLE_NAME.test(name) && !AMOUNT.test(name)) return null;
  const rule = CONTROL_RULES.find((rule) => rule.namePattern.test(name) && meetsCondition(rule, name, facts));
  return rule ? { class: rule.class, kind: rule.kind, what: describeAction(rule, name, facts) } : null;
}

const hasField = (fields: readonly Field[], ...kinds: Field['kind'][]): boolean =>
  fields.some(({ kind }) => kinds.includes(kind));

/** Whether the control only clears a field that is already empty: "Delete country" if the field "Country" is empty. */
const isForEmptyField = (name: string, fields: readonly Field[]): boolean =>
  fields.some(
    (field) => field.kind !== 'other' && field.value === '' && name.endsWith(` ${foldPage(field.name)}`),
  );

function meetsCondition({ condition, kind }: ControlRule, name: string, facts: PageFacts): boolean {
  if (kind === 'delete' && !DATABASE_VERB.test(name) && HARMLESS_OBJECT.test(name)) return false;
  if (kind === 'delete' && isForEmptyField(name, facts.fields)) return false;
  return CONDITIONS[condition](facts, name);
}

/** Fields for a comment in a form that also edits other fields. */
const COMMENT_FIELD = /\b(?:comments?|message|reply|note)\b/u;

const CONDITIONS: Readonly<Record<ControlCondition, (facts: PageFacts, name: string) => boolean>> = {
  always: () => true,
  amount: ({ control }) => AMOUNT.test(foldLookalikes(control?.name ?? '')),
  checkout: (facts) => hasField(facts.fields, 'card') || isCheckoutStep(facts),
  message: isMessageForm,
  written: ({ fields }) =>
    fields.some(({ name, value }) => value !== '' && COMMENT_FIELD.test(foldPage(name))),
  fields: ({ fields }) => fields.length > 0,
  'has personal fields': ({ fields }) =>
    hasField(fields, 'password')
      ? // Login forms have a password field too, but rules with this condition do not match the names of their buttons.
        true
      : hasField(fields, 'email') && fields.filter(({ kind }) => kind !== 'other').length > 1,
  'sign-up': ({ fields, heading, title }) =>
    hasField(fields, 'password') &&
    fields.length > 1 &&
    SIGN_UP_HEADING.test(foldPage(`${heading} ${title}`)),
  password: ({ fields }) => hasField(fields, 'password'),
  grant: ({ heading, title, path }) =>
    GRANT_HEADING.test(foldPage(`${heading} ${title}`)) || /\/(?:oauth2?|authorize|consent)\b/u.test(path),
  bank: ({ fields }) => fields.some(({ name }) => BANK_FIELD.test(foldPage(name))),
  sum: ({ fields }) => fields.some(({ name }) => SUM_FIELD.test(foldPage(name))),
  'not restorable': ({ bin }) => bin !== 'elsewhere',
};

/** Whether the page has an amount and a checkout title; a basket page is not the last step. */
function isCheckoutStep({ amounts, title, heading, path }: PageFacts): boolean {
  if (amounts.length === 0) return false;
  const pageWords = foldPage(`${title} ${heading} ${path.replace(/[/_-]+/gu, ' ')}`);
  return (
    CHECKOUT.test(pageWords) &&
    !(BASKET.test(pageWords) && !/\b(?:checkout|payment|review)\b/u.test(pageWords))
  );
}

function isMessageForm({ fields, heading, title, inDialog }: PageFacts, name: string): boolean {
  const hasLongField = hasField(fields, 'long');
  const textFields = fields.filter(({ kind }) => kind === 'text' || kind === 'email' || kind === 'long');
  const hasMessageHeading =
    MESSAGE_HEADING.test(foldPage(heading)) || (inDialog && MESSAGE_HEADING.test(foldPage(title)));
  const hasMessageField = textFields.some((field) => MESSAGE_FIELD.test(foldPage(field.name)));
  const hasRecipient = textFields.some((field) => field.isRecipient);
  // Forms of all kinds have a "Submit" button. It sends a message only if the form has a field for one.
  if (/^(?:submit|apply)/u.test(name)) return hasLongField && (hasMessageField || hasMessageHeading);
  if (/^forward/u.test(name)) return hasRecipient;
  if (/^(?:invite|share|add and invite)/u.test(name))
    return hasRecipient || hasLongField || hasField(fields, 'email');
  if (/^(?:send|post|mail|dispatch)/u.test(name))
    return hasLongField || hasMessageField || hasRecipient || (hasMessageHeading && textFields.length > 0);
  return hasLongField || hasMessageField;
}

/** Whether the control is a key of an on-screen keypad: "Delete" among single-character buttons. */
const isKeypadKey = ({ siblingNames, control }: PageFacts): boolean =>
  control !== null &&
  /^(?:delete|del|clear|backspace|enter|send)$/u.test(normalizeName(control.name)) &&
  siblingNames.filter((name) => /^.$/u.test(name)).length >= 3;

/** @returns 'no rule' if the page asks no relevant question; null if the answer declines or nothing would be lost */
function classifyByQuestion(facts: PageFacts): IrreversibleAction | null | 'no rule' {
  const { question, control, bin, opener } = facts;
  const questionText = foldPage(question);
  const label = control ? normalizeName(control.name) : 'ok';
  const questionRule = CONFIRMATION_QUESTIONS.find(({ pattern }) => pattern.test(questionText));
  // "Are you sure?" refers to the control pressed before.
  const openerRule =
    questionRule || !opener || !/\b(?:sure|confirm|undone|proceed|continue)\b/u.test(questionText)
      ? undefined
      : findOpenerRule(opener);
  const matchedRule = questionRule ?? openerRule;
  if (!matchedRule) return 'no rule';
  if (!isConfirmation(label, questionText, control !== null)) return facts.inDialog ? null : 'no rule';
  if (matchedRule.class === 'delete') {
    const match = questionRule?.pattern.exec(questionText);
    const object = match?.[1] ?? '';
    if (HARMLESS_OBJECT.test(object) || (questionRule && HARMLESS_OBJECT.test(label))) return null;
    const isPermanent = PERMANENT.test(questionText) || PERMANENT.test(label);
    if (!isPermanent && RECOVERABLE.test(questionText)) return null;
    if (!isPermanent && matchedRule.kind === 'delete' && bin === 'elsewhere') return null;
    // Removing something from a list is reversible unless the page warns about it.
    if (/^remov/u.test(match?.[0] ?? '') && /\bfrom\b/u.test(object) && !isPermanent) return null;
  }
  return {
    class: matchedRule.class,
    kind: matchedRule.kind,
    what: fillDescription(matchedRule.what, questionRule?.pattern.exec(questionText)?.[1], facts),
  };
}

function findOpenerRule(opener: string): (typeof CONTROL_RULES)[number] | undefined {
  const name = normalizeName(opener).replace(/…|\.\.\.$/u, '');
  return CONTROL_RULES.find(
    ({ namePattern, condition }) =>
      (condition === 'always' || condition === 'not restorable') &&
      namePattern.test(name) &&
      !HARMLESS_OBJECT.test(name),
  );
}

/**
 * Whether an answer to the question lets the action proceed.
 * @param hasControl false for a browser dialog: the action accepts it, so there is no label to judge
 */
function isConfirmation(label: string, question: string, hasControl: boolean): boolean {
  if (!hasControl) return true;
  const questionVerbs = new Set(findVerbStems(question));
  const labelVerbs = findVerbStems(label);
  // "Cancel" as an answer to "Cancel the order?" is ambiguous and declines; "Cancel order" and "Close it" confirm.
  if (CANCELLING_ANSWER.test(label))
    return (
      / /u.test(label) &&
      !/^(?:no|keep|don'?t|do not|never|not)\b/u.test(label) &&
      labelVerbs.some((verb) => questionVerbs.has(verb))
    );
  return CONFIRMING_ANSWER.test(label) || labelVerbs.some((verb) => questionVerbs.has(verb));
}

const GENERIC_OBJECT = /^(?:it|them|this|that|all|selected|everything|anyway|now)?$/u;

function describeAction(rule: ControlRule, name: string, facts: PageFacts): string {
  const groups = rule.namePattern.exec(name)?.slice(1) ?? [];
  return fillDescription(rule.what, groups.find(Boolean), facts);
}

/** Inserts the object and, if known, the recipient or amount into the template. */
function fillDescription(template: string, object: string | undefined, facts: PageFacts): string {
  const { control, amounts, fields, heading } = facts;
  const objectText = (object ?? '')
    .trim()
    .replace(/\b(?:my|your)\b/gu, 'the')
    .replace(/[,;:]\s*$/u, '');
  const objectName = GENERIC_OBJECT.test(objectText) ? '' : objectText;
  if (template.startsWith('send ') || template.startsWith('post ')) {
    const verb = template.slice(0, 4);
    const fixedPhrase = template.includes('$1') ? null : template;
    const recipient = fields.find((field) => field.isRecipient && field.value)?.value;
    const message = fields.some(({ kind }) => kind === 'long') ? 'the message' : 'it';
    return `${fixedPhrase ?? `${verb} ${objectName ? withArticle(objectName) : message}`}${recipient ? ` to ${recipient}` : ''}`;
  }
  if (template === 'give access to the account')
    return heading ? `give access (${heading.slice(0, 60)})` : template;
  if (template === 'pay' || template === 'place the order' || template === 'make the booking') {
    const amount = AMOUNT.exec(control?.name ?? '')?.[0] ?? AMOUNT.exec(amounts[0] ?? '')?.[0];
    return amount ? `${template} ${template === 'pay' ? amount.trim() : `(${amount.trim()})`}` : template;
  }
  return template.includes('$1')
    ? template.replace('$1', objectName ? withArticle(objectName) : describeUnnamedObject(facts))
    : template;
}

/** The symbols of a menu button beside the text: “Budget ⋯”. */
const MENU_SYMBOLS = /(?<=[\p{L}\p{N}.)])[\s\p{So}⋮⋯]+$/u;

/**
 * Describes the object of a control such as "Delete": "the account" on an account page, otherwise the first text of
 * the row, such as "“Budget for spring”".
 */
function describeUnnamedObject({ heading, row, control }: PageFacts): string {
  if (ACCOUNT_WORD.test(foldPage(heading))) return 'the account';
  const label = row
    .split(' | ')
    .map((text) =>
      text
        .replace(/^[^:]{1,30}: /u, '')
        .replace(MENU_SYMBOLS, '')
        .trim(),
    )
    .find(
      (text) =>
        /\p{L}{2}|\d{3}/u.test(text) && text !== control?.name && !text.includes(control?.name || '\0'),
    );
  return label === undefined ? 'it' : `“${label.length > 50 ? `${label.slice(0, 49)}…` : label}”`;
}

/** Adds an article if one is needed: "draft" becomes "the draft", but "order 48211" stays. */
const withArticle = (objectName: string): string =>
  /^(?:the|this|that|these|those|all|an?|[“"])\b/u.test(objectName) || /\d|\s/u.test(objectName)
    ? objectName
    : `the ${objectName}`;
