/**
 * What Parley's navigators send to a model for one line of the instructor on one page. The navigators are the real
 * ones; their model keeps the request and answers nothing.
 */
import type { Inspector, Observation, RankedCandidate, State, TextBlock } from '../../src/contract/index.js';
import {
  baseUrlOf,
  createModel,
  DEFAULT_MODEL_LIMITS,
  type Model,
  type ModelRequest,
  type Trouble,
} from '../../src/llm/index.js';
import { createChatNavigator, createWeblinxNavigator } from '../../src/navigator/index.js';
import {
  changesSince,
  type CountTokens,
  ESTIMATE,
  familyNamed,
  pageEventLines,
  numberElements,
  pagePart,
  type PagePart,
} from '../../src/prompt/index.js';
import { createRedactor } from '../../src/secrets/index.js';

/** Of which the tokenizer is here, so that counts are exact. */
const MODEL = 'gpt-4o';

/** What the chat navigator asks the inspector for. */
export const RANKED = 150;
export const PASSAGES = 40;
export const ROOM = 3_000;

export interface Found {
  ranked: RankedCandidate[];
  passages: TextBlock[];
}

const unanswered: Trouble = {
  ok: false,
  kind: 'refused',
  sentence: 'Nobody answers here.',
  next: '',
  raw: null,
  usage: null,
  attempts: 1,
};

/** Counts as the model would, sends nothing, and keeps what it was asked. */
export function silentModel(): { model: Model; asked: ModelRequest[] } {
  const asked: ModelRequest[] = [];
  const model = createModel(
    {
      provider: 'openai',
      model: MODEL,
      baseUrl: baseUrlOf('openai', 'http://127.0.0.1:9'),
      key: null,
      keyFrom: '',
      headers: {},
      extraBody: {},
      limits: DEFAULT_MODEL_LIMITS,
      contextTokens: null,
      price: null,
    },
    { redactor: createRedactor(), env: {} },
  );
  const ask = async (request: ModelRequest): Promise<Trouble> => {
    asked.push(request);
    return unanswered;
  };
  return { model: { ...model, ask }, asked };
}

const textOf = (request: ModelRequest): string =>
  request.kind === 'completion'
    ? request.prompt
    : request.messages
        .map(({ content }) =>
          typeof content === 'string'
            ? content
            : content.map((part) => (part.type === 'text' ? part.text : '')).join('\n'),
        )
        .join('\n');

/** The page part as the chat navigator makes it for the first line of a session, with another room if need be. */
export function partOf(
  observation: Observation,
  { ranked, passages }: Found,
  room: number,
  count: CountTokens,
) {
  const numbers = numberElements(observation.candidates);
  const { lines, fresh } = changesSince(null, observation, numbers);
  const news = [...pageEventLines(observation), ...lines];
  const part: PagePart = pagePart({ observation, numbers, ranked, passages, news, fresh }, room, count);
  return { part, numbers };
}

interface Request {
  text: string;
  /** With what is wrapped around messages, and with the form of the answer. */
  tokens: number;
}

export interface Sent {
  page: string;
  whole: Request;
  weblinx: Request;
}

/** @throws where the navigator shows another page part than the one that is measured */
export async function promptsOf(
  observation: Observation,
  goal: string,
  found: Found,
  count: CountTokens,
): Promise<Sent> {
  const { model, asked } = silentModel();
  const signal = new AbortController().signal;
  const exchange: State['exchange'] = {
    turns: [{ index: 0, speaker: 'instructor', type: 'say', text: goal }],
  };
  const state = { observation, exchange };
  const look: Inspector = {
    rank: async (_, k) => found.ranked.slice(0, k),
    passages: async (_, k) => found.passages.slice(0, k).map((block) => ({ block, score: 0 })),
    more: async () => [],
    find: async () => ({ candidates: [], blocks: [], total: 0 }),
    read: async () => null,
  };
  const chat = createChatNavigator({ model, seed: 'bench', pictures: false, today: '2026-11-21' });
  await chat.decide(state, look, signal);
  const weblinx = createWeblinxNavigator({
    model,
    family: familyNamed('llama')!,
    shape: 'browser',
    tokenizer: ESTIMATE,
    template: null,
    replay: () => [{ type: 'chat', timestamp: 0, speaker: 'instructor', utterance: goal }],
    paperRanker: false,
  });
  await weblinx.decide(state, look, signal);
  const [ours, papers] = asked;
  if (!ours || !papers) throw new Error('A navigator did not ask its model.');
  const page = partOf(observation, found, ROOM, count).part.lines.join('\n');
  if (!textOf(ours).includes(`\n${page}\n`))
    throw new Error('The navigator shows another page part than the one that is measured here.');
  const whole = async (request: ModelRequest): Promise<Request> => ({
    text: textOf(request),
    tokens: (await model.count(request)).tokens,
  });
  return { page, whole: await whole(ours), weblinx: await whole(papers) };
}
