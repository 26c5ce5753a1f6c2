/** OpenAI's chat completions, which most servers support, and plain completions. */
import type { ServerKnowledge } from '../knowledge.js';
import type { ModelSettings } from '../settings.js';
import type { ChatRequest, Likelihood, Message, ModelRequest, MessagePart, Usage } from '../types.js';
import { readServerSentEvents } from './sse.js';
import { mergeSystemMessages, addShapeInstruction } from './shape-instruction.js';
import { toCount, toRecord, ServerError, type ParsedAnswer, type SendOptions, type Wire } from './wire.js';

function toPart(item: MessagePart): Record<string, unknown> {
  if (item.type === 'text') return { type: 'text', text: item.text };
  const url = `data:${item.mediaType};base64,${Buffer.from(item.data).toString('base64')}`;
  return { type: 'image_url', image_url: item.detail ? { url, detail: item.detail } : { url } };
}

function toMessage({ role, content }: Message): Record<string, unknown> {
  return { role, content: typeof content === 'string' ? content : content.map(toPart) };
}

function buildChat(request: ChatRequest, knowledge: ServerKnowledge): Record<string, unknown> {
  const { answerShape } = request;
  let messages = request.messages;
  if (answerShape && knowledge.json !== 'json_schema') messages = addShapeInstruction(messages, answerShape);
  if (knowledge.refuses.includes('system')) messages = mergeSystemMessages(messages);
  const format =
    answerShape && knowledge.json === 'json_schema'
      ? {
          type: 'json_schema',
          json_schema: { name: answerShape.name, strict: true, schema: answerShape.schema },
        }
      : answerShape && knowledge.json === 'json_object'
        ? { type: 'json_object' }
        : undefined;
  return { messages: messages.map(toMessage), ...(format ? { response_format: format } : {}) };
}

function buildBody(
  request: ModelRequest,
  settings: ModelSettings,
  knowledge: ServerKnowledge,
  stream: boolean,
): Record<string, unknown> {
  const isAccepted = (field: string): boolean => !knowledge.refuses.includes(field);
  const { temperature, topP, seed, stop, logprobs, maxTokens, extra } = request;
  const limitField = request.kind === 'completion' ? 'max_tokens' : knowledge.limit;
  return {
    model: settings.model,
    ...(request.kind === 'chat' ? buildChat(request, knowledge) : { prompt: request.prompt }),
    [limitField]: maxTokens,
    ...(temperature !== undefined && isAccepted('temperature') ? { temperature } : {}),
    ...(topP !== undefined && isAccepted('top_p') ? { top_p: topP } : {}),
    ...(seed !== undefined && isAccepted('seed') ? { seed } : {}),
    ...(stop?.length && isAccepted('stop') ? { stop } : {}),
    // For plain completions the field is the number of alternatives per token.
    ...(logprobs && isAccepted('logprobs') ? { logprobs: request.kind === 'chat' ? true : 1 } : {}),
    ...(stream ? { stream: true } : {}),
    // Without it, streams report no usage.
    ...(stream && isAccepted('stream_options') ? { stream_options: { include_usage: true } } : {}),
    ...settings.extraBody,
    ...extra,
  };
}

async function createClient({ settings, fetch }: Pick<SendOptions, 'settings' | 'fetch'>) {
  const { default: OpenAI } = await import('openai');
  return {
    sdk: OpenAI,
    client: new OpenAI({
      baseURL: settings.baseUrl,
      apiKey: settings.key ?? 'none',
      // The SDK would read these from the environment and send them to any server.
      organization: null,
      project: null,
      adminAPIKey: null,
      defaultHeaders: { ...settings.headers },
      // `model.ts` retries, so that waits can be reported; `transport.ts` enforces time limits.
      maxRetries: 0,
      timeout: Math.min(settings.limits.totalMs + 60_000, 2 ** 31 - 1),
      logLevel: 'off',
      fetch,
    }),
  };
}

async function send(path: string, body: Record<string, unknown>, options: SendOptions): Promise<Response> {
  const { signal } = options;
  const { sdk, client } = await createClient(options);
  try {
    return path === '/completions'
      ? await client.completions.create(body as never, { signal }).asResponse()
      : await client.chat.completions.create(body as never, { signal }).asResponse();
  } catch (error) {
    if (error instanceof sdk.APIError && error.status !== undefined)
      throw new ServerError(error.status, error.error ?? error.message, error.headers ?? null);
    throw error;
  }
}

interface Choice {
  text?: unknown;
  finish_reason?: unknown;
  message?: unknown;
  delta?: unknown;
  logprobs?: unknown;
}

const FINISH_REASONS: Record<string, ParsedAnswer['finish']> = {
  stop: 'stop',
  eos: 'stop',
  eos_token: 'stop',
  stop_sequence: 'stop',
  tool_calls: 'stop',
  function_call: 'stop',
  length: 'length',
  max_tokens: 'length',
  content_filter: 'refused',
};

