/** What a model was asked for a decision, as lines for people and as one object. */
import { formatAct } from '../action/index.js';
import type { PromptMessage, RecordedPrompt } from '../demonstration/index.js';
import { plainText } from '../instructor/index.js';
import type { Tokenizer } from '../prompt/index.js';
import { partsOf, textOf } from './chat-prompt-parts.js';
import type { SentPrompts } from './sent-prompts.js';

/** @param tokenizer counts; the server's own counts are in the record as far as it told */
export function sentPromptJson({ turn, turns, calls }: SentPrompts, tokenizer: Tokenizer): object {
  return {
    turn,
    turns,
    navigator: 'chat',
    tokenizer: { name: tokenizer.name, exact: tokenizer.exact },
    calls: calls.map((call) => {
      const { parts, leftOut } = partsOf(call);
      return {
        ...call,
        parts: parts.map(({ name, text }) => ({ name, tokens: tokenizer.count(text) })),
        leftOut,
      };
    }),
  };
}

export function sentPromptLines(sent: SentPrompts, tokenizer: Tokenizer): string[] {
  const { turn, turns, deed, calls } = sent;
  const what =
    deed === null
      ? 'still to come'
      : deed.type === 'action'
        ? formatAct(deed.action, deed.target, deed.drop)
        : said(deed);
  const asked = calls[0].turn === turn ? '' : `; decided with turn ${calls[0].turn}`;
  return [
    `Turn ${turn} of ${turns}: ${what}${asked}; ${calls.length === 1 ? '1 request' : `${calls.length} requests`}`,
    `Tokens: ${tokenizer.exact ? `by ${tokenizer.name}` : 'estimated; --tokenizer counts as the model does'}`,
    ...calls.flatMap((call, i) => [
      `=== Request ${i + 1} of ${calls.length}`,
      ...counts(call, tokenizer),
      ...body(call, calls[i - 1] ?? null, i),
      ...answer(call),
    ]),
  ].map(plainText);
}

const said = ({ speaker, text }: { speaker: string; text: string }): string =>
  `${speaker} says “${text.replace(/\s+/g, ' ')}”`;

function counts(call: RecordedPrompt, tokenizer: Tokenizer): string[] {
  const { parts, leftOut } = partsOf(call);
  const lines = parts.map(({ name, text }) => countLine(name, tokenizer.count(text)));
  const { usage, request } = call;
  const server = usage && !usage.estimated ? `; the server counted ${usage.promptTokens}` : '';
  return [
    ...lines,
    `${countLine(
      'in all',
      parts.reduce((sum, { text }) => sum + tokenizer.count(text), 0),
    )}${server}`,
    `Answer: at most ${request.maxTokens} tokens${usage ? `; ${usage.answerTokens} came` : ''}`,
    ...(leftOut === null ? [] : [`Left out of the page: ${leftOut}`]),
  ];
}

const countLine = (name: string, tokens: number): string =>
  `  ${name.padEnd(13)}${String(tokens).padStart(6)}`;

/** What it has in common with the request before is not said again. */
function body({ request }: RecordedPrompt, before: RecordedPrompt | null, index: number): string[] {
  if ('prompt' in request) return ['--- text', request.prompt];
  const { messages } = request;
  const known = before && 'messages' in before.request ? before.request.messages : [];
  const same = known.findIndex((message, i) => !isSame(message, messages[i]));
  const repeated = same < 0 ? known.length : same;
  return [
    ...(repeated > 0
      ? [`--- the first ${repeated} messages are those of request ${index}, to the letter`]
      : []),
    ...messages.slice(repeated).flatMap((message) => [`--- ${message.role}`, ...contentLines(message)]),
  ];
}

const isSame = (one: PromptMessage, other: PromptMessage | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

function contentLines(message: PromptMessage): string[] {
  const { content } = message;
  const pictures = typeof content === 'string' ? [] : content.filter((part) => part.type === 'image');
  return [
    textOf(message),
    ...pictures.map(
      ({ mediaType, bytes, sha256 }) => `(a picture: ${mediaType}, ${bytes} bytes, sha256 ${sha256})`,
    ),
  ];
}

function answer({ answer: came, attempts }: RecordedPrompt): string[] {
  if (came.ok) return ['--- answer', came.text];
  return [
    `--- ${attempts === 0 ? 'never sent' : 'no answer that can be used'} (${came.kind})`,
    came.sentence,
    ...(came.text ? [came.text] : []),
  ];
}
