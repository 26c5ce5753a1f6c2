/**
 * Which of two forms a prompt takes (spec 4.9). The paper's models learnt to act from prompts with a page and to
 * speak from prompts without one, since chat turns of the data set have no page. A live page is always there, so
 * somebody has to choose, or a fine-tuned model never speaks.
 */
import { mindactTurnText, otrTurnText, pix2actTurnText } from './turn-formats.js';
import type { ReplayTurn } from './replay-turn.js';

/** `browser`: page and viewport. `chat`: neither, and the candidates of the last page. */
export type PromptShape = 'browser' | 'chat';

/**
 * `browser`, `chat`: always that one. `rule`: two shots, by the rule below. `both`: both are asked, and the
 * likelier answer is taken (needs a server that tells log-likelihoods).
 */
export type ShapePolicy = PromptShape | 'rule' | 'both';

/** `otr`: pruned page and candidates; `mindact`: its own tree; `pix2act`: a header over a picture. */
export type PromptKind = 'otr' | 'mindact' | 'pix2act';

/** How each kind of model writes an act of its own. */
const WRITTEN: Record<PromptKind, (turn: ReplayTurn) => string> = {
  otr: otrTurnText,
  mindact: mindactTurnText,
  pix2act: pix2actTurnText,
};

export interface ShapeChoice {
  shape: PromptShape;
  /** For the record, a few words. */
  why: string;
}

/**
 * The shape of the first shot. After a line of the instructor the model may speak, unless an earlier line still
 * waits to be acted on: one that was answered with words alone, or not at all.
 *
 * @param before every turn before the one that is decided
 */
export function firstShape(policy: ShapePolicy, before: readonly ReplayTurn[]): ShapeChoice {
  if (policy === 'browser' || policy === 'chat') return { shape: policy, why: `always ${policy}` };
  if (policy === 'both') return { shape: 'browser', why: 'the first of two shots' };
  const last = before.at(-1);
  if (!isInstructor(last)) return { shape: 'browser', why: 'it is the navigator’s turn to act' };
  return isPending(before.slice(0, -1))
    ? { shape: 'browser', why: 'an earlier line waits to be acted on' }
    : { shape: 'chat', why: 'the instructor has just spoken' };
}

/**
 * The second shot, or null where the first answer stands: by rule when the answer repeats the last act, which is
 * what these models do when there is nothing left to do on the page.
 *
 * @param answer the action of the first shot, as the model wrote it
 */
export function secondShape(
  policy: ShapePolicy,
  first: PromptShape,
  answer: string,
  before: readonly ReplayTurn[],
  kind: PromptKind = 'otr',
): ShapeChoice | null {
  if (policy === 'both' && first === 'browser') return { shape: 'chat', why: 'the second of two shots' };
  if (policy !== 'rule' || first !== 'browser') return null;
  const last = before.at(-1);
  if (last?.type !== 'browser' || !answer.includes(WRITTEN[kind](last))) return null;
  return { shape: 'chat', why: 'the answer repeats the last act' };
}

/** Of two shots the one whose answer was likelier by token, so that short answers have no advantage. */
export function likelier<A extends { logLikelihood: number; tokens: number }>(browser: A, chat: A): A {
  const perToken = ({ logLikelihood, tokens }: A): number => logLikelihood / Math.max(1, tokens);
  return perToken(chat) > perToken(browser) ? chat : browser;
}

/** In the data set the shape is that of the turn to be predicted. */
export function recordedShape(turn: ReplayTurn): ShapeChoice {
  return turn.type === 'chat'
    ? { shape: 'chat', why: 'the turn is a line of the chat' }
    : { shape: 'browser', why: 'the turn is an act' };
}

function isInstructor(turn: ReplayTurn | undefined): boolean {
  return turn?.type === 'chat' && turn.speaker === 'instructor';
}

/** No act has followed the instructor's line before. */
function isPending(earlier: readonly ReplayTurn[]): boolean {
  const line = earlier.findLastIndex(isInstructor);
  return line >= 0 && !earlier.slice(line + 1).some((turn) => turn.type === 'browser');
}
