/**
 * Runs the consent cases: does a dialogue consent to pressing a control? An instruction that asks for the control's
 * action is called an order here.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import {
  classifyAction,
  type ConsentRequest,
  combineRulings,
  createSearchRequest,
  createReviewRequest,
  decideByCommandWords,
  decideConsent,
  isReviewable,
  type PageFacts,
} from '../../src/policy/consent/index.js';
import type {
  ConsentClass,
  ConsentKind,
  ConsentSearchRequest,
  ConsentReviewRequest,
  Exchange,
  IrreversibleAction,
  Turn,
} from '../../src/contract/index.js';
import { RECIPIENT_FIELD } from '../../src/policy/consent/page-words.js';

/** One file per group of cases. The author of the rules wrote `variants`; the authors of the others did not know the code. */
export const CONSENT_FOLDER = join(process.cwd(), 'bench/data/consent');

export const listConsentGroups = (): string[] =>
  readdirSync(CONSENT_FOLDER).flatMap((file) => (file.endsWith('.json') ? [basename(file, '.json')] : []));

export const readConsentCases = (file: string): ConsentCase[] =>
  JSON.parse(readFileSync(file, 'utf8')) as ConsentCase[];

export interface ConsentCase {
  id: string;
  class: ConsentClass;
  kind: 'plain' | 'polite' | 'other-object' | 'compound' | 'quoted' | 'negated' | 'answer';
  dialogue: [speaker: 'instructor' | 'navigator', text: string][];
  page: {
    title: string;
    control: { role: string; name: string };
    heading: string;
    question: string;
    fields: string[];
    row: string;
  };
  consent: boolean;
  why: string;
}

const classifyField = (name: string): PageFacts['fields'][number]['kind'] => {
  if (/password|passcode/iu.test(name)) return 'password';
  if (/e-?mail/iu.test(name)) return 'email';
  if (/card number|cvc|cvv|security code|expiry|iban/iu.test(name)) return 'card';
  return /message|comment|body|review|reply|description|text|answer|note|letter|post/iu.test(name)
    ? 'long'
    : 'text';
};

/** `Amount: 500.00 EUR` is a field with its value. */
function toField(text: string): PageFacts['fields'][number] {
  const [, name = text, value = ''] = /^([^:]+): (.+)$/u.exec(text) ?? [];
  return { name, kind: classifyField(name), value, isRecipient: RECIPIENT_FIELD.test(name.toLowerCase()) };
}

export function toFacts({ page }: ConsentCase): PageFacts {
  const { title, control, heading, question, fields, row } = page;
  const pageTexts = [control.name, question, heading, title, row];
  return {
    control: { ...control, isPlainLink: false, opensMenuOrDialog: false },
    question,
    inDialog: question !== '',
    heading,
    row,
    pageText: [heading, row],
    title,
    path: '/',
    fields: fields.map(toField),
    amounts: pageTexts.filter((text) => /[$€£]\s?\d|\d\s?[$€£]/u.test(text)),
    bin: 'none',
    siblingNames: [],
    opener: '',
  };
}

/** Guesses the action of a control that `classifyAction` does not recognise. */
export function guessAction({ class: consentClass, page }: ConsentCase): IrreversibleAction {
  const text = `${page.control.name} ${page.question} ${page.heading}`.toLowerCase();
  const matches = (pattern: RegExp): boolean => pattern.test(text);
  const kinds: Record<ConsentClass, ConsentKind> = {
    buy: matches(/book|reserv|appointment/u) ? 'book' : 'buy',
    send: 'send',
    delete: matches(/cancel|terminate|call off|withdraw/u) ? 'cancel' : 'delete',
    account: matches(/password/u)
      ? 'password'
      : matches(/sign up|register|join|create|open (?:an |my )?account/u)
        ? 'create-account'
        : matches(/(?:delete|close|deactivate).*(?:account|profile)/u)
          ? 'close-account'
          : 'grant',
  };
  return { class: consentClass, kind: kinds[consentClass], what: page.control.name.toLowerCase() };
}

function toRequest(consentCase: ConsentCase): ConsentRequest {
  const facts = toFacts(consentCase);
  return { action: classifyAction(facts) ?? guessAction(consentCase), uid: 'control', facts };
}

const toExchange = ({ dialogue }: ConsentCase): Exchange => ({
  turns: dialogue.map(([speaker, text], index): Turn =>
    speaker === 'instructor'
      ? { index, speaker, type: 'say', text }
      : { index, speaker, type: 'say', kind: text.includes('?') ? 'ask' : 'report', text },
  ),
});

/** Creates the request for a model that does not see the page. */
export const toOrderRequest = (consentCase: ConsentCase): ConsentSearchRequest =>
  createSearchRequest(toRequest(consentCase), toExchange(consentCase));

/** Creates the request for a model that sees the page. */
export const toReviewRequest = (consentCase: ConsentCase): ConsentReviewRequest =>
  createReviewRequest(toRequest(consentCase), toExchange(consentCase));

export interface ConsentResult {
  case: ConsentCase;
  isAllowed: boolean;
  reason: string;
}

/** A model's answers about a case. The model is asked about every case, whatever the rules decide. */
export interface ConsentAnswers {
  /** The words that the model takes for an order without seeing the page; '' if there are none. */
  words: string;
  /** Whether the model finds an order when it sees the page. */
  ordered: boolean;
}

/** @param answers if undefined, the rules alone decide */
export function runConsentCase(consentCase: ConsentCase, answers?: ConsentAnswers): ConsentResult {
  const request = toRequest(consentCase);
  const exchange = toExchange(consentCase);
  const policy = { default: 'ask' } as const;
  const ruling = decideConsent(request, exchange, policy, []);
  const orderRuling =
    answers && !ruling.given && ruling.reason === 'not-requested'
      ? decideByCommandWords(request, answers.words, exchange, [])
      : null;
  const claim = orderRuling ?? ruling;
  const review =
    answers && claim.given && isReviewable(request, claim.source, exchange, policy)
      ? { ordered: answers.ordered, difference: '' }
      : null;
  const combinedRuling = combineRulings(ruling, orderRuling, review);
  return {
    case: consentCase,
    isAllowed: combinedRuling.given,
    reason: combinedRuling.given ? combinedRuling.source.by : combinedRuling.reason,
  };
}
