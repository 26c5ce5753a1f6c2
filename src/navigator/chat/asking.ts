/**
 * Asks the model, and asks otherwise where the prompt was too long for the server or the answer for its limit.
 * What a server has no room for is not tried again with every decision.
 */
import { type Asked, type Message, type Model, problemOf, type Trouble } from '../../llm/index.js';
import { ANSWER_SHAPE } from '../../prompt/index.js';
import type { UseCounter } from './usage.js';

/** What fits, as far as it is known; kept from decision to decision. */
export interface Fit {
  /** Tokens of the page part, whatever the page's size. */
  page: number;
  /** Tokens of an answer. */
  answer: number;
}

export const FIT: Readonly<Fit> = { page: 3_000, answer: 2_000 };
/** Less than this shows nothing to decide on. */
const LEAST_PAGE = 500;
/** For models that think aloud. */
const LONG_ANSWER = 8_000;

export interface AskingParts {
  model: Model;
  onPhase?(phase: string): void;
  onWait?(sentence: string): void;
}

/** @param remake the prompt anew, after `fit` has changed */
export async function askModel(
  parts: AskingParts,
  messages: Message[],
  remake: () => Message[],
  fit: Fit,
  use: UseCounter,
  signal: AbortSignal,
): Promise<Asked> {
  const { model, onPhase, onWait } = parts;
  for (;;) {
    onPhase?.('asking the model');
    const asked = await model.ask(
      { kind: 'chat', messages, shape: ANSWER_SHAPE, maxTokens: fit.answer, temperature: 0 },
      { signal, purpose: 'navigator', onWait: ({ sentence }) => onWait?.(sentence) },
    );
    use.add(asked);
    if (asked.ok) return asked;
    if (asked.kind === 'cut-short' && fit.answer < LONG_ANSWER) {
      fit.answer = LONG_ANSWER;
      use.repaired('The answer was cut short; it was given more room.');
    } else if (asked.kind === 'context' && shrunk(asked, fit)) {
      // What was looked at in between is left out with the rest.
      messages.splice(0, messages.length, ...remake());
      use.repaired(`The prompt was too long for the server; the page was cut to ${fit.page} tokens.`);
    } else return asked;
  }
}

/** The page gives way: by what is too much where the server says so, else by half. */
function shrunk({ context }: Trouble, fit: Fit): boolean {
  if (fit.page <= LEAST_PAGE) return false;
  const { limit = null, asked = null } = context ?? {};
  const over =
    limit !== null && asked !== null && asked > limit ? Math.ceil((asked - limit) * 1.15) + 50 : fit.page / 2;
  fit.page = Math.max(LEAST_PAGE, Math.floor(Math.min(fit.page / 1.3, fit.page - over)));
  return true;
}

/** Answers that a second try may set right. */
const MENDABLE: ReadonlySet<Trouble['kind']> = new Set(['not-json', 'empty']);
/** The model's doing, not the server's: said to the instructor. */
const TOLD: ReadonlySet<Trouble['kind']> = new Set(['refused', 'cut-short', 'too-long', 'garbled']);

/** What to do about an answer that is none. @throws Problem for what is the server's doing, or the user's */
export function verdictOn(trouble: Trouble): 'mend' | 'tell' {
  if (MENDABLE.has(trouble.kind)) return 'mend';
  if (TOLD.has(trouble.kind)) return 'tell';
  throw problemOf(trouble);
}
