/**
 * Chooses between two shapes of a prompt. The paper's models learned to act from prompts with a page, and to
 * speak from prompts without one, because chat turns of the data set have no page. A live session always has a page,
 * so without this choice a fine-tuned model would never speak.
 */
import { formatMindactTurn, formatOtrTurn, formatPix2actTurn } from './turn-formats.js';
import type { ReplayTurn } from './replay-turn.js';

/** `browser`: with page and viewport. `chat`: without page and viewport, but with the candidates of the last page. */
export type PromptShape = 'browser' | 'chat';

/**
 * `browser`, `chat`: always that shape. `rule`: `chooseFirstShape` chooses, and `chooseSecondShape` may request a second answer.
 * `both`: requests both and uses the more likely answer (the server must return log probabilities).
 */
export type ShapePolicy = PromptShape | 'rule' | 'both';

/** `otr`: pruned page and candidates; `mindact`: MindAct's tree format; `pix2act`: a header above a screenshot. */
export type PromptKind = 'otr' | 'mindact' | 'pix2act';

/** Formats a turn as a model of each kind would write it. */
const TURN_FORMATS: Record<PromptKind, (turn: ReplayTurn) => string> = {
  otr: formatOtrTurn,
  mindact: formatMindactTurn,
  pix2act: formatPix2actTurn,
};

export interface ShapeChoice {
  shape: PromptShape;
  /** The reason in a few words. It is stored in the session record. */
  reason: string;
}

/**
 * Chooses the shape of the first request. The model may speak after an instructor line, unless no action has followed
 * the previous line.
 *
 * @param previousTurns all turns before the one to decide
 */
export function chooseFirstShape(policy: ShapePolicy, previousTurns: readonly ReplayTurn[]): ShapeChoice {
  if (policy === 'browser' || policy === 'chat') return { shape: policy, reason: `always ${policy}` };
  if (policy === 'both') return { shape: 'browser', reason: 'the first of two requests' };
  const last = previousTurns.at(-1);
  if (!isInstructorLine(last)) return { shape: 'browser', reason: 'it is the navigator’s turn to act' };
  return hasUnansweredLine(previousTurns.slice(0, -1))
    ? { shape: 'browser', reason: 'no action has followed an earlier line' }
    : { shape: 'chat', reason: 'the instructor has just spoken' };
}

/**
 * Chooses the shape of a second request; null if the first answer is used. The rule makes a second request if the
 * answer repeats the last action, because fine-tuned models do that when nothing is left to do on the page.
 *
 * @param answer the first answer, as the model wrote it
 */
export function chooseSecondShape(
  policy: ShapePolicy,
  first: PromptShape,
  answer: string,
  previousTurns: readonly ReplayTurn[],
  kind: PromptKind = 'otr',
): ShapeChoice | null {
  if (policy === 'both' && first === 'browser')
    return { shape: 'chat', reason: 'the second of two requests' };
  if (policy !== 'rule' || first !== 'browser') return null;
  const last = previousTurns.at(-1);
  if (last?.type !== 'browser' || !answer.includes(TURN_FORMATS[kind](last))) return null;
  return { shape: 'chat', reason: 'the answer repeats the last action' };
}

/** Picks the answer with the higher likelihood per token, so that short answers have no advantage. */
export function pickLikelierAnswer<A extends { logLikelihood: number; tokens: number }>(
  browser: A,
  chat: A,
): A {
  const computeLikelihoodPerToken = ({ logLikelihood, tokens }: A): number =>
    logLikelihood / Math.max(1, tokens);
  return computeLikelihoodPerToken(chat) > computeLikelihoodPerToken(browser) ? chat : browser;
}

/** Returns the shape for predicting a turn of the data set. */
export function getRecordedShape(turn: ReplayTurn): ShapeChoice {
  return turn.type === 'chat'
    ? { shape: 'chat', reason: 'the turn is a line of the chat' }
    : { shape: 'browser', reason: 'the turn is an action' };
}

function isInstructorLine(turn: ReplayTurn | undefined): boolean {
  return turn?.type === 'chat' && turn.speaker === 'instructor';
}

/** Whether no action has followed the instructor's last line. */
function hasUnansweredLine(previousTurns: readonly ReplayTurn[]): boolean {
  const lineIndex = previousTurns.findLastIndex(isInstructorLine);
  return lineIndex >= 0 && !previousTurns.slice(lineIndex + 1).some((turn) => turn.type === 'browser');
}