function parseFinishReason(reason: unknown): ParsedAnswer['finish'] {
  return typeof reason === 'string' && reason !== '' ? (FINISH_REASONS[reason] ?? 'stop') : 'unknown';
}

/** Returns the text of `content`: a string, or the list of parts that some gateways send. */
function getText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((item) => (typeof toRecord(item)?.text === 'string' ? String(toRecord(item)!.text) : ''))
    .join('');
}

function parseUsage(value: unknown): Usage | null {
  const usage = toRecord(value);
  if (!usage || typeof usage.prompt_tokens !== 'number') return null;
  const prompt = toRecord(usage.prompt_tokens_details);
  const answer = toRecord(usage.completion_tokens_details);
  return {
    promptTokens: toCount(usage.prompt_tokens),
    answerTokens: toCount(usage.completion_tokens),
    cachedTokens: toCount(prompt?.cached_tokens),
    cacheWriteTokens: toCount(prompt?.cache_write_tokens),
    thinkingTokens: toCount(answer?.reasoning_tokens),
    estimated: false,
  };
}

/** Sums the log probabilities: `content[].logprob` of chat answers, `token_logprobs` of plain completions. */
function computeLikelihood(logprobs: unknown): Likelihood | null {
  const source = toRecord(logprobs);
  const content = Array.isArray(source?.content)
    ? source.content.map((token) => toRecord(token)?.logprob)
    : null;
  const logprobValues: unknown[] | null =
    content ?? (Array.isArray(source?.token_logprobs) ? source.token_logprobs : null);
  const finiteLogprobs =
    logprobValues?.filter((value): value is number => typeof value === 'number' && Number.isFinite(value)) ??
    [];
  if (finiteLogprobs.length === 0) return null;
  return {
    logLikelihood: finiteLogprobs.reduce((sum, value) => sum + value, 0),
    tokens: finiteLogprobs.length,
  };
}

function findProducedInstead(message: Record<string, unknown> | null): ParsedAnswer['producedInstead'] {
  if (Array.isArray(message?.tool_calls) && message.tool_calls.length > 0) return 'a tool call';
  return message?.reasoning_content || message?.reasoning ? 'thoughts' : null;
}

/** Whether it is a text, a list of parts, or nothing (as in an answer that only calls tools). */
const isContent = (content: unknown): boolean =>
  content === undefined || content === null || typeof content === 'string' || Array.isArray(content);

function parseAnswer(answer: unknown): ParsedAnswer | null {
  const outer = toRecord(answer);
  const choice = Array.isArray(outer?.choices) ? (toRecord(outer.choices[0]) as Choice | null) : null;
  if (!outer || !choice) return null;
  const message = toRecord(choice.message);
  if (!message && typeof choice.text !== 'string') return null;
  if (message && !isContent(message.content)) return null;
  const reason = parseFinishReason(choice.finish_reason);
  return {
    text: message ? getText(message.content) : String(choice.text),
    // An answer that was not streamed is complete even without a known finish reason.
    finish: reason === 'unknown' ? 'stop' : reason,
    refusal: typeof message?.refusal === 'string' && message.refusal !== '' ? message.refusal : null,
    producedInstead: findProducedInstead(message),
    usage: parseUsage(outer.usage),
    likelihood: computeLikelihood(choice.logprobs),
  };
}

async function parseStream(
  response: Response,
  signal: AbortSignal,
  onText: (piece: string) => void,
): Promise<ParsedAnswer> {
  const answer: ParsedAnswer = {
    text: '',
    finish: 'unknown',
    refusal: null,
    producedInstead: null,
    usage: null,
  };
  let isDone = false;
  for await (const { data } of readServerSentEvents(response, signal)) {
    // The rest of the stream is still read, so that a cassette stores it completely.
    isDone ||= data.startsWith('[DONE]');
    if (isDone) continue;
    const chunk = toRecord(JSON.parse(data));
    if (chunk?.error) throw new ServerError(null, chunk.error, null);
    answer.usage = parseUsage(chunk?.usage) ?? answer.usage;
    const choice = Array.isArray(chunk?.choices) ? (toRecord(chunk.choices[0]) as Choice | null) : null;
    if (!choice) continue;
    const delta = toRecord(choice.delta);
    const piece = delta ? getText(delta.content) : getText(choice.text);
    if (typeof delta?.refusal === 'string')
      answer.refusal = `${answer.refusal ?? ''}${delta.refusal}` || null;
    answer.producedInstead ??= findProducedInstead(delta);
    const reason = parseFinishReason(choice.finish_reason);
    if (reason !== 'unknown') answer.finish = reason;
    if (piece === '') continue;
    answer.text += piece;
    onText(piece);
  }
  return answer;
}

export const openaiWire: Wire = {
  getPath: (request) => (request.kind === 'completion' ? '/completions' : '/chat/completions'),
  buildBody,
  send,
  parseAnswer,
  parseStream,
};
