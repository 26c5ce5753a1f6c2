/** Chooses the navigator and its model according to flags and environment. Validates both before anything starts. */
import { closest, distance } from 'fastest-levenshtein';

import { ParleyError } from '../contract/index.js';
import { isLocalUrl } from '../policy/index.js';
import type { ChatTemplate, PromptTokenizer, WeblinxFamily } from '../prompt/index.js';
import {
  formatFlag,
  listGivenModelFlags,
  createModelPlan,
  type ModelFlags,
  type ModelPlan,
} from './model-plan.js';
import {
  loadChatTemplate,
  loadTokenizer,
  WEBLINX_NAVIGATORS,
  parseWeblinxNavigator,
} from './weblinx-options.js';
import type { PictureMode } from './navigator-choices.js';
import {
  createStepOptions,
  runsWithoutModel,
  STEP_NAVIGATORS,
  type StepFlags,
  type StepOptions,
} from './step-options.js';
import {
  parseWebvoyagerOptions,
  WEBVOYAGER_NAVIGATORS,
  type WebvoyagerFlags,
  type WebvoyagerOptions,
} from './webvoyager-options.js';

/**
 * Whether the prompts of WebLINX models contain the page (`browser`) or only the chat (`chat`). `rule` chooses for each
 * turn; `both` requests both and keeps the more likely answer.
 */
export const PROMPT_SHAPES = ['rule', 'both', 'browser', 'chat'] as const;

type Shape = (typeof PROMPT_SHAPES)[number];

export interface NavigatorFlags extends ModelFlags, WebvoyagerFlags, StepFlags {
  navigator?: string | undefined;
  pictures?: PictureMode | undefined;
  pageTokens?: number | undefined;
  seed?: string | undefined;
  shape?: Shape | undefined;
  tokenizer?: string | undefined;
  template?: string | undefined;
  topK?: number | undefined;
}

export type NavigatorPlan =
  | { kind: 'direct' }
  | {
      kind: 'chat';
      model: ModelPlan;
      pictures: PictureMode;
      /** Maximum number of page tokens in a prompt. If null, as many as the model’s context allows, up to 6,000. */
      pageTokens: number | null;
      /** If null, the cassette's seed or a random one is used. */
      seed: string | null;
    }
  | {
      kind: 'weblinx';
      model: ModelPlan;
      family: WeblinxFamily;
      /** By default, the prompt shape of the model's family. */
      shape?: Shape;
      tokenizer: PromptTokenizer;
      /** If not null, Parley renders the prompt with this template and uses the completions endpoint. */
      template: ChatTemplate | null;
      /** Number of candidates in a prompt; by default, the number in the WebLINX paper. */
      topK?: number;
    }
  | ({
      kind: 'webvoyager';
      model: ModelPlan;
      /** If null, the cassette's seed or a random one is used. */
      seed: string | null;
    } & WebvoyagerOptions)
  | ({
      kind: 'step';
      /** Null if a person or a recording supplies the actions. */
      model: ModelPlan | null;
      /** If null, the cassette's seed or a random one is used. */
      seed: string | null;
    } & StepOptions);

/** Returns the plan for the navigator's model; null if the navigator does not use a model. */
export const findModelPlan = (plan: NavigatorPlan): ModelPlan | null =>
  plan.kind === 'direct' ? null : plan.model;

type NavigatorKind = NavigatorPlan['kind'];

const FLAGS_BY_KIND: Record<NavigatorKind, readonly (keyof NavigatorFlags)[]> = {
  direct: [],
  chat: ['pictures', 'pageTokens', 'seed'],
  weblinx: ['shape', 'tokenizer', 'template', 'topK'],
  webvoyager: ['compat', 'maxImages', 'maxIter', 'seed'],
  step: [
    'compat',
    'cot',
    'policies',
    'library',
    'root',
    'samples',
    'vote',
    'promptMode',
    'policyVariable',
    'playback',
    'seed',
  ],
};

const NAVIGATOR_KINDS = Object.keys(FLAGS_BY_KIND) as NavigatorKind[];

const NAVIGATOR_NAMES = [
  'direct',
  'chat',
  ...WEBVOYAGER_NAVIGATORS,
  ...STEP_NAVIGATORS,
  'weblinx',
  ...WEBLINX_NAVIGATORS,
];

export function parseNavigatorKind(navigator: string): NavigatorKind {
  if (navigator === 'direct' || navigator === 'chat') return navigator;
  if (parseWeblinxNavigator(navigator)) return 'weblinx';
  if (WEBVOYAGER_NAVIGATORS.includes(navigator)) return 'webvoyager';
  if (STEP_NAVIGATORS.includes(navigator)) return 'step';
  const nearest = closest(navigator, NAVIGATOR_NAMES);
  throw new ParleyError(
    'usage',
    `There is no navigator “${navigator}”.`,
    distance(navigator, nearest) <= 2
      ? `Did you mean ${nearest}?`
      : `Choose one of ${NAVIGATOR_NAMES.join(', ')}.`,
  );
}

