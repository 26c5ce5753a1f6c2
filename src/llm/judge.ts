/** Checks a complete answer: returns its text and data, or a trouble. */
import { findJson, withoutThoughts } from './json.js';
import type { ModelSettings } from './settings.js';
import { trouble, type TroubleReport } from './trouble.js';
import type { ModelRequest } from './types.js';
import type { ParsedAnswer } from './wire/wire.js';

type Judged = { text: string; json: unknown; note: string | null };

export function judge(
  request: ModelRequest,
  reading: ParsedAnswer,
  settings: ModelSettings,
): Judged | TroubleReport {
  const name = `“${settings.model}”`;
  const { finish, refusal, instead } = reading;
  if (refusal !== null) return trouble('refused', `${name} refused: “${refusal.slice(0, 300)}”.`);
  if (finish === 'refused') return trouble('refused', `${name} refused to answer.`);
  if (finish === 'context')
    return trouble('context', `${name} ran out of room in the middle of its answer.`, {
      context: { limit: null, asked: null },
    });
  const text = request.kind === 'chat' ? withoutThoughts(reading.text) : reading.text;
  if (text.trim() === '') {
    if (finish === 'length')
      return trouble(
        'cut-short',
        `${name} used up all ${request.maxTokens} tokens of its answer${instead === 'thoughts' || reading.text.trim() ? ' on thoughts' : ''} and said nothing.`,
      );
    return trouble(
      'empty',
      instead ? `${name} answered with ${instead} and no text.` : `${name} gave an empty answer.`,
    );
  }
  if (request.kind !== 'chat' || !request.shape) return { text, json: undefined, note: null };
  const found = findJson(text);
  if (found.ok) return { text, json: found.value, note: found.note };
  if (finish === 'length')
    return trouble(
      'cut-short',
      `The answer of ${name} was cut off at ${request.maxTokens} tokens, before its JSON was complete.`,
    );
  return trouble('not-json', `The answer of ${name} ${found.why}.`);
}
