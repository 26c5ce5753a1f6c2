/** Anthropic's Messages API. It sends no sampling parameters: the API has none since 2026-10-21. */
import { TEXT_PARTS, type ServerKnowledge } from '../knowledge.js';
import type { ModelSettings } from '../settings.js';
import type { ChatRequest, Message, ModelRequest, MessagePart, Usage } from '../types.js';
import { readServerSentEvents } from './sse.js';
import { toParts, addShapeInstruction } from './shape-instruction.js';
import { toCount, toRecord, ServerError, type ParsedAnswer, type SendOptions, type Wire } from './wire.js';

type Block = Record<string, unknown>;

function toBlock(item: MessagePart): Block | null {
  // The API rejects empty texts.
  if (item.type === 'text') return item.text === '' ? null : { type: 'text', text: item.text };
  const data = Buffer.from(item.data).toString('base64');
  return { type: 'image', source: { type: 'base64', media_type: item.mediaType, data } };
}

function toBlocks({ content, cacheable }: Message): Block[] {
  const blocks = toParts(content)
    .map(toBlock)
    .filter((item) => item !== null);
  const lastBlock = blocks.at(-1);
  if (cacheable && lastBlock) lastBlock.cache_control = { type: 'ephemeral' };
  return blocks;
}

/** Some gateways forward to servers that accept plain text only. */
function toPlainText(blocks: readonly Block[]): string | readonly Block[] {
  return blocks.every(({ type }) => type === 'text')
    ? blocks.map(({ text }) => String(text)).join('\n\n')
    : blocks;
}

function buildBody(
  request: ModelRequest,
  settings: ModelSettings,
  knowledge: ServerKnowledge,
  stream: boolean,
): Record<string, unknown> {
  const { messages: originalMessages, answerShape, stop, maxTokens, extra } = request as ChatRequest;
  const allMessages =
    answerShape && knowledge.json !== 'json_schema'
      ? addShapeInstruction(originalMessages, answerShape)
      : originalMessages;
  const toContent = knowledge.refuses.includes(TEXT_PARTS)
    ? toPlainText
    : (blocks: readonly Block[]) => blocks;
  const system = allMessages.filter(({ role }) => role === 'system').flatMap(toBlocks);
  const messages = allMessages
    .filter(({ role }) => role !== 'system')
    .map((message) => ({ role: message.role, content: toContent(toBlocks(message)) }));
  const format =
    answerShape && knowledge.json === 'json_schema'
      ? { type: 'json_schema', schema: answerShape.schema }
      : null;
  return {
    model: settings.model,
    max_tokens: maxTokens,
    ...(system.length ? { system: toContent(system) } : {}),
    messages,
    ...(stop?.length ? { stop_sequences: stop } : {}),
    ...(format ? { output_config: { format } } : {}),
    ...(stream ? { stream: true } : {}),
    ...settings.extraBody,
    ...extra,
  };
}

async function createClient({ settings, fetch }: Pick<SendOptions, 'settings' | 'fetch'>) {
  const { default: Anthropic } = await import('@anthropic-ai/sdk');
  return {
    sdk: Anthropic,
    client: new Anthropic({
      baseURL: settings.baseUrl,
      // Always set, so that the SDK does not look for credentials in the environment.
      apiKey: settings.key ?? 'none',
      defaultHeaders: { ...settings.headers },
      maxRetries: 0,
      timeout: Math.min(settings.limits.totalMs + 60_000, 2 ** 31 - 1),
      // Its debug log prints prompts.
      logLevel: 'off',
      fetch,
    }),
  };
}

async function send(_path: string, body: Record<string, unknown>, options: SendOptions): Promise<Response> {
  const { sdk, client } = await createClient(options);
  try {
    return await client.messages.create(body as never, { signal: options.signal }).asResponse();
  } catch (error) {
    if (error instanceof sdk.APIError && error.status !== undefined)
      throw new ServerError(error.status, error.error ?? error.message, error.headers ?? null);
    throw error;
  }
}

const FINISH_REASONS: Record<string, ParsedAnswer['finish']> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'stop',
  pause_turn: 'stop',
  max_tokens: 'length',
  refusal: 'refused',
  model_context_window_exceeded: 'context',
};

function parseFinishReason(reason: unknown): ParsedAnswer['finish'] {
  return typeof reason === 'string' && reason !== '' ? (FINISH_REASONS[reason] ?? 'stop') : 'unknown';
}

/** Anthropic's `input_tokens` exclude the cached part. */
function parseUsage(value: unknown): Usage | null {
  const usage = toRecord(value);
  if (!usage || typeof usage.input_tokens !== 'number') return null;
  const cachedTokens = toCount(usage.cache_read_input_tokens);
  const cacheWriteTokens = toCount(usage.cache_creation_input_tokens);
  return {
    promptTokens: toCount(usage.input_tokens) + cachedTokens + cacheWriteTokens,
    answerTokens: toCount(usage.output_tokens),
    cachedTokens,
    cacheWriteTokens,
    thinkingTokens: 0,
    estimated: false,
  };
}

const findProducedInstead = (type: unknown): ParsedAnswer['producedInstead'] =>
  type === 'tool_use' ? 'a tool call' : type === 'thinking' ? 'thoughts' : null;

function parseAnswer(answer: unknown): ParsedAnswer | null {
  const outer = toRecord(answer);
  if (!outer || !Array.isArray(outer.content)) return null;
  const blocks = outer.content.map(toRecord);
  const reason = parseFinishReason(outer.stop_reason);
  const replacements = blocks.map((item) => findProducedInstead(item?.type)).filter((item) => item !== null);
  return {
    text: blocks.map((item) => (item?.type === 'text' ? String(item.text ?? '') : '')).join(''),
    finish: reason === 'unknown' ? 'stop' : reason,
    refusal: null,
    producedInstead: replacements[0] ?? null,
    usage: parseUsage(outer.usage),
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
  let usageFields: Record<string, unknown> = {};
  for await (const { event: name = '', data } of readServerSentEvents(response, signal)) {
    if (name === 'error') throw new ServerError(null, parseJsonOrText(data), null);
    if (!/^(message|content_block)_/.test(name)) continue;
    const event = toRecord(JSON.parse(data));
    const delta = toRecord(event?.delta);
    // The first event counts the prompt; the last events add and correct counts.
    usageFields = { ...usageFields, ...toRecord(toRecord(event?.message)?.usage), ...toRecord(event?.usage) };
    answer.producedInstead ??= findProducedInstead(toRecord(event?.content_block)?.type);
    const reason = parseFinishReason(delta?.stop_reason);
    if (reason !== 'unknown') answer.finish = reason;
    if (delta?.type !== 'text_delta' || typeof delta.text !== 'string') continue;
    answer.text += delta.text;
    onText(delta.text);
  }
  return { ...answer, usage: parseUsage(usageFields) };
}

function parseJsonOrText(data: string): unknown {
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return data;
  }
}

export const anthropicWire: Wire = {
  getPath: () => '/v1/messages',
  buildBody,
  send,
  parseAnswer,
  parseStream,
};
