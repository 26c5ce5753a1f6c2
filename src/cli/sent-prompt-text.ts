/** Formats the prompts of a decision as text and as JSON. */
import { formatAction } from '../action/index.js';
import type { PromptMessage, RecordedPrompt } from '../demonstration/index.js';
import { stripTerminalControls } from '../text/index.js';
import type { PromptTokenizer } from '../prompt/index.js';
import { splitPrompt, getMessageText } from './prompt-sections.js';
import type { SentPrompts } from './sent-prompts.js';

/**
 * @param tokenizer counts tokens, in addition to the server's counts, which the record contains if the server reported
 * any
 */
export function toPromptJson(
  { navigator, turn, turnCount: turns, calls }: SentPrompts,
  tokenizer: PromptTokenizer,
): object {
  return {
    turn,
    turns,
    navigator,
    tokenizer: { name: tokenizer.name, exact: tokenizer.exact },
    calls: calls.map((call) => {
      const { sections, omitted } = splitPrompt(call);
      return {
        ...call,
        parts: sections.map(({ name, text }) => ({ name, tokens: tokenizer.count(text) })),
        omitted,
      };
    }),
  };
}

export function formatSentPrompts(sentPrompts: SentPrompts, tokenizer: PromptTokenizer): string[] {
  const { turn, turnCount: turns, event, calls } = sentPrompts;
  const turnDescription =
    event === null
      ? 'not decided yet'
      : event.type === 'action'
        ? formatAction(event.action, event.target, event.drop)
        : formatUtterance(event);
  const decisionNote = calls[0].turn === turn ? '' : `; decided with turn ${calls[0].turn}`;
  return [
    `Turn ${turn} of ${turns}: ${turnDescription}${decisionNote}; ${calls.length === 1 ? '1 request' : `${calls.length} requests`}`,
    `Tokens: ${tokenizer.exact ? `counted by ${tokenizer.name}` : 'estimated; use --tokenizer for the model’s exact counts'}`,
    ...calls.flatMap((call, i) => [
      `=== Request ${i + 1} of ${calls.length}`,
      ...formatCounts(call, tokenizer),
      ...formatRequest(call, calls[i - 1] ?? null, i),
      ...formatAnswer(call),
    ]),
  ].map(stripTerminalControls);
}

const formatUtterance = ({ speaker, text }: { speaker: string; text: string }): string =>
  `${speaker} says “${text.replace(/\s+/g, ' ')}”`;

function formatCounts(call: RecordedPrompt, tokenizer: PromptTokenizer): string[] {
  const { sections, omitted } = splitPrompt(call);
  const lines = sections.map(({ name, text }) => formatCount(name, tokenizer.count(text)));
  const { usage, request } = call;
  const serverCount = usage && !usage.estimated ? `; the server counted ${usage.promptTokens}` : '';
  return [
    ...lines,
    `${formatCount(
      'total',
      sections.reduce((sum, { text }) => sum + tokenizer.count(text), 0),
    )}${serverCount}`,
    `Answer: at most ${request.maxTokens} tokens${usage ? `; received ${usage.answerTokens}` : ''}`,
    ...(omitted === null ? [] : [`Left out of the page: ${omitted}`]),
  ];
}

const formatCount = (name: string, tokens: number): string =>
  `  ${name.padEnd(13)}${String(tokens).padStart(6)}`;

/** Formats a request without the messages that it shares with the previous request. */
function formatRequest(
  { request }: RecordedPrompt,
  previous: RecordedPrompt | null,
  index: number,
): string[] {
  if ('prompt' in request) return ['--- text', request.prompt];
  const { messages } = request;
  const earlierMessages = previous && 'messages' in previous.request ? previous.request.messages : [];
  const firstDifference = earlierMessages.findIndex((message, i) => !isSameMessage(message, messages[i]));
  const repeatedCount = firstDifference < 0 ? earlierMessages.length : firstDifference;
  return [
    ...(repeatedCount > 0
      ? [`--- the first ${repeatedCount} messages are identical to those of request ${index}`]
      : []),
    ...messages.slice(repeatedCount).flatMap((message) => [`--- ${message.role}`, ...formatMessage(message)]),
  ];
}

const isSameMessage = (message: PromptMessage, other: PromptMessage | undefined): boolean =>
  JSON.stringify(message) === JSON.stringify(other);

function formatMessage(message: PromptMessage): string[] {
  const { content } = message;
  const images = typeof content === 'string' ? [] : content.filter((part) => part.type === 'image');
  return [
    getMessageText(message),
    ...images.map(
      ({ mediaType, bytes, sha256 }) => `(a picture: ${mediaType}, ${bytes} bytes, sha256 ${sha256})`,
    ),
  ];
}

function formatAnswer({ answer: result, attempts }: RecordedPrompt): string[] {
  if (result.ok) return ['--- answer', result.text];
  return [
    `--- ${attempts === 0 ? 'never sent' : 'no usable answer'} (${result.kind})`,
    result.sentence,
    ...(result.text ? [result.text] : []),
  ];
}
