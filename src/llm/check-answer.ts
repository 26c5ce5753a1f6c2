/** Checks a complete answer: returns its text and data, or a failure report. */
import { findJson, removeThoughts } from './json.js';
import type { ModelSettings } from './settings.js';
import { createModelFailure, type ModelFailureReport } from './failure.js';
import type { ModelRequest } from './types.js';
import type { ParsedAnswer } from './wire/wire.js';

type CheckedAnswer = { text: string; json: unknown; note: string | null };

export function checkAnswer(
  request: ModelRequest,
  answer: ParsedAnswer,
  settings: ModelSettings,
): CheckedAnswer | ModelFailureReport {
  const name = `“${settings.model}”`;
  const { finish, refusal, producedInstead } = answer;
  if (refusal !== null) return createModelFailure('refused', `${name} refused: “${refusal.slice(0, 300)}”.`);
  if (finish === 'refused') return createModelFailure('refused', `${name} refused to answer.`);
  if (finish === 'context')
    return createModelFailure('context', `${name} ran out of room in the middle of its answer.`, {
      context: { limit: null, requestedTokens: null },
    });
  const text = request.kind === 'chat' ? removeThoughts(answer.text) : answer.text;
  if (text.trim() === '') {
    if (finish === 'length')
      return createModelFailure(
        'cut-short',
        `${name} used all ${request.maxTokens} answer tokens${producedInstead === 'thoughts' || answer.text.trim() ? ' on thoughts' : ''} and wrote no answer.`,
      );
    return createModelFailure(
      'empty',
      producedInstead
        ? `${name} answered with ${producedInstead} and no text.`
        : `${name} gave an empty answer.`,
    );
  }
  if (request.kind !== 'chat' || !request.answerShape) return { text, json: undefined, note: null };
  const parsed = findJson(text);
  if (parsed.ok) return { text, json: parsed.value, note: parsed.note };
  if (finish === 'length')
    return createModelFailure(
      'cut-short',
      `The answer of ${name} was cut off at ${request.maxTokens} tokens, before its JSON was complete.`,
    );
  return createModelFailure('not-json', `The answer of ${name} ${parsed.reason}.`);
}
