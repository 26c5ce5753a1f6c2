/**
 * Creates the lines of `steps.jsonl`: one for each navigator turn, and one for each model reply without an action,
 * because WebVoyager also counts such replies as iterations. No side effects.
 */
import type { RecordedPrompt } from '../../demonstration/index.js';
import { listElements, type PromptElement } from './elements.js';
import type { Interaction } from './interact-messages.js';
import { findLastUserText } from './prompt-text.js';
import type { RecordedTurn } from './turns.js';

export interface StepRecord {
  step: number;
  iteration: number;
  /** Number of the turn in the session. For a reply without an action, the turn for which the model was asked. */
  turn: number;
  url: string;
  title: string;
  thought: string;
  /**
   * `raw`: what the model wrote, if a model was used. `text`: the action in words. `parsed`: the action that the
   * session performed.
   */
  action: { raw: string; text: string; parsed: unknown };
  target: string | null;
  /** The outcome of the action; `no-action` for a reply without an action. */
  status: string;
  /** Why the action failed, or the error message that the model received. */
  error: string | null;
  /** The elements to which the labels in the prompt refer; null if the navigator does not use labels. */
  elements: PromptElement[] | null;
  screenshot: string | null;
  tokens: number;
  /** Duration of the whole step in milliseconds. */
  ms: number;
  /** Duration of the model calls in milliseconds; null if they were not recorded. */
  modelMs: number | null;
  /** Milliseconds that the session waited for the page after the action. */
  waitMs: number;
  /** Seconds since the session started. */
  t: number;
}

/** @param readBoxes reads the boxes of a recorded page as JSON; returns null if they are missing */
export function listSteps(
  turns: readonly RecordedTurn[],
  prompts: readonly RecordedPrompt[],
  { iterations, screenshots, numbering }: Interaction,
  readBoxes: (html: string) => string | null,
): StepRecord[] {
  const steps: Omit<StepRecord, 'step'>[] = [];
  const unusedReplies = numbering === 'request' ? listUnusedReplies(prompts) : [];
  const flushUnusedReplies = (turn: number, recordedTurn: RecordedTurn | undefined): void => {
    while (unusedReplies.length > 0 && unusedReplies[0]!.turn <= turn)
      steps.push(toUnusedReplyStep(unusedReplies.shift()!, recordedTurn));
  };
  for (const [index, turn] of turns.entries()) {
    flushUnusedReplies(turn.turn, turn);
    const turnPrompts = prompts.filter((prompt) => prompt.turn === turn.turn);
    const earlierPrompts = numbering === 'request' ? turnPrompts.slice(0, -1) : [];
    const countedPrompts = turnPrompts.slice(earlierPrompts.length);
    const { action, parsed, screenshot, raw, labels, html, ...rest } = turn;
    const numberedScreenshot = screenshots.find(({ file }) => file === screenshot);
    steps.push({
      iteration: iterations[index]!,
      ...rest,
      action: { raw: raw ?? action, text: action, parsed },
      elements: listElements(labels, turnPrompts[0], html === null ? null : readBoxes(html)),
      // The answer that counts may come from a later request, but the screenshot belongs to the turn's first request.
      screenshot: numberedScreenshot ? `screenshot${numberedScreenshot.number}.png` : null,
      tokens: turnPrompts.length > 0 ? sum(countedPrompts.map(countTokens)) : turn.tokens,
      ms: Math.max(0, turn.ms - sum(earlierPrompts.map(({ ms }) => ms ?? 0))),
      modelMs: countedPrompts.some(({ ms }) => ms === undefined)
        ? null
        : sum(countedPrompts.map(({ ms }) => ms ?? 0)),
    });
  }
  flushUnusedReplies(Infinity, turns.at(-1));
  return steps.map((step, index) => ({ step: index + 1, ...step }));
}

interface UnusedReply {
  turn: number;
  iteration: number;
  prompt: RecordedPrompt;
  /** The message that the model received next. */
  nextMessage: string | null;
}

/** Returns each turn's requests except the last one. */
function listUnusedReplies(prompts: readonly RecordedPrompt[]): UnusedReply[] {
  return prompts.flatMap((prompt, index) => {
    const nextPrompt = prompts[index + 1];
    if (nextPrompt?.turn !== prompt.turn) return [];
    return [{ turn: prompt.turn, iteration: index + 1, prompt, nextMessage: findLastUserText(nextPrompt) }];
  });
}

/** @param recordedTurn the turn for which the model was asked; the model saw the same page */
function toUnusedReplyStep(
  { turn, iteration, prompt, nextMessage }: UnusedReply,
  recordedTurn: RecordedTurn | undefined,
): Omit<StepRecord, 'step'> {
  const { answer, ms = null } = prompt;
  const raw = answer.text ?? '';
  return {
    iteration,
    turn,
    url: recordedTurn?.url ?? '',
    title: recordedTurn?.title ?? '',
    thought: /Thought:(.*?)(?:Action:|$)/s.exec(raw)?.[1]?.trim() ?? '',
    action: { raw, text: '', parsed: null },
    target: null,
    status: 'no-action',
    error: answer.ok ? nextMessage : answer.sentence,
    elements: null,
    screenshot: null,
    tokens: countTokens(prompt),
    ms: ms ?? 0,
    modelMs: ms,
    waitMs: 0,
    t: recordedTurn?.t ?? 0,
  };
}

const countTokens = ({ usage }: RecordedPrompt): number =>
  usage === null ? 0 : usage.promptTokens + usage.answerTokens;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
