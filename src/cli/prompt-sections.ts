/** Splits a recorded prompt of the `chat` navigator into the sections from which `prompt/` built it. */
import type { PromptMessage, RecordedPrompt } from '../demonstration/index.js';

export interface PromptSection {
  name: 'rules' | 'conversation' | 'now' | 'page' | 'request' | 'further' | 'prompt';
  text: string;
}

export interface PromptSections {
  /** Sections in the prompt's order. `further` contains the messages about lookups and rejected answers. */
  sections: PromptSection[];
  /** What was omitted from the page for lack of space, in the words of the prompt. */
  omitted: string | null;
}

const SEPARATOR = '\n\n';

/** Splits a prompt. If it is not in the format of `chat`, the whole prompt becomes a single section. */
export function splitPrompt({ request }: RecordedPrompt): PromptSections {
  if ('prompt' in request) return toSingleSection(request.prompt);
  const [rules, userMessage, ...further] = request.messages;
  const userSections = userMessage && splitUserMessage(getMessageText(userMessage));
  if (rules?.role !== 'system' || !userSections)
    return toSingleSection(request.messages.map(getMessageText).join('\n'));
  return {
    sections: [
      { name: 'rules', text: getMessageText(rules) },
      ...userSections.sections,
      ...(further.length > 0
        ? [{ name: 'further' as const, text: further.map(getMessageText).join('\n') }]
        : []),
    ],
    omitted: userSections.omitted,
  };
}

const toSingleSection = (text: string): PromptSections => ({
  sections: [{ name: 'prompt', text }],
  omitted: null,
});

/**
 * Splits the text at the session marker. Neither a page nor an utterance can imitate the marker: the marker is secret,
 * and every utterance is on one line.
 */
function splitUserMessage(text: string): PromptSections | null {
  const marker = /^Session marker: (\w+)\./.exec(text)?.[1];
  if (marker === undefined) return null;
  const pageEnd = `\n${marker} page>>${SEPARATOR}`;
  const nowIndex = text.indexOf(`${SEPARATOR}# Now`);
  const pageIndex = text.indexOf(`${SEPARATOR}<<page ${marker}\n`, nowIndex);
  const pageEndIndex = text.indexOf(pageEnd, pageIndex);
  if (nowIndex < 0 || pageIndex < 0 || pageEndIndex < 0) return null;
  const afterPage = pageEndIndex + pageEnd.length;
  const pageText = text.slice(pageIndex + SEPARATOR.length, afterPage - SEPARATOR.length);
  return {
    sections: [
      { name: 'conversation', text: text.slice(0, nowIndex) },
      { name: 'now', text: text.slice(nowIndex + SEPARATOR.length, pageIndex) },
      { name: 'page', text: pageText },
      { name: 'request', text: text.slice(afterPage) },
    ],
    omitted: /^\(left out: (.+); more, /.exec(pageText.split('\n').at(-2) ?? '')?.[1] ?? null,
  };
}

/** Returns the text of a message, without images. */
export function getMessageText({ content }: PromptMessage): string {
  return typeof content === 'string'
    ? content
    : content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