/** Formats a list of navigators such as `“chat”, “webvoyager” or “step”`. */
function formatNavigators(kinds: readonly NavigatorKind[]): string {
  const names = kinds.map((kind) => `“${kind}”`);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

function assertFlagsApply(
  kind: NavigatorKind,
  flags: NavigatorFlags,
  requestedName: string | undefined,
): void {
  const usesNoModel = kind === 'direct' || runsWithoutModel(requestedName ?? '');
  const [firstFlag] = usesNoModel ? listGivenModelFlags(flags) : [];
  if (firstFlag)
    throw requestedName !== undefined
      ? new ParleyError(
          'usage',
          `${firstFlag} does not apply to --navigator ${requestedName}, which uses no model.`,
          'Remove one of them.',
        )
      : new ParleyError(
          'usage',
          `${firstFlag} needs a language model.`,
          'Choose one with --model or PARLEY_MODEL.',
        );
  for (const name of new Set(Object.values(FLAGS_BY_KIND).flat())) {
    if (FLAGS_BY_KIND[kind].includes(name) || flags[name] === undefined) continue;
    const acceptingKinds = NAVIGATOR_KINDS.filter((otherKind) => FLAGS_BY_KIND[otherKind].includes(name));
    throw new ParleyError(
      'usage',
      `${formatFlag(name)} applies to the navigator ${formatNavigators(acceptingKinds)}, not to “${kind}”.`,
      `Add --navigator ${acceptingKinds[0]} with a model, or remove the flag.`,
    );
  }
}

/** With fewer tokens, a prompt would show too little of the page to base a decision on. */
const MIN_PAGE_TOKENS = 500;

export function parsePageTokens(value: number | undefined): number | null {
  if (value === undefined) return null;
  if (Number.isInteger(value) && value >= MIN_PAGE_TOKENS) return value;
  throw new ParleyError(
    'usage',
    `--page-tokens needs a whole number of at least ${MIN_PAGE_TOKENS}, not ${value}.`,
    'For example --page-tokens 3000.',
    { option: 'pageTokens' },
  );
}

/** @throws ParleyError `usage` for the first invalid value */
export async function createNavigatorPlan(
  flags: NavigatorFlags,
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<NavigatorPlan> {
  const hasModel = Boolean(flags.model?.trim());
  const requestedName = flags.navigator?.trim();
  const kind =
    requestedName === undefined ? (hasModel ? 'chat' : 'direct') : parseNavigatorKind(requestedName);
  assertFlagsApply(kind, flags, requestedName);
  if (kind === 'direct') return { kind };
  if (runsWithoutModel(requestedName!))
    return {
      kind: 'step',
      model: null,
      seed: flags.seed ?? null,
      ...(await createStepOptions(requestedName!, flags)),
    };
  if (!hasModel)
    throw new ParleyError(
      'usage',
      `The navigator “${requestedName}” needs a language model.`,
      'Choose one with --model, PARLEY_MODEL or model in parley.config.yaml; parley doctor finds and tests model servers.',
      { option: 'navigator' },
    );
  if (flags.seed?.trim() === '')
    throw new ParleyError('usage', 'The seed is empty.', 'Remove --seed to use a random one.');
  const model = (await createModelPlan(flags, env, signal))!;
  if (kind === 'chat')
    return {
      kind,
      model,
      pictures: flags.pictures ?? 'auto',
      pageTokens: parsePageTokens(flags.pageTokens),
      seed: flags.seed ?? null,
    };
  if (kind === 'webvoyager')
    return { kind, model, seed: flags.seed ?? null, ...parseWebvoyagerOptions(requestedName!, flags) };
  if (kind === 'step')
    return { kind, model, seed: flags.seed ?? null, ...(await createStepOptions(requestedName!, flags)) };
  const family = parseWeblinxNavigator(requestedName!)!;
  const topK = parseTopK(flags.topK);
  const optionNeedingCompletions =
    family.wire === 'text' ? `weblinx:${family.name}` : flags.template && '--template';
  if (optionNeedingCompletions && model.settings.provider === 'anthropic')
    throw new ParleyError(
      'usage',
      `${optionNeedingCompletions} needs plain completions, which Anthropic’s protocol does not offer.`,
      'Use a server with OpenAI’s protocol (--model-protocol openai).',
    );
  return {
    kind,
    model,
    family,
    ...(flags.shape === undefined ? {} : { shape: flags.shape }),
    tokenizer: await loadTokenizer(flags.tokenizer),
    template: flags.template === undefined ? null : await loadChatTemplate(flags.template),
    ...(topK === undefined ? {} : { topK }),
  };
}

/** Returns the model settings that the user explicitly requested. They are stored in the session record. */
export function getRequestedModelSettings(plan: NavigatorPlan): { temperature?: number; topK?: number } {
  const temperature = findModelPlan(plan)?.temperature;
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(plan.kind !== 'weblinx' || plan.topK === undefined ? {} : { topK: plan.topK }),
  };
}

/** Maximum number of candidates. The prompt format of the WebLINX paper does not allow more. */
const MAX_CANDIDATES = 100;

export function parseTopK(value: number | undefined): number | undefined {
  if (value === undefined || (Number.isInteger(value) && value >= 1 && value <= MAX_CANDIDATES)) return value;
  throw new ParleyError(
    'usage',
    `--top-k must be a whole number from 1 to ${MAX_CANDIDATES}.`,
    'It sets how many candidates a prompt lists (10 in the paper).',
  );
}

/**
 * Refuses to replay a cassette on a live site. The site's pages change, and so do the prompts that contain them.
 *
 * @throws ParleyError `usage`
 */
export function assertReplayable(
  plan: NavigatorPlan,
  startUrl: string | undefined,
  judge: Pick<ModelPlan, 'cassette'> | null = null,
): void {
  const cassette = (findModelPlan(plan) ?? judge)?.cassette;
  if (startUrl === undefined || cassette?.mode !== 'replay') return;
  if (isLocalUrl(startUrl)) return;
  throw new ParleyError(
    'usage',
    `A cassette cannot be replayed at ${new URL(startUrl).host}, because live pages change, and with them the prompts.`,
    'Replay on the example sites, local files or your own servers; for this page use --cassette-mode auto or off.',
  );
}
