/**
 * Whether an act at the point of no return may be done: by the policy of the session, by a line of the instructor
 * that names it, or by a yes to a question that did. A line is good for what it names once, with the questions that
 * follow of it; it lapses when the navigator has reported and another order is given. Pure.
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
import {
  isYes,
  asksAbout,
  isNo,
  continuesInstruction,
  meansSeveral,
  interpretLine,
} from './instructor-line.js';

/** `ask` is a line or a yes of the instructor, and what holds where nothing is said. */
export const CONFIRM_VALUES = ['allow', 'deny', 'ask'] as const;
export type Confirm = (typeof CONFIRM_VALUES)[number];
export const CONFIRM_CLASSES = ['buy', 'send', 'delete', 'account', 'default'] as const satisfies readonly (
  | ConsentClass
  | 'default'
)[];
export type ConfirmPolicy = { readonly [key in ConsentClass | 'default']?: Confirm | undefined };

/** An act that had its consent and was done. */
export interface ConsentUse {
  action: IrreversibleAction;
  source: ConsentSource;
  /** The turn it was. */
  turn: number;
  uid: string;
  name: string;
}

export interface ConsentRequest {
  action: IrreversibleAction;
  uid: string;
  /** Name of the control, '' for the browser's dialog. */
  name: string;
  /** What the page asks. */
  question: string;
  /** The key that is pressed. */
  key?: string | undefined;
}

export type ConsentRuling =
  | { given: true; source: ConsentSource }
  | { given: false; reason: ConsentDenialReason };

type Line = Extract<Turn, { speaker: 'instructor' }>;

export function decideConsent(
  wanted: ConsentRequest,
  { turns }: Exchange,
  policy: ConfirmPolicy,
  spent: readonly ConsentUse[],
): ConsentRuling {
  const confirm = policy[wanted.action.class] ?? policy.default ?? 'ask';
  if (confirm === 'deny') return { given: false, reason: 'policy' };
  const said = decideByLines(wanted, turns, spent);
  if (said.given || said.reason === 'forbidden') return said;
  return confirm === 'allow' ? { given: true, source: { by: 'policy' } } : said;
}

/** The latest line that says something of the act decides. */
function decideByLines(
  wanted: ConsentRequest,
  turns: readonly Turn[],
  spent: readonly ConsentUse[],
): ConsentRuling {
  const lines = turns.filter((turn): turn is Line => turn.speaker === 'instructor');
  for (const line of lines.toReversed()) {
    const before = findPrecedingSay(line, turns);
    const asked =
      before?.kind === 'ask' && asksAbout(before.text, wanted.action, wanted.question) ? before : null;
    const word = interpretLine(
      line.text,
      wanted.action,
      wanted.key ? [wanted.name, wanted.key] : [wanted.name],
    );
    if (word === 'forbids' || (asked && isNo(line.text))) return { given: false, reason: 'forbidden' };
    const source = sourceOf(line, asked, word);
    if (source) {
      const many =
        meansSeveral(line.text) || (source.by === 'answer' && asked !== null && meansSeveral(asked.text));
      return open(wanted, source, spent, turns, many)
        ? { given: true, source }
        : { given: false, reason: 'already-used' };
    }
    const closed = before?.kind === 'report' || before?.kind === 'unfinished';
    if (closed && !continuesInstruction(line.text)) break;
    if (isNo(line.text)) break;
  }
  return { given: false, reason: 'not-requested' };
}

type NavigatorSay = Extract<Turn, { speaker: 'navigator'; type: 'say' }>;

/** What the navigator said last before a line, since the line before it. */
function findPrecedingSay(line: Line, turns: readonly Turn[]): NavigatorSay | null {
  const since =
    turns.findLast((turn) => turn.speaker === 'instructor' && turn.index < line.index)?.index ?? -1;
  return (
    turns.findLast(
      (turn): turn is NavigatorSay =>
        turn.speaker === 'navigator' && turn.type === 'say' && turn.index < line.index && turn.index > since,
    ) ?? null
  );
}

function sourceOf(line: Line, asked: NavigatorSay | null, word: string): ConsentSource | null {
  if (asked && isYes(line.text)) return { by: 'answer', turn: line.index, question: asked.index };
  return word === 'names' ? { by: 'instruction', turn: line.index } : null;
}

const STEPS: ReadonlySet<string> = new Set([
  'click',
  'doubleClick',
  'submit',
  'press',
  'load',
  'back',
  'tabswitch',
]);

/** What the line allows is not done yet, or this belongs to it. */
function open(
  wanted: ConsentRequest,
  source: ConsentSource,
  spent: readonly ConsentUse[],
  turns: readonly Turn[],
  many: boolean,
): boolean {
  if (source.by === 'policy') return true;
  const mine = spent.filter((one) => one.source.by !== 'policy' && one.source.turn === source.turn);
  const last = mine.at(-1);
  if (!last) return true;
  const { class: kind, kind: deed } = wanted.action;
  // One order is one order, whatever it says of pieces.
  if (many && (kind === 'delete' || kind === 'send')) return true;
  // A form that was sent back with complaints is sent again; a shop hands on to who takes the money.
  if (kind === 'buy' || deed === 'create-account' || deed === 'password')
    return wanted.uid === last.uid || wanted.name !== last.name;
  // The question that comes of it.
  const between = turns.filter(
    (turn) => turn.index > last.turn && turn.type === 'action' && STEPS.has(turn.action.intent),
  );
  return (
    wanted.question !== '' &&
    between.every((turn) => turn.type === 'action' && turn.outcome.status !== 'done')
  );
}

/** “Shall I place the order (€24.90)?” */
export const formatConsentQuestion = ({ what }: IrreversibleAction): string => `Shall I ${what}?`;

const REASON_TEXT: Readonly<Record<ConsentDenialReason, string>> = {
  'not-requested': 'the instructor has not asked for it',
  'already-used': 'the instructor’s request was already used for another action',
  forbidden: 'the instructor said not to',
  policy: 'the policy of this session denies it',
};

/** The detail of a refused action, for its navigator and for people. */
export const formatRefusal = ({ what }: IrreversibleAction, why: ConsentDenialReason): string =>
  `to ${what} needs the instructor’s consent, and ${REASON_TEXT[why]}`;

/** The verdict of a conversation that ended without the consent it needed. */
export const createRefusalVerdict = (
  refused: Consent & { given: false },
): { reason: string; next: string } => ({
  reason: `The navigator was not allowed to ${refused.what}: ${REASON_TEXT[refused.reason]}.`,
  next:
    refused.reason === 'policy'
      ? `Allow it with --confirm ${refused.class}=allow, or with guard.confirm in the scenario.`
      : `Ask for it in a line, answer its question with yes, or allow it with --confirm ${refused.class}=allow.`,
});
