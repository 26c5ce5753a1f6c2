/** Splits a recorded prompt of the `chat` navigator back into the sections that `prompt/` built it from. */
import type { PromptMessage, RecordedPrompt } from '../demonstration/index.js';

export interface PromptSection {
  name: 'rules' | 'conversation' | 'now' | 'page' | 'request' | 'further' | 'prompt';
  text: string;
}

export interface PromptSections {
  /** In order. `further` holds lookups and repaired answers. */
  parts: PromptSection[];
  /** What was omitted from the page for lack of room, in the prompt's own words. */
  omitted: string | null;
}

const SEPARATOR = '\n\n';

/** A prompt in another format becomes a single section. */
export function splitPrompt({ request }: RecordedPrompt): PromptSections {
  if ('prompt' in request) return asSingleSection(request.prompt);
  const [rules, asked, ...further] = request.messages;
  const user = asked && splitUserMessage(messageText(asked));
  if (rules?.role !== 'system' || !user) return asSingleSection(request.messages.map(messageText).join('\n'));
  return {
    parts: [
      { name: 'rules', text: messageText(rules) },
      ...user.parts,
      ...(further.length > 0
        ? [{ name: 'further' as const, text: further.map(messageText).join('\n') }]
        : []),
    ],
    omitted: user.omitted,
  };
}

const asSingleSection = (text: string): PromptSections => ({
  parts: [{ name: 'prompt', text }],
  omitted: null,
});

/** Page text cannot fake a boundary: the marker is secret, and every utterance is on one line. */
function splitUserMessage(text: string): PromptSections | null {
  const marker = /^Session marker: (\w+)\./.exec(text)?.[1];
  if (marker === undefined) return null;
  const close = `\n${marker} page>>${SEPARATOR}`;
  const now = text.indexOf(`${SEPARATOR}# Now`);
  const page = text.indexOf(`${SEPARATOR}<<page ${marker}\n`, now);
  const end = text.indexOf(close, page);
  if (now < 0 || page < 0 || end < 0) return null;
  const afterPage = end + close.length;
  const shown = text.slice(page + SEPARATOR.length, afterPage - SEPARATOR.length);
  return {
    parts: [
      { name: 'conversation', text: text.slice(0, now) },
      { name: 'now', text: text.slice(now + SEPARATOR.length, page) },
      { name: 'page', text: shown },
      { name: 'request', text: text.slice(afterPage) },
    ],
    omitted: /^\(left out: (.+); more, /.exec(shown.split('\n').at(-2) ?? '')?.[1] ?? null,
  };
}

/** The text of a message; pictures are not counted. */
export function messageText({ content }: PromptMessage): string {
  return typeof content === 'string'
    ? content
    : content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
