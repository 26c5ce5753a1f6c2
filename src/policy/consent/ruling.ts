/**
 * Decides whether an irreversible action has consent: from the session's policy, an instructor line that requests it,
 * or a yes to a question about it. A line covers one such action and the page's questions about it. It expires when the
 * navigator has reported and the instructor gives another instruction. Pure.
 */
import type {
  Consent,
  ConsentClass,
  ConsentSource,
  Exchange,
  ConsentDenialReason,
  IrreversibleAction,
  Turn,
} from '../../contract/index.js';
import { describeTarget, type ConsentTarget } from './consent-target.js';
import type { PageFacts } from './page-facts.js';
import { interpretLine, isActionProposed } from './instructor-line.js';
import {
  isDifferentAnswer,
  isMatchingChoice,
  isContinuation,
  isConditionalYes,
  isNo,
  isYes,
  mentionsSeveralObjects,
  isDelay,
  isVerbRepetition,
} from './replies.js';

/** In mode `ask`, the default, the instructor must request the action or answer yes to a question about it. */
export const CONFIRM_MODES = ['allow', 'deny', 'ask'] as const;
export type ConfirmMode = (typeof CONFIRM_MODES)[number];
export const CONFIRM_CLASSES = ['buy', 'send', 'delete', 'account', 'default'] as const satisfies readonly (
  | ConsentClass
  | 'default'
)[];
export type ConfirmPolicy = { readonly [key in ConsentClass | 'default']?: ConfirmMode | undefined };

/** An action that was performed with consent. */
export interface ConsentUse {
  action: IrreversibleAction;
  source: ConsentSource;
  /** Index of the action's turn. */
  turn: number;
  uid: string;
  name: string;
}

export interface ConsentRequest {
  action: IrreversibleAction;
  uid: string;
  /** What the page says about the control. */
  facts: PageFacts;
  /** The pressed key, if the action is a key press. */
  key?: string | undefined;
}

/** Returns the control's name; '' for a browser dialog. */
const getControlName = ({ facts }: ConsentRequest): string => facts.control?.name ?? '';

export type ConsentRuling =
  | { given: true; source: ConsentSource }
  | { given: false; reason: ConsentDenialReason };

type InstructorLine = Extract<Turn, { speaker: 'instructor' }>;

export const getConfirmMode = (action: IrreversibleAction, policy: ConfirmPolicy): ConfirmMode =>
  policy[action.class] ?? policy.default ?? 'ask';

export function decideConsent(
  request: ConsentRequest,
  { turns }: Exchange,
  policy: ConfirmPolicy,
  uses: readonly ConsentUse[],
): ConsentRuling {
  const confirmMode = getConfirmMode(request.action, policy);
  if (confirmMode === 'deny') return { given: false, reason: 'policy' };
  const decision = decideByLines(request, turns, uses);
  if (decision.given || decision.reason === 'forbidden') return decision;
  return confirmMode === 'allow' ? { given: true, source: { by: 'policy' } } : decision;
}

/**
 * Decides by the words that a model identified as a command. They count as consent only if the instructor wrote them,
 * and they cover one action, like any other line.
 */
export function decideByCommandWords(
  request: ConsentRequest,
  words: string,
  { turns }: Exchange,
  uses: readonly ConsentUse[],
): ConsentRuling {
  const line = turns.findLast(
    (turn): turn is InstructorLine => turn.speaker === 'instructor' && containsWords(turn.text, words),
  );
  if (!line) return { given: false, reason: 'not-requested' };
  const source: ConsentSource = { by: 'instruction', turn: line.index };
  return isStillCovered(request, source, uses, turns, mentionsSeveralObjects(line.text))
    ? { given: true, source }
    : { given: false, reason: 'already-used' };
}

/** Whether the text contains the words consecutively. Punctuation and case are ignored, because models change them. */
export function containsWords(text: string, words: string): boolean {
  const joinedWords = joinWords(words);
  return joinedWords.trim() !== '' && joinWords(text).includes(joinedWords);
}

