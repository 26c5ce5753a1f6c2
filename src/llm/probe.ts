/** Tests what a configured model can do, for `parley doctor`, and stores the result for later runs. */
import type { Redactor } from '../secrets/index.js';
import { fetchServerFacts, type ServerFacts } from './server-facts.js';
import type { ServerKnowledge, KnowledgeStore } from './knowledge.js';
import { createModel, type Model } from './model.js';
import { findPrice } from './money/prices.js';
import { toServerId, type ModelSettings } from './settings.js';
import { createTransport } from './transport.js';
import type { ModelResult, ChatRequest, ModelFailure } from './types.js';

export interface ProbeResult {
  state: 'ok' | 'problem' | 'note';
  sentence: string;
  next?: string;
  knowledge: ServerKnowledge;
  facts: ServerFacts;
}

const TEXT_QUESTION: ChatRequest = {
  kind: 'chat',
  messages: [
    { role: 'user', content: 'This is a test of the connection. Answer with the JSON {"ok": true}.' },
  ],
  maxTokens: 256,
  answerShape: {
    name: 'connection',
    schema: {
      type: 'object',
      properties: { ok: { type: 'boolean' } },
      required: ['ok'],
      additionalProperties: false,
    },
  },
};

/** 32 by 32 red pixels; some models reject smaller images. */
const RED_SQUARE_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAAJ0lEQVR42u3NsQkAAAjAsP7/tF7hIASyp6lTCQQCgUAgEAgEgi/BAjLD/C5w/SM9AAAAAElFTkSuQmCC';

const IMAGE_QUESTION: ChatRequest = {
  kind: 'chat',
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'This is a test of the connection. Which colour is this? One word.' },
        {
          type: 'image',
          mediaType: 'image/png',
          data: new Uint8Array(Buffer.from(RED_SQUARE_PNG, 'base64')),
        },
      ],
    },
  ],
  maxTokens: 256,
};

export interface ProbeDependencies {
  redactor: Redactor;
  knowledgeStore: KnowledgeStore;
  env?: Readonly<Record<string, string | undefined>>;
}

/** Makes two requests of a few dozen tokens each. */
export async function probeServer(
  settings: ModelSettings,
  { redactor, knowledgeStore, env = process.env }: ProbeDependencies,
  signal: AbortSignal,
): Promise<ProbeResult> {
  const transport = await createTransport(env);
  let facts: ServerFacts;
  try {
    facts = await fetchServerFacts(settings, transport.fetch, signal);
  } finally {
    await transport.close();
  }
  const startMs = settings.limits.probeStartMs;
  const limits = { ...settings.limits, startMs, totalMs: 2 * startMs, maxRetries: 0 };
  // Ignores earlier knowledge, because servers get updates.
  const model = createModel({ ...settings, limits }, { redactor, env });
  try {
    const textResult = await model.ask(TEXT_QUESTION, { signal, purpose: 'doctor', onText: () => undefined });
    const hasAnswered = textResult.ok || ANSWERED_FAILURES.has(textResult.kind);
    if (hasAnswered && facts.images === null) await model.ask(IMAGE_QUESTION, { signal, purpose: 'doctor' });
    const learnedKnowledge = model.getKnowledge();
    const knowledge: ServerKnowledge = {
      ...learnedKnowledge,
      stream: learnedKnowledge.stream ?? (hasAnswered ? true : null),
      images: facts.images ?? learnedKnowledge.images,
      contextTokens: facts.contextTokens,
    };
    if (hasAnswered) knowledgeStore.set(toServerId(settings), knowledge);
    return { ...describeProbe(textResult, hasAnswered, model, knowledge, facts), knowledge, facts };
  } finally {
    await model.close();
  }
}

/** Failures that prove that server and model are reachable. */
const ANSWERED_FAILURES = new Set<ModelFailure['kind']>(['empty', 'refused', 'not-json', 'cut-short']);

function describeProbe(
  textResult: ModelResult,
  hasAnswered: boolean,
  { settings }: Model,
  knowledge: ServerKnowledge,
  facts: ServerFacts,
): Pick<ProbeResult, 'state' | 'sentence' | 'next'> {
  const server = `${settings.model} at ${settings.baseUrl}${facts.server ? ` (${facts.server})` : ''}`;
  if (!textResult.ok && textResult.kind === 'timeout')
    return {
      state: 'note',
      sentence: `${server} has not answered within ${settings.limits.startMs / 1000} s`,
      next: 'It may still be loading, or a person may be answering; a conversation waits longer (--model-timeout).',
    };
  if (!textResult.ok && !hasAnswered) {
    const availableModels =
      textResult.kind === 'model' && facts.models.length > 0 ? ` It has: ${formatNames(facts.models)}.` : '';
    return { state: 'problem', sentence: textResult.sentence, next: `${textResult.next}${availableModels}` };
  }
  const price = settings.price ?? findPrice(settings.model, settings.baseUrl);
  const jsonModeNames = {
    json_schema: 'JSON by schema',
    json_object: 'JSON without schema',
    text: 'JSON only as text',
  };
  const capabilities = [
    jsonModeNames[knowledge.json],
    knowledge.images === null ? 'images unknown' : knowledge.images ? 'images' : 'no images',
    knowledge.stream === false ? 'no streaming' : 'streaming',
    knowledge.contextTokens === null ? 'context unknown' : `${knowledge.contextTokens} tokens of context`,
    price === null ? 'price unknown' : `$${price.input} / $${price.output} per million tokens`,
  ].join(', ');
  if (textResult.ok) return { state: 'ok', sentence: `${server}: ${capabilities}` };
  return {
    state: 'note',
    sentence: `${server}: ${capabilities}; but a simple question failed: ${textResult.sentence}`,
    next: textResult.next,
  };
}

function formatNames(names: string[]): string {
  const firstNames = names.slice(0, 8).join(', ');
  return names.length > 8 ? `${firstNames} and ${names.length - 8} more` : firstNames;
}
