/** Measures the tokens per step of the webvoyager navigator, compared with chat on the same pages. */
import type { Action, Navigator, ObservationSpec, State, Turn } from '../src/contract/index.js';
import type { Model, ModelRequest, ModelResult } from '../src/llm/index.js';
import { createChatNavigator, createWebvoyagerNavigator } from '../src/navigator/index.js';
import { createSurface, createUnguardedContext, type PageSurface } from '../src/page/index.js';
import type { PromptVariant } from '../src/prompt/index.js';
import { openRanker, textSearch } from '../src/rank/index.js';
import { createInspector } from '../src/session/index.js';
import { type BenchmarkResources, describeMachine, withBenchmarkResources } from './lib/bench.js';
import {
  defineBenchmark,
  JSON_OPTION,
  reportProgress,
  createWholeNumberOption,
  writeJson,
} from './lib/command-line.js';
import { startGroundingSites } from './lib/grounding-sites.js';
import { median } from './lib/measure.js';
import { createRecordingModel } from './lib/parley-prompts.js';
import { listPromptCases, type PromptCase } from './lib/prompt-cases.js';
import { formatNumber, formatTable } from './lib/table.js';

/** The paper's viewport. OpenAI counts a screenshot of this size as 765 tokens. */
const VIEWPORT = { width: 1024, height: 768 };
const TOKENS_PER_SCREENSHOT = 765;
const TODAY = '2026-11-21';
const SEED = 'bench';
const WAIT_ANSWERS = {
  chat: '{"thought":"The page is loading.","note":null,"steps":[{"do":"wait","on":null,"value":"1","old":null}]}',
  webvoyager: 'Thought: The page is loading.\nAction: Wait',
};

interface NavigatorVariant {
  name: string;
  needs: ObservationSpec;
  create(model: Model): Navigator;
  answer: string;
}

function createWebvoyagerVariant(
  compat: PromptVariant['compat'],
  mode: PromptVariant['mode'],
): NavigatorVariant {
  const create = (model: Model): Navigator =>
    createWebvoyagerNavigator({
      model,
      variant: { compat, mode },
      keptObservationCount: 3,
      maxIterations: Infinity,
      seed: SEED,
      today: TODAY,
    });
  return {
    name: `webvoyager${mode === 'text' ? ':text' : ''}, ${compat}`,
    needs: create(createRecordingModel().model).needs,
    create,
    answer: WAIT_ANSWERS.webvoyager,
  };
}

function listVariants(): NavigatorVariant[] {
  const createChat = (pictures: 'never' | 'always') => (model: Model) =>
    createChatNavigator({ model, seed: SEED, screenshotUse: pictures, pageTokens: null, today: TODAY });
  const { needs } = createChat('never')(createRecordingModel().model);
  return [
    { name: 'chat', needs, create: createChat('never'), answer: WAIT_ANSWERS.chat },
    { name: 'chat, with a screenshot', needs, create: createChat('always'), answer: WAIT_ANSWERS.chat },
    createWebvoyagerVariant('faithful', 'multimodal'),
    createWebvoyagerVariant('hardened', 'multimodal'),
    createWebvoyagerVariant('faithful', 'text'),
    createWebvoyagerVariant('hardened', 'text'),
  ];
}

/** Creates a model that gives the same answer to every request and keeps the last request. */
function createFixedAnswerModel(answer: string): { model: Model; lastRequest(): ModelRequest } {
  const { model } = createRecordingModel();
  let lastRequest: ModelRequest | null = null;
  const ask = async (request: ModelRequest): Promise<ModelResult> => {
    lastRequest = request;
    const usage = {
      promptTokens: 0,
      answerTokens: 0,
      cachedTokens: 0,
      cacheWriteTokens: 0,
      thinkingTokens: 0,
      estimated: true,
    };
    return {
      ok: true,
      text: answer,
      json: answer.startsWith('{') ? (JSON.parse(answer) as unknown) : undefined,
      mode: 'text',
      finish: 'stop',
      usage,
      likelihood: null,
      cost: null,
      recorded: false,
      attempts: 1,
      notes: [],
      raw: answer,
    };
  };
  return { model: { ...model, ask }, lastRequest: () => lastRequest! };
}

interface StepTokens {
  text: number;
  images: number;
}

async function countRequestTokens(model: Model, request: ModelRequest): Promise<StepTokens> {
  if (request.kind !== 'chat') throw new Error('Both navigators send chat messages.');
  const parts = request.messages.flatMap(({ content }) =>
    typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content,
  );
  const count = await model.getTokenCounter();
  const text = parts.reduce((sum, part) => sum + (part.type === 'text' ? count(part.text) : 0), 0);
  return { text, images: parts.filter(({ type }) => type === 'image').length * TOKENS_PER_SCREENSHOT };
}

interface StepMeasurement {
  first: StepTokens;
  last: StepTokens;
  /** Median wall time to observe the page and build the prompt. */
  medianMs: number;
}

