/** Keeps prompts of policies within their token caps. Pure. */
import type { StepExample, StepPolicy } from '../../contract/index.js';
import type { CountTokens } from '../chat/outline/index.js';
import { fillTemplate, formatExample, type StepInput, type StepPromptStyle } from './messages.js';

/** Tokens reserved for the answer. */
export const ANSWER_RESERVE = 512;

export interface FittedExamples {
  examples: readonly StepExample[];
  /** Tokens of the prompt without the observation. */
  tokens: number;
}

/**
 * Returns the first examples that fit, together with the instruction, template, objective and history. The observation
 * does not count, because the paper's cap applies to the rest of the prompt.
 *
 * @param cap null: all examples, up to the policy's maximum
 */
export function fitExamples(
  policy: StepPolicy,
  input: Omit<StepInput, 'observation'>,
  cap: number | null,
  style: Pick<StepPromptStyle, 'compat' | 'noCot'>,
  countTokens: CountTokens,
): FittedExamples {
  const { instruction, minExamples, maxExamples } = policy;
  const filledTemplate = fillTemplate(policy.input, { ...input, observation: '' }, style.compat);
  let tokens = countTokens(instruction) + countTokens(filledTemplate);
  const examples: StepExample[] = [];
  for (const example of policy.examples.slice(0, Math.max(minExamples, maxExamples))) {
    const exampleTokens = countTokens(formatExample(policy, example, style));
    const isRequired = examples.length < minExamples;
    if (!isRequired && cap !== null && tokens + exampleTokens > cap - ANSWER_RESERVE) break;
    examples.push(example);
    tokens += exampleTokens;
  }
  return { examples, tokens };
}

/**
 * Cuts an observation to a number of rows and then to a number of tokens. The faithful version does not mark the cut.
 *
 * @param cap null: only rows are limited
 */
export function cutObservation(
  text: string,
  maxRows: number,
  cap: number | null,
  countTokens: CountTokens,
): { text: string; omittedRows: number } {
  const rows = text.split('\n');
  const keptRows = rows.slice(0, maxRows);
  if (cap !== null && countTokens(keptRows.join('\n')) > cap) {
    let tokens = 0;
    const firstExcessRow = keptRows.findIndex((row) => (tokens += countTokens(row) + 1) > cap);
    if (firstExcessRow >= 0) keptRows.length = firstExcessRow;
  }
  return { text: keptRows.join('\n'), omittedRows: rows.length - keptRows.length };
}
