/** Parses the flags of the `step` navigator, and loads its policy library. */
import { ParleyError, type StepLibrary } from '../contract/index.js';
import type { RecordedStep, StepMode } from '../navigator/index.js';
import { COMPAT_MODES, type CompatMode, type PromptModeName, type VoteName } from './navigator-choices.js';
import { parseVariables } from './option-values.js';
import { readPlayback } from './step-playback.js';

/** In a `flat` mode, one prompt contains all policies. In mode `stack`, policies call each other. */
const STEP_MODES: Readonly<Record<string, StepMode>> = {
  step: { type: 'stack', withExamples: true },
  'step:zero-shot': { type: 'stack', withExamples: false },
  'step:flat': { type: 'flat', withExamples: true, cap: null },
  'step:flat-zero-shot': { type: 'flat', withExamples: false, cap: null },
  'step:flat-4k': { type: 'flat', withExamples: true, cap: 4_000 },
  'step:flat-8k': { type: 'flat', withExamples: true, cap: 8_000 },
  'step:keyboard': { type: 'keyboard' },
  'step:playback': { type: 'playback' },
};

export const STEP_NAVIGATORS = Object.keys(STEP_MODES);

/** Whether the navigator works without a language model, because a person or a recording supplies the actions. */
export const runsWithoutModel = (navigator: string): boolean =>
  STEP_MODES[navigator]?.type === 'keyboard' || STEP_MODES[navigator]?.type === 'playback';

/** The viewport in the WebArena evaluation of the SteP paper. */
export const STEP_PAPER_VIEWPORT = { width: 1920, height: 1080 };

export interface StepFlags {
  compat?: CompatMode | undefined;
  /** Whether the model writes its reasons before each action (chain of thought). False with --no-cot. */
  cot?: boolean | undefined;
  /** Folder of the user's own policies: a library, or a folder of libraries. */
  policies?: string | undefined;
  library?: string | undefined;
  root?: string | undefined;
  samples?: number | undefined;
  vote?: VoteName | undefined;
  promptMode?: PromptModeName | undefined;
  policyVariable?: string[] | undefined;
  playback?: string | undefined;
}

export interface StepOptions {
  library: StepLibrary;
  mode: StepMode;
  compat: CompatMode;
  /** Name of the policy that gets the task; null: the page's URL determines the policy. */
  rootPolicy: string | null;
  /** Values of the library's variables. Some are URLs of sites, which determine the root policy to use. */
  policyVariables: Readonly<Record<string, string>>;
  noCot: boolean;
  promptMode: PromptModeName;
  /** Maximum number of tokens in a prompt, not counting the observation; null for no limit. */
  maxPromptTokens: number | null;
  samples: number;
  vote: VoteName;
  /** The actions from the --playback recording. */
  playback: readonly RecordedStep[];
}

/** The default of --library. Its policies are not written for particular sites. */
const DEFAULT_LIBRARY = 'live';
/** The limit in hardened mode. Each policy of the SteP paper has fewer than 4,000 tokens. */
const MAX_PROMPT_TOKENS = 4_000;
const MAX_SAMPLES = 20;

/** Flags for prompts and sampling, which need a model. */
const MODEL_ONLY_FLAGS = ['cot', 'samples', 'vote', 'promptMode'] as const satisfies (keyof StepFlags)[];

/**
 * @param navigator one of `STEP_NAVIGATORS`
 * @throws ParleyError `usage` for the first invalid value, or with all errors found in the library's files
 */
export async function createStepOptions(navigator: string, flags: StepFlags): Promise<StepOptions> {
  const mode = STEP_MODES[navigator]!;
  assertFlagsFitMode(navigator, mode, flags);
  const compat = flags.compat ?? COMPAT_MODES[0];
  const samples = validateSamples(flags.samples) ?? 1;
  const playback = flags.playback === undefined ? [] : readPlayback(flags.playback);
  return {
    library: await openLibrary(flags, mode),
    mode,
    compat,
    rootPolicy: flags.root ?? null,
    policyVariables: parseVariables(flags.policyVariable ?? [], 'policy-variable'),
    noCot: flags.cot === false,
    promptMode: flags.promptMode ?? 'chat',
    // The code that SteP's authors published has no limit, and a flat prompt already has its own limit.
    maxPromptTokens: compat === 'faithful' || mode.type === 'flat' ? null : MAX_PROMPT_TOKENS,
    samples,
    // The code that SteP's authors published uses the first sample.
    vote: flags.vote ?? (compat === 'faithful' ? 'first' : 'majority'),
    playback,
  };
}

function assertFlagsFitMode(navigator: string, mode: StepMode, flags: StepFlags): void {
  const isPlayback = mode.type === 'playback';
  if (isPlayback && flags.playback === undefined)
    throw new ParleyError(
      'usage',
      'step:playback needs a recording.',
      'Pass it with --playback: a SteP trajectory (JSON) or a demonstration folder.',
      { option: 'playback' },
    );
  if (!isPlayback && flags.playback !== undefined)
    throw new ParleyError(
      'usage',
      `--playback applies to the navigator “step:playback”, not to “${navigator}”.`,
      'Use --navigator step:playback, or remove the flag.',
      { option: 'playback' },
    );
  if (!runsWithoutModel(navigator)) return;
  const unusableFlag = MODEL_ONLY_FLAGS.find((name) => flags[name] !== undefined);
  if (unusableFlag)
    throw new ParleyError(
      'usage',
      `${unusableFlag === 'cot' ? '--no-cot' : `--${unusableFlag === 'promptMode' ? 'prompt-mode' : unusableFlag}`} does not apply to the navigator “${navigator}”, which uses no model.`,
      'Remove the flag.',
    );
}

async function openLibrary(
  { policies, library, root, policyVariable }: StepFlags,
  mode: StepMode,
): Promise<StepLibrary> {
  // This is loaded on demand, because schemas and YAML take time to load and most commands do not use policies.
  const { findLibrary, loadLibrary } = await import('../policy-library/index.js');
  const folder = findLibrary(library ?? DEFAULT_LIBRARY, policies === undefined ? {} : { folder: policies });
  const loadedLibrary = loadLibrary(folder, {
    variables: parseVariables(policyVariable ?? [], 'policy-variable'),
    // A flat prompt with a limit also includes policies that the root does not call, so every policy is loaded.
    ...(root === undefined || (mode.type === 'flat' && mode.cap !== null) ? {} : { root }),
  });
  if (root !== undefined && !loadedLibrary.policies.has(root))
    throw new ParleyError(
      'usage',
      `The library “${loadedLibrary.name}” has no policy “${root}”.`,
      `Policies intended for --root: ${[...new Set(loadedLibrary.roots.map(({ policy }) => policy))].join(', ')}.`,
      { option: 'root' },
    );
  return loadedLibrary;
}

export function validateSamples(value: number | undefined): number | undefined {
  if (value === undefined || (Number.isInteger(value) && value >= 1 && value <= MAX_SAMPLES)) return value;
  throw new ParleyError(
    'usage',
    `--samples must be a whole number from 1 to ${MAX_SAMPLES}.`,
    'It sets how many replies are requested for each decision (3 in the SteP paper).',
    { option: 'samples' },
  );
}
