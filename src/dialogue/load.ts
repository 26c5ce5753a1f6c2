/**
 * Loads scenario files in two steps. `loadScenario` reads a file and the files that it uses, reports every error, and
 * lists the built-in variables in use, so that callers start only what the scenario needs. `bindScenario` then inserts
 * the variables' values. Both steps parse the same text; the first one skips errors that depend on missing values.
 */
import { ParleyError } from '../contract/index.js';
import {
  findEntry,
  type KeyPath,
  readText,
  type SourcePosition,
  listTexts,
  getValueAt,
} from '../yaml/index.js';
import type { RunChoice } from './run-choices.js';
import { SCENARIO_FILE, ScenarioErrors } from './scenario-errors.js';
import { defineVariables, type VariableInputs } from './define-variables.js';
import { MergedScenario } from './merge.js';
import { findImports } from './module-imports.js';
import { isModule } from './module-source.js';
import { FileValues } from './file-values.js';
import { type Scenario, scenarioSchema, type ParsedScenario } from './schema/scenario.js';
import { agent, lock, repeat, tags } from './schema/top.js';
import { readSecretValues } from './secrets.js';
import { DEFAULT_SEED } from './seed.js';
import { readSources, type ScenarioFileSource } from './sources.js';
import { checkSharedFile, checkScenario } from './validate.js';
import { BASE_URL, NO_BASE_URL_MESSAGE, Variables } from './variables.js';
import { chooseWordings } from './wordings.js';

export interface LoadOptions {
  /** From `--var name=value`; they override `vars` in the files. */
  overrides?: Readonly<Record<string, string>>;
  /** Ignores overrides of unknown variables, because the overrides apply to several scenarios. */
  allowUnknownOverrides?: boolean | undefined;
  /** Names of variables whose values `bindScenario` receives. */
  builtins?: readonly string[];
  /** Overrides the scenario's `seed`. */
  seed?: number | undefined;
  /** Index of the run, from 0. It is added to the seed. */
  runIndex?: number | undefined;
  /** Environment for variables and secrets; `process.env` by default. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Reference date for scenarios without a clock. */
  today?: Date;
}

export interface LoadedScenario {
  readonly file: string;
  readonly name: string;
  readonly tags: readonly string[];
  /** Built-in variables that need values. */
  readonly usedBuiltins: ReadonlySet<string>;
  /** The file itself and all files that it uses or imports. */
  readonly files: readonly string[];
  /** Seed of this run. */
  readonly seed: number;
  readonly repeat: { readonly runs: number; readonly pass: number };
  /** Scenarios that share a name never run at the same time. */
  readonly lock: readonly string[];
  readonly agent: Scenario['agent'];
  /** Names of environment variables that `bindScenario` needs. */
  readonly secrets: readonly string[];
  /** Returns the source position of a path: `['dialogue', 0]` is the first line. */
  positionOf(path: KeyPath): SourcePosition & { file: string };
  /** What `bindScenario` needs to build the scenario again with the values of the built-in variables. */
  readonly bindInput: BindInput;
}

interface BindInput {
  sources: readonly ScenarioFileSource[];
  isComplete: boolean;
  scenarioErrors: ScenarioErrors;
  options: LoadOptions;
  seed: number;
  today: Date;
}

/** @throws BrokenScenario with every error; ParleyError `usage` for an unreadable file */
export function loadScenario(file: string, options: LoadOptions = {}): LoadedScenario {
  return parseScenario(file, readText(file, SCENARIO_FILE), options);
}

/** Like `loadScenario`, but parses the given text. `file` is used in messages and to resolve relative paths. */
export function parseScenario(file: string, text: string, options: LoadOptions = {}): LoadedScenario {
  const scenarioErrors = new ScenarioErrors();
  const { sources, isComplete } = readSources(file, text, scenarioErrors);
  const seed = computeSeed(sources[0], options);
  const bindInput: BindInput = {
    sources,
    isComplete,
    scenarioErrors,
    options,
    seed,
    today: options.today ?? new Date(),
  };
  const { scenario, variables, merged } = buildScenario(bindInput, {});
  const { runs = 1, pass = runs } = repeat.safeParse(scenario.repeat).data ?? {};
  return {
    file,
    name: scenario.name,
    tags: tags.safeParse(scenario.tags).data ?? [],
    usedBuiltins: variables.usedBuiltins,
    files: sources.flatMap((source) => [
      source.file,
      ...(isModule(source.file) ? findImports(source.file, source.text) : []),
    ]),
    seed,
    repeat: { runs, pass },
    lock: [lock.safeParse(scenario.lock).data ?? []].flat(),
    agent: agent.safeParse(scenario.agent).data ?? {},
    secrets: listSecretNames(sources),
    positionOf(path) {
      const { fileValues, path: sourcePath } = merged.originOf(path);
      return {
        file: fileValues.fileErrors.file,
        ...fileValues.fileErrors.getPosition(fileValues.offsetOf(sourcePath)),
      };
    },
    bindInput,
  };
}

