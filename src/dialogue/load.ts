/**
 * Loads scenario files in two steps. `loadScenario` reads a file with all its `use` files, reports every error, and
 * lists the built-in variables in use, so that callers start only what the scenario needs. `bindScenario` then inserts
 * their values. Both parse the same texts; the first step skips errors that depend on missing values.
 */
import { ParleyError } from '../contract/index.js';
import type { RunChoice } from './run-choices.js';
import { ScenarioErrors, type Path, type SourcePosition } from './scenario-errors.js';
import { defineVariables, type VariableInputs } from './define-variables.js';
import { MergedScenario } from './merge.js';
import { findImports } from './module-imports.js';
import { isModule } from './module-source.js';
import { PlainFile } from './plain-file.js';
import { type Scenario, scenarioSchema, type WrittenScenario } from './schema/scenario.js';
import { agent, lock, repeat, tags } from './schema/top.js';
import { readSecretValues } from './secrets.js';
import { DEFAULT_SEED } from './seed.js';
import { valueAt } from './schema-messages.js';
import { readSources, type ScenarioFileSource } from './sources.js';
import { readText } from './text-file.js';
import { entryOf, textsOf } from './tree.js';
import { checkUsedFile, checkScenario } from './validate.js';
import { BASE_URL, NO_BASE_URL, Variables } from './variables.js';
import { chooseWordings } from './wordings.js';

export interface LoadOptions {
  /** From `--var name=value`; they override `vars` in the files. */
  overrides?: Readonly<Record<string, string>>;
  /** The overrides apply to several scenarios, so unknown names are not errors. */
  forSeveral?: boolean | undefined;
  /** Names of variables whose values `bindScenario` receives. */
  builtins?: readonly string[];
  /** Overrides the scenario's `seed`. */
  seed?: number | undefined;
  /** Index of the run, from 0. It is added to the seed. */
  run?: number | undefined;
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
  readonly uses: ReadonlySet<string>;
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
  positionOf(path: Path): SourcePosition & { file: string };
  /** For `bindScenario`. */
  readonly origin: Origin;
}

interface Origin {
  sources: readonly ScenarioFileSource[];
  complete: boolean;
  scenarioErrors: ScenarioErrors;
  options: LoadOptions;
  seed: number;
  today: Date;
}

/** @throws BrokenScenario with every error; ParleyError `usage` for an unreadable file */
export function loadScenario(file: string, options: LoadOptions = {}): LoadedScenario {
  return parseScenario(file, readText(file), options);
}

/** Like `loadScenario`, from a text. `file` appears in messages and anchors relative paths. */
export function parseScenario(file: string, text: string, options: LoadOptions = {}): LoadedScenario {
  const scenarioErrors = new ScenarioErrors();
  const { sources, complete } = readSources(file, text, scenarioErrors);
  const seed = seedOf(sources[0], options);
  const origin: Origin = {
    sources,
    complete,
    scenarioErrors,
    options,
    seed,
    today: options.today ?? new Date(),
  };
  const { scenario, variables, merged } = read(origin, {});
  const { runs = 1, pass = runs } = repeat.safeParse(scenario.repeat).data ?? {};
  return {
    file,
    name: scenario.name,
    tags: tags.safeParse(scenario.tags).data ?? [],
    uses: variables.usedBuiltins,
    files: sources.flatMap((source) => [
      source.file,
      ...(isModule(source.file) ? findImports(source.file, source.text) : []),
    ]),
    seed,
    repeat: { runs, pass },
    lock: [lock.safeParse(scenario.lock).data ?? []].flat(),
    agent: agent.safeParse(scenario.agent).data ?? {},
    secrets: secretNames(sources),
    positionOf(path) {
      const { plain, path: own } = merged.originOf(path);
      return { file: plain.fileErrors.file, ...plain.fileErrors.positionOf(plain.offsetOf(own)) };
    },
    origin,
  };
}