/** @returns the words of the text with a space around each */
const joinWords = (text: string): string =>
  ` ${text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/** Decides by the latest line about the action. */
function decideByLines(
  request: ConsentRequest,
  turns: readonly Turn[],
  uses: readonly ConsentUse[],
): ConsentRuling {
  const target = describeTarget(request.action, request.facts, request.key);
  const lines = turns.filter((turn): turn is InstructorLine => turn.speaker === 'instructor');
  for (const line of lines.toReversed()) {
    const precedingSay = findPrecedingSay(line, turns);
    const earlierTexts = findEarlierTexts(line.index, turns);
    const question =
      precedingSay && isQuestion(precedingSay) && isAboutRequest(precedingSay, request, target, turns)
        ? precedingSay
        : null;
    if (question && isConditionalYes(line.text)) break;
    const meaning = interpretLine(line.text, target, earlierTexts);
    if (meaning === 'forbids' || (question && isNo(line.text))) return { given: false, reason: 'forbidden' };
    const isAgreement =
      question !== null &&
      (isVerbRepetition(line.text, target) ||
        isYes(line.text, (remainder) => interpretLine(remainder, target, earlierTexts) === 'requests'));
    const choiceQuestion =
      precedingSay && isQuestion(precedingSay) && isMatchingChoice(line.text, precedingSay.text, target)
        ? precedingSay
        : null;
    const source: ConsentSource | null = choiceQuestion
      ? { by: 'answer', turn: line.index, question: choiceQuestion.index }
      : isAgreement
        ? { by: 'answer', turn: line.index, question: question.index }
        : meaning === 'requests'
          ? { by: 'instruction', turn: line.index }
          : null;
    if (source) {
      const coversSeveral =
        mentionsSeveralObjects(line.text) ||
        (source.by === 'answer' && question !== null && mentionsSeveralObjects(question.text));
      return isStillCovered(request, source, uses, turns, coversSeveral)
        ? { given: true, source }
        : { given: false, reason: 'already-used' };
    }
    // Any other answer to the question (a condition, a doubt, another request) withdraws the earlier instruction.
    if (question || isDelay(line.text)) break;
    if (precedingSay && isQuestion(precedingSay) && isDifferentAnswer(line.text, target)) break;
    const hasReported = precedingSay !== null && !isQuestion(precedingSay) && precedingSay.kind !== 'ack';
    if (hasReported && !isContinuation(line.text)) break;
    if (isNo(line.text)) break;
  }
  return { given: false, reason: 'not-requested' };
}

/** Whether a message is a question. The next line answers it, and the earlier instruction stays in force. */
const isQuestion = ({ kind, text }: NavigatorSay): boolean => kind === 'ask' || /\?\s*$/u.test(text);

/**
 * Whether a yes to the question is consent for the request. A question that follows a refused action applies to that
 * control only.
 */
function isAboutRequest(
  question: NavigatorSay,
  request: ConsentRequest,
  target: ConsentTarget,
  turns: readonly Turn[],
): boolean {
  const refusedTurn = turns.findLast(
    (turn) =>
      turn.type === 'action' &&
      turn.index < question.index &&
      turn.outcome.status === 'failed' &&
      question.text.endsWith(turn.outcome.consent?.question ?? '\0'),
  );
  if (refusedTurn?.type === 'action') {
    const uid = 'uid' in refusedTurn.action ? refusedTurn.action.uid : refusedTurn.action.intent;
    const isSameControl =
      uid === request.uid ||
      (refusedTurn.target?.name === getControlName(request) && !/\bit\b/u.test(request.action.what));
    return isSameControl && question.text.endsWith(formatConsentQuestion(request.action));
  }
  return isActionProposed(
    question.text,
    target,
    request.facts.question,
    findEarlierTexts(question.index, turns),
  );
}

/** Number of messages before a turn that the word "it" may refer to. */
const MAX_EARLIER_TEXTS = 4;
const findEarlierTexts = (index: number, turns: readonly Turn[]): string[] =>
  turns
    .flatMap((turn) => (turn.type === 'say' && turn.index < index ? [turn.text] : []))
    .slice(-MAX_EARLIER_TEXTS);

type NavigatorSay = Extract<Turn, { speaker: 'navigator'; type: 'say' }>;

/** The navigator's last message between the previous line and this one. */
function findPrecedingSay(line: InstructorLine, turns: readonly Turn[]): NavigatorSay | null {
  const previousLineIndex =
    turns.findLast((turn) => turn.speaker === 'instructor' && turn.index < line.index)?.index ?? -1;
  return (
    turns.findLast(
      (turn): turn is NavigatorSay =>
        turn.speaker === 'navigator' &&
        turn.type === 'say' &&
        turn.index < line.index &&
        turn.index > previousLineIndex,
    ) ?? null
  );
}

const STEP_INTENTS: ReadonlySet<string> = new Set([
  'click',
  'doubleClick',
  'submit',
  'press',
  'load',
  'back',
  'tabswitch',
]);

/** Whether no action has used the line yet, or this action continues the one that used it. */
function isStillCovered(
  request: ConsentRequest,
  source: ConsentSource,
  uses: readonly ConsentUse[],
  turns: readonly Turn[],
  coversSeveral: boolean,
): boolean {
  if (source.by === 'policy') return true;
  const lineUses = uses.filter((use) => use.source.by !== 'policy' && use.source.turn === source.turn);
  const lastUse = lineUses.at(-1);
  if (!lastUse) return true;
  const { class: consentClass, kind } = request.action;
  // A line about several objects covers several deletions or messages, but only one purchase.
  if (coversSeveral && (consentClass === 'delete' || consentClass === 'send')) return true;
  // The same control may be pressed again after form errors, and a payment provider may show another one.
  if (consentClass === 'buy' || kind === 'create-account' || kind === 'password')
    return request.uid === lastUse.uid || getControlName(request) !== lastUse.name;
  // The line also covers the page's own question about the same action.
  const stepsSinceUse = turns.filter(
    (turn) => turn.index > lastUse.turn && turn.type === 'action' && STEP_INTENTS.has(turn.action.intent),
  );
  return (
    request.facts.question !== '' &&
    stepsSinceUse.every((turn) => turn.type === 'action' && turn.outcome.status !== 'done')
  );
}

/** Formats a question such as “Shall I place the order (€24.90)?” */
export const formatConsentQuestion = ({ what }: IrreversibleAction): string => `Shall I ${what}?`;

const DENIAL_TEXT: Readonly<Record<ConsentDenialReason, string>> = {
  'not-requested': 'the instructor has not asked for it',
  'already-used': 'the instructor’s request was already used for another action',
  doubted: 'the instructor may have asked for something else',
  forbidden: 'the instructor decided against it',
  policy: 'the policy of this session denies it',
};

/** The reason for a refusal, for the navigator and for users. */
export const formatRefusal = ({ what }: IrreversibleAction, reason: ConsentDenialReason): string =>
  `to ${what} needs the instructor’s consent, and ${DENIAL_TEXT[reason]}`;

/** The verdict of a session that ended because consent was missing. */
export const createRefusalVerdict = (
  denial: Consent & { given: false },
): { reason: string; next: string } => ({
  reason: `The navigator was not allowed to ${denial.what}: ${DENIAL_TEXT[denial.reason]}.`,
  next:
    denial.reason === 'policy'
      ? `Allow it with --confirm ${denial.class}=allow, or with guard.confirm in the scenario.`
      : `Request it in a line, answer the navigator’s question with yes, or allow it with --confirm ${denial.class}=allow.`,
});