/** @throws ParleyError `usage` if a built-in variable or a secret has no value */
export function bindScenario(
  { file, usedBuiltins, secrets, bindInput }: LoadedScenario,
  values: Readonly<Record<string, string>> = {},
): Scenario {
  const missingNames = [...usedBuiltins].filter((name) => values[name] === undefined);
  if (missingNames.length === 1 && missingNames[0] === BASE_URL)
    throw new ParleyError(
      'usage',
      `${file} needs a base URL: ${NO_BASE_URL_MESSAGE}.`,
      'Or set baseURL under use in playwright.config.ts.',
    );
  if (missingNames.length > 0) {
    throw new ParleyError(
      'usage',
      `${file} uses ${missingNames.map((name) => `{{${name}}}`).join(' and ')}, which ${missingNames.length === 1 ? 'has' : 'have'} no value here.`,
      `Set it with --var ${missingNames[0]}=….`,
    );
  }
  readSecretValues(secrets, bindInput.options.env ?? process.env);
  const { scenario, variables, chosenBy } = buildScenario(bindInput, values);
  const { use: _use, repeat: _repeat, ...otherKeys } = scenario;
  const variableValues: Scenario['vars'] = {};
  const choices: RunChoice[] = [];
  for (const variableName of Object.keys(scenario.vars)) {
    const lookup = variables.lookup(variableName);
    if (!lookup.found) continue;
    const { value } = lookup.definition;
    variableValues[variableName] = value;
    const choiceSource = chosenBy.get(variableName);
    if (choiceSource) choices.push({ what: variableName, by: choiceSource, value });
  }
  const { chosen: wordingChoices, ...wordedLines } = chooseWordings(scenario, bindInput.seed);
  return {
    ...otherKeys,
    ...wordedLines,
    vars: variableValues,
    seed: bindInput.seed,
    chosen: [...choices, ...wordingChoices],
  };
}

function buildScenario(bindInput: BindInput, values: Readonly<Record<string, string>>) {
  const { sources, isComplete, scenarioErrors, options, seed, today } = bindInput;
  const builtins = new Map((options.builtins ?? []).map((name) => [name, values[name] ?? null]));
  const variables = new Variables(builtins, today);
  const variableInputs: VariableInputs = {
    overrides: options.overrides ?? {},
    env: options.env ?? process.env,
    seed,
    allowUnknownOverrides: options.allowUnknownOverrides || !isComplete,
  };
  const chosenBy = defineVariables(sources, variableInputs, variables);
  const knownNames = { variables, secrets: new Set(listSecretNames(sources)), isComplete };
  const [ownValues, ...sharedValues] = sources.map(
    ({ root, text, fileErrors }) => new FileValues(root, text, fileErrors, knownNames),
  );
  if (!ownValues) throw new Error('a scenario has at least its own file');

  /** Whether a built-in variable has no value yet. Text that uses it cannot be validated until it has one. */
  const hasPendingBuiltins = (): boolean =>
    [...variables.usedBuiltins].some((name) => values[name] === undefined);
  for (const fileValues of sharedValues) checkSharedFile(fileValues, hasPendingBuiltins);
  const merged = new MergedScenario([ownValues, ...sharedValues]);
  const parsedScenario = scenarioSchema.safeParse(merged.value);
  const resolvedPaths = checkScenario(
    merged,
    parsedScenario.error?.issues ?? [],
    hasPendingBuiltins,
    isComplete,
  );
  scenarioErrors.throwIfAny();
  // No error was reported, but zod may have rejected values that contain a built-in variable. These values are
  // parsed again when the scenario is bound.
  const scenario = parsedScenario.data ?? (merged.value as unknown as ParsedScenario);
  for (const { path, resolved } of resolvedPaths) {
    const parent = getValueAt(scenario, path.slice(0, -1)) as Record<string, unknown>;
    parent[String(path.at(-1))] = resolved;
  }
  return { scenario, variables, merged, chosenBy };
}

/** Reads the seed first, because variables depend on it. The schema reports an invalid seed. */
function computeSeed(ownSource: ScenarioFileSource | undefined, { seed, runIndex = 0 }: LoadOptions): number {
  const seedNode = findEntry(ownSource?.root, 'seed')?.value;
  const fileSeed =
    seedNode?.kind === 'scalar' && Number.isInteger(seedNode.value) ? Number(seedNode.value) : null;
  return (seed ?? fileSeed ?? DEFAULT_SEED) + runIndex;
}

function listSecretNames(sources: readonly ScenarioFileSource[]): string[] {
  const secretNodes = sources.flatMap(({ root }) => listTexts(findEntry(root, 'secrets')?.value));
  return [...new Set(secretNodes.map(({ text }) => text))];
}
