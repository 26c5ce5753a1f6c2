/** Who decides, and with which model: what the flags and the environment ask for, checked before anything starts. */
import { closest, distance } from 'fastest-levenshtein';

import { ParleyError } from '../contract/index.js';
import { isLocalPlace } from '../policy/index.js';
import type { ChatTemplate, Tokenizer, WeblinxFamily } from '../prompt/index.js';
import { flagOf, modelFlagsGiven, modelPlanOf, type ModelFlags, type ModelPlan } from './model-plan.js';
import { templateOf, tokenizerOf, WEBLINX_NAVIGATORS, weblinxFamilyOf } from './weblinx-values.js';

export const SHAPES = ['rule', 'both', 'browser', 'chat'] as const;

type Shape = (typeof SHAPES)[number];

export interface NavigatorFlags extends ModelFlags {
  navigator?: string | undefined;
  pictures?: boolean | undefined;
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
      pictures: boolean;
      /** Null: the cassette's, or one that is made up. */
      seed: string | null;
    }
  | {
      kind: 'weblinx';
      model: ModelPlan;
      family: WeblinxFamily;
      /** Absent: as the family has it. */
      shape?: Shape;
      tokenizer: Tokenizer;
      /** The prompt is put together here and sent to the completions endpoint. */
      template: ChatTemplate | null;
      /** Absent: as many candidates as in the paper. */
      topK?: number;
    };

type Kind = NavigatorPlan['kind'];

const OWN: Record<Kind, readonly (keyof NavigatorFlags)[]> = {
  direct: [],
  chat: ['pictures', 'seed'],
  weblinx: ['shape', 'tokenizer', 'template', 'topK'],
};

const NAMES = ['direct', 'chat', 'weblinx', ...WEBLINX_NAVIGATORS];

function kindOf(navigator: string): Kind {
  if (navigator === 'direct' || navigator === 'chat') return navigator;
  if (weblinxFamilyOf(navigator)) return 'weblinx';
  const near = closest(navigator, NAMES);
  throw new ParleyError(
    'usage',
    `There is no navigator “${navigator}”.`,
    distance(navigator, near) <= 2 ? `Did you mean ${near}?` : `It is one of ${NAMES.join(', ')}.`,
  );
}

function assertFits(kind: Kind, flags: NavigatorFlags, asked: boolean): void {
  const [first] = kind === 'direct' ? modelFlagsGiven(flags) : [];
  if (first)
    throw asked
      ? new ParleyError(
          'usage',
          `${first} means nothing with --navigator direct, which asks no model.`,
          'Leave one of them out.',
        )
      : new ParleyError(
          'usage',
          `${first} means nothing without a model.`,
          'Name one with --model or PARLEY_MODEL.',
        );
  for (const [owner, names] of Object.entries(OWN))
    for (const name of names)
      if (owner !== kind && flags[name] !== undefined && flags[name] !== false)
        throw new ParleyError(
          'usage',
          `${flagOf(name)} is for the navigator ${owner}, and this is ${kind}.`,
          `Add --navigator ${owner} with a model, or leave it out.`,
        );
}

/** @throws Problem `usage` for the first value that cannot be right */
export async function navigatorPlanOf(
  flags: NavigatorFlags,
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<NavigatorPlan> {
  const named = Boolean(flags.model?.trim() || env.PARLEY_MODEL?.trim());
  const asked = flags.navigator?.trim();
  const kind = asked === undefined ? (named ? 'chat' : 'direct') : kindOf(asked);
  assertFits(kind, flags, asked !== undefined);
  if (kind === 'direct') return { kind };
  if (!named)
    throw new ParleyError(
      'usage',
      `The navigator ${asked} needs a language model, and none is named.`,
      'Name one with --model or PARLEY_MODEL, its server with --base-url; parley doctor tries it.',
    );
  if (flags.seed?.trim() === '')
    throw new ParleyError('usage', 'The seed is empty.', 'Leave --seed out for a random one.');
  const model = (await modelPlanOf(flags, env, signal))!;
  if (kind === 'chat') return { kind, model, pictures: flags.pictures ?? false, seed: flags.seed ?? null };
  const family = weblinxFamilyOf(asked!)!;
  const topK = topKOf(flags.topK);
  const completions = family.wire === 'text' ? `weblinx:${family.name}` : flags.template && '--template';
  if (completions && model.settings.provider === 'anthropic')
    throw new ParleyError(
      'usage',
      `${completions} needs plain completions, which Anthropic’s protocol does not have.`,
      'Use a server that speaks OpenAI’s protocol; --model-protocol openai says so.',
    );
  return {
    kind,
    model,
    family,
    ...(flags.shape === undefined ? {} : { shape: flags.shape }),
    tokenizer: await tokenizerOf(flags.tokenizer),
    template: flags.template === undefined ? null : await templateOf(flags.template),
    ...(topK === undefined ? {} : { topK }),
  };
}

/** What of it a record names besides the navigator: what was asked for, and nothing that holds anyway. */
export function askedOf(plan: NavigatorPlan): { temperature?: number; topK?: number } {
  if (plan.kind === 'direct') return {};
  const { temperature } = plan.model;
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(plan.kind === 'chat' || plan.topK === undefined ? {} : { topK: plan.topK }),
  };
}

/** More than this no prompt of the paper has room for. */
const MOST_CANDIDATES = 100;

function topKOf(value: number | undefined): number | undefined {
  if (value === undefined || (Number.isInteger(value) && value >= 1 && value <= MOST_CANDIDATES))
    return value;
  throw new ParleyError(
    'usage',
    `--top-k has to be a whole number from 1 to ${MOST_CANDIDATES}.`,
    'It is how many candidates a prompt lists, 10 in the paper.',
  );
}

/**
 * Pages of live sites change, and prompts with them: better said now than as a miss that nobody understands.
 *
 * @throws Problem `usage`
 */
export function assertReplayable(plan: NavigatorPlan, startUrl: string | undefined): void {
  if (plan.kind === 'direct' || startUrl === undefined || plan.model.cassette?.mode !== 'replay') return;
  if (isLocalPlace(startUrl)) return;
  throw new ParleyError(
    'usage',
    `A cassette cannot be replayed at ${new URL(startUrl).host}: live pages change, and the prompts made from them with them.`,
    'Replay on example sites, files or servers of your own; for this page use --cassette-mode auto or off.',
  );
}
