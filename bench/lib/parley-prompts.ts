/**
 * Captures the prompts that Parley's navigators send for one instruction on one page. The navigators are the real ones,
 * but their model only records the request and returns an error.
 */
import type { Inspector, Observation, RankedCandidate, State, TextBlock } from '../../src/contract/index.js';
import {
  normaliseBaseUrl,
  createModel,
  DEFAULT_MODEL_LIMITS,
  type Model,
  type ModelRequest,
  type ModelFailure,
} from '../../src/llm/index.js';
import { createChatNavigator, createWeblinxNavigator } from '../../src/navigator/index.js';
import {
  comparePages,
  type CountTokens,
  ESTIMATE,
  findFamily,
  formatPageEvents,
  numberElements,
  buildPageSection,
  type PageSection,
} from '../../src/prompt/index.js';
import { createRedactor } from '../../src/secrets/index.js';

/** A model whose tokenizer is bundled, so that token counts are exact. */
const MODEL = 'gpt-4o';

/** The chat navigator's limits. */
export const MAX_RANKED_CANDIDATES = 150;
export const MAX_PASSAGES = 40;
export const PAGE_SECTION_TOKEN_BUDGET = 6_000;

export interface RankedContent {
  ranked: RankedCandidate[];
  passages: TextBlock[];
}

const REFUSAL: ModelFailure = {
  ok: false,
  kind: 'refused',
  sentence: 'This model never answers.',
  next: '',
  raw: null,
  usage: null,
  attempts: 1,
};

/** Creates a model that counts tokens, records each request and sends nothing. */
export function createRecordingModel(): { model: Model; requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  const model = createModel(
    {
      provider: 'openai',
      model: MODEL,
      baseUrl: normaliseBaseUrl('openai', 'http://127.0.0.1:9'),
      key: null,
      keySource: '',
      headers: {},
      extraBody: {},
      limits: DEFAULT_MODEL_LIMITS,
      contextTokens: null,
      price: null,
    },
    { redactor: createRedactor(), env: {} },
  );
  const ask = async (request: ModelRequest): Promise<ModelFailure> => {
    requests.push(request);
    return REFUSAL;
  };
  return { model: { ...model, ask }, requests };
}

const formatRequest = (request: ModelRequest): string =>
  request.kind === 'completion'
    ? request.prompt
    : request.messages
        .map(({ content }) =>
          typeof content === 'string'
            ? content
            : content.map((part) => (part.type === 'text' ? part.text : '')).join('\n'),
        )
        .join('\n');

/** Builds the page section the way the chat navigator does for the first instruction of a session. */
export function buildFirstPageSection(
  observation: Observation,
  { ranked, passages }: RankedContent,
  budget: number,
  countTokens: CountTokens,
) {
  const numbers = numberElements(observation.candidates);
  const { lines, newContent } = comparePages(null, observation, numbers);
  const changes = [...formatPageEvents(observation), ...lines];
  const section: PageSection = buildPageSection(
    { observation, numbers, ranked, passages, changes, newContent },
    budget,
    countTokens,
  );
  return { section, numbers };
}

interface CapturedPrompt {
  text: string;
  /** Includes message separators and the answer format. */
  tokens: number;
}

export interface CapturedPrompts {
  pageSection: string;
  chatPrompt: CapturedPrompt;
  weblinxPrompt: CapturedPrompt;
}

/**
 * Captures the prompts of the chat and WebLINX navigators.
 * @throws if the chat prompt does not contain the page section that `buildFirstPageSection` builds
 */
export async function capturePrompts(
  observation: Observation,
  goal: string,
  content: RankedContent,
  countTokens: CountTokens,
): Promise<CapturedPrompts> {
  const { model, requests } = createRecordingModel();
  const signal = new AbortController().signal;
  const exchange: State['exchange'] = {
    turns: [{ index: 0, speaker: 'instructor', type: 'say', text: goal }],
  };
  const state = { observation, exchange };
  const inspector: Inspector = {
    takeNumberedScreenshot: async () => null,
    rank: async (_, k) => content.ranked.slice(0, k),
    rankPassages: async (_, k) => content.passages.slice(0, k).map((block) => ({ block, score: 0 })),
    find: async () => ({ candidates: [], blocks: [], total: 0 }),
    read: async () => null,
    findCovered: async () => new Map(),
    readDownload: async () => ({ status: 'unreadable', reason: 'There is no such download.' }),
  };
  const chat = createChatNavigator({
    model,
    seed: 'bench',
    screenshotUse: 'never',
    pageTokens: null,
    today: '2026-11-21',
  });
  await chat.decide(state, inspector, signal);
  const weblinx = createWeblinxNavigator({
    model,
    family: findFamily('llama')!,
    shape: 'browser',
    tokenizer: ESTIMATE,
    template: null,
    listRecordedTurns: () => [{ type: 'chat', timestamp: 0, speaker: 'instructor', utterance: goal }],
    isPaperRanker: false,
  });
  await weblinx.decide(state, inspector, signal);
  const [chatRequest, weblinxRequest] = requests;
  if (!chatRequest || !weblinxRequest) throw new Error('A navigator did not call its model.');
  const pageSection = buildFirstPageSection(
    observation,
    content,
    PAGE_SECTION_TOKEN_BUDGET,
    countTokens,
  ).section.lines.join('\n');
  if (!formatRequest(chatRequest).includes(`\n${pageSection}\n`))
    throw new Error('The chat prompt does not contain the page section that buildFirstPageSection built.');
  const toCapturedPrompt = async (request: ModelRequest): Promise<CapturedPrompt> => ({
    text: formatRequest(request),
    tokens: (await model.countTokens(request)).tokens,
  });
  return {
    pageSection,
    chatPrompt: await toCapturedPrompt(chatRequest),
    weblinxPrompt: await toCapturedPrompt(weblinxRequest),
  };
}