/** Measures the first step, and a later one whose prompt contains three screenshots. */
async function measureSteps(
  { needs, create, answer }: NavigatorVariant,
  goal: string,
  surface: PageSurface,
  stepCount: number,
  signal: AbortSignal,
): Promise<StepMeasurement> {
  const { model, lastRequest } = createFixedAnswerModel(answer);
  const navigator = create(model);
  const ranker = openRanker();
  const turns: Turn[] = [{ index: 0, speaker: 'instructor', type: 'say', text: goal }];
  const stepTokens: StepTokens[] = [];
  const durationsMs: number[] = [];
  try {
    for (let step = 0; step < stepCount; step++) {
      const startedAt = performance.now();
      const observation = await surface.observe(needs, signal);
      const state: State = { observation, exchange: { turns: [...turns] } };
      const inspector = createInspector(observation, { ranker, textSearch, surface }, [], signal);
      const { actions } = await navigator.decide(state, inspector, signal);
      durationsMs.push(performance.now() - startedAt);
      stepTokens.push(await countRequestTokens(model, lastRequest()));
      turns.push(createWaitTurn(actions[0], turns.length, observation.url));
    }
  } finally {
    await ranker.close();
    await model.close();
  }
  return { first: stepTokens[0]!, last: stepTokens.at(-1)!, medianMs: median(durationsMs) };
}

function createWaitTurn(action: Action, index: number, url: string): Turn {
  if (action.intent === 'say') throw new Error('The navigator gave up.');
  const outcome = { status: 'no-effect', settle: { reason: 'quiet', ms: 1 } } as const;
  return { index, speaker: 'navigator', type: 'action', action, target: null, outcome, url };
}

type VariantMeasurements = Record<string, StepMeasurement>;

async function measurePage(
  { url, goal, name }: PromptCase,
  bench: BenchmarkResources,
  variants: readonly NavigatorVariant[],
  stepCount: number,
): Promise<VariantMeasurements> {
  const measurement: VariantMeasurements = {};
  for (const variant of variants) {
    reportProgress(`webvoyager: ${name}, ${variant.name}`);
    const surface = await createSurface(await createUnguardedContext(bench.browser, { viewport: VIEWPORT }));
    try {
      await surface.open(url, bench.signal);
      measurement[variant.name] = await measureSteps(variant, goal, surface, stepCount, bench.signal);
    } finally {
      await surface.close();
    }
  }
  return measurement;
}

const sumTokens = ({ text, images }: StepTokens): number => text + images;

function formatSteps(
  pages: readonly { name: string; measurement: VariantMeasurements }[],
  step: 'first' | 'last',
  title: string,
): string {
  const names = Object.keys(pages[0]!.measurement);
  const rows = names.map((name) => {
    const tokenCounts = pages.map(({ measurement }) => sumTokens(measurement[name]![step]));
    const ratios = pages.map(
      ({ measurement }) => sumTokens(measurement[name]![step]) / sumTokens(measurement['chat']![step]),
    );
    return [
      name,
      ...tokenCounts.map((size) => formatNumber(size)),
      formatNumber(median(tokenCounts)),
      formatNumber(median(ratios), 2),
    ];
  });
  return formatTable([title, ...pages.map(({ name }) => name), 'median', 'ratio to chat'], rows);
}

function formatDurations(pages: readonly { name: string; measurement: VariantMeasurements }[]): string {
  const rows = Object.keys(pages[0]!.measurement).map((name) => {
    const durationsMs = pages.map(({ measurement }) => measurement[name]!.medianMs);
    return [name, ...durationsMs.map((ms) => formatNumber(ms)), formatNumber(median(durationsMs))];
  });
  return formatTable(['ms to observe and build a prompt', ...pages.map(({ name }) => name), 'median'], rows);
}

export const benchmark = defineBenchmark({
  summary: 'tokens per step of webvoyager, compared with chat',
  description:
    'Counts the prompt tokens of webvoyager (faithful and hardened, with screenshots and text-only) and of chat ' +
    'on the same pages at 1024x768, for the first step and for a later step whose prompt keeps three observations.',
  options: {
    steps: createWholeNumberOption('steps', { describe: 'Number of the later step', min: 2, default: 5 }),
    json: JSON_OPTION,
  },
  example: '--steps 5',
  run: ({ steps, json }) =>
    withBenchmarkResources({ peers: false }, async (bench) => {
      const conditions = `${describeMachine(bench.browser)}; tokens counted with o200k_base, ${TOKENS_PER_SCREENSHOT} for a screenshot`;
      process.stdout.write(`${conditions}\n\n`);
      const sites = await startGroundingSites();
      try {
        const variants = listVariants();
        const pages = [];
        for (const promptCase of listPromptCases(bench, sites)) {
          await sites.reset();
          pages.push({
            name: promptCase.name,
            measurement: await measurePage(promptCase, bench, variants, steps),
          });
        }
        process.stdout.write(
          `${formatSteps(pages, 'first', 'tokens in the first step')}\n\n${formatSteps(pages, 'last', `tokens in step ${steps}`)}\n\n${formatDurations(pages)}\n`,
        );
        writeJson(json, { conditions, pages });
        return 0;
      } finally {
        await sites.close();
      }
    }),
});
