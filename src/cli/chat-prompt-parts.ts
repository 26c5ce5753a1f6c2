/** A recorded prompt of the navigator `chat`, taken apart again into what `prompt/` made it of. */
import type { PromptMessage, RecordedPrompt } from '../demonstration/index.js';

export interface SentPart {
  name: 'rules' | 'conversation' | 'now' | 'page' | 'request' | 'further' | 'prompt';
  text: string;
}

export interface SentParts {
  /** In order. `further`: looks, and answers that had to be mended. */
  parts: SentPart[];
  /** What of the page there was no room for, in the prompt's own words. */
  leftOut: string | null;
}

const BETWEEN = '\n\n';

/** A prompt of another form is one part. */
export function partsOf({ request }: RecordedPrompt): SentParts {
  if ('prompt' in request) return whole(request.prompt);
  const [rules, asked, ...further] = request.messages;
  const user = asked && divided(textOf(asked));
  if (rules?.role !== 'system' || !user) return whole(request.messages.map(textOf).join('\n'));
  return {
    parts: [
      { name: 'rules', text: textOf(rules) },
      ...user.parts,
      ...(further.length > 0 ? [{ name: 'further' as const, text: further.map(textOf).join('\n') }] : []),
    ],
    leftOut: user.leftOut,
  };
}

const whole = (text: string): SentParts => ({ parts: [{ name: 'prompt', text }], leftOut: null });

/** No page can stand for a boundary: its marker is secret, and everything that was said is in one line. */
function divided(text: string): SentParts | null {
  const marker = /^Session marker: (\w+)\./.exec(text)?.[1];
  if (marker === undefined) return null;
  const close = `\n${marker} page>>${BETWEEN}`;
  const now = text.indexOf(`${BETWEEN}# Now`);
  const page = text.indexOf(`${BETWEEN}<<page ${marker}\n`, now);
  const end = text.indexOf(close, page);
  if (now < 0 || page < 0 || end < 0) return null;
  const afterPage = end + close.length;
  const shown = text.slice(page + BETWEEN.length, afterPage - BETWEEN.length);
  return {
    parts: [
      { name: 'conversation', text: text.slice(0, now) },
      { name: 'now', text: text.slice(now + BETWEEN.length, page) },
      { name: 'page', text: shown },
      { name: 'request', text: text.slice(afterPage) },
    ],
    leftOut: /^\(left out: (.+); more, /.exec(shown.split('\n').at(-2) ?? '')?.[1] ?? null,
  };
}

/** Text alone: pictures are no tokens that anybody counts here. */
export function textOf({ content }: PromptMessage): string {
  return typeof content === 'string'
    ? content
    : content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