/** @throws ParleyError `usage` if a built-in variable or a secret has no value */
export function bindScenario(
  { file, uses, secrets, origin }: LoadedScenario,
  values: Readonly<Record<string, string>> = {},
): Scenario {
  const missing = [...uses].filter((name) => values[name] === undefined);
  if (missing.length === 1 && missing[0] === BASE_URL)
    throw new ParleyError(
      'usage',
      `${file} needs a base URL: ${NO_BASE_URL}.`,
      'Or set baseURL under use in playwright.config.ts.',
    );
  if (missing.length > 0) {
    throw new ParleyError(
      'usage',
      `${file} uses ${missing.map((name) => `{{${name}}}`).join(' and ')}, which has no value here.`,
      `Set it with --var ${missing[0]}=….`,
    );
  }
  readSecretValues(secrets, origin.options.env ?? process.env);
  const { scenario, variables, ways } = read(origin, values);
  const { use: _use, repeat: _repeat, ...rest } = scenario;
  const vars: Scenario['vars'] = {};
  const chosen: RunChoice[] = [];
  for (const what of Object.keys(scenario.vars)) {
    const answer = variables.lookup(what);
    if (!answer.found) continue;
    const { value } = answer.definition;
    vars[what] = value;
    const by = ways.get(what);
    if (by) chosen.push({ what, by, value });
  }
  const { chosen: wordings, ...said } = chooseWordings(scenario, origin.seed);
  return { ...rest, ...said, vars, seed: origin.seed, chosen: [...chosen, ...wordings] };
}

function read(origin: Origin, values: Readonly<Record<string, string>>) {
  const { sources, complete, scenarioErrors, options, seed, today } = origin;
  const builtins = new Map((options.builtins ?? []).map((name) => [name, values[name] ?? null]));
  const variables = new Variables(builtins, today);
  const given: VariableInputs = {
    overrides: options.overrides ?? {},
    env: options.env ?? process.env,
    seed,
    forSeveral: options.forSeveral || !complete,
  };
  const ways = defineVariables(sources, given, variables);
  const known = { variables, secrets: new Set(secretNames(sources)), complete };
  const [own, ...used] = sources.map(
    ({ root, text, fileErrors }) => new PlainFile(root, text, fileErrors, known),
  );
  if (!own) throw new Error('a scenario has at least its own file');

  /** Whether a built-in variable still lacks its value: texts that use it cannot be judged yet. */
  const waiting = (): boolean => [...variables.usedBuiltins].some((name) => values[name] === undefined);
  for (const plain of used) checkUsedFile(plain, waiting);
  const merged = new MergedScenario([own, ...used]);
  const parsed = scenarioSchema.safeParse(merged.value);
  const places = checkScenario(merged, parsed.error?.issues ?? [], waiting, complete);
  scenarioErrors.throwIfAny();
  // All errors are suppressed here; values that zod cannot parse yet are parsed when the scenario is bound.
  const scenario = parsed.data ?? (merged.value as unknown as WrittenScenario);
  for (const { path, place } of places) {
    const holder = valueAt(scenario, path.slice(0, -1)) as Record<string, unknown>;
    holder[String(path.at(-1))] = place;
  }
  return { scenario, variables, merged, ways };
}

/** Reads the seed first because variables depend on it; the schema reports invalid values. */
function seedOf(own: ScenarioFileSource | undefined, { seed, run = 0 }: LoadOptions): number {
  const written = entryOf(own?.root, 'seed')?.value;
  const value = written?.kind === 'scalar' && Number.isInteger(written.value) ? Number(written.value) : null;
  return (seed ?? value ?? DEFAULT_SEED) + run;
}

function secretNames(sources: readonly ScenarioFileSource[]): string[] {
  const listed = sources.flatMap(({ root }) => textsOf(entryOf(root, 'secrets')?.value));
  return [...new Set(listed.map(({ text }) => text))];
}
