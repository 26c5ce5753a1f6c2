/**
 * Scenario files, in two steps. `loadScenario` reads a file and finds everything that is wrong with it; it also tells
 * which built-in variables it uses, so that a caller starts only what a scenario needs. `bindScenario` then puts their
 * values in. Both do the same work on the same text; in the first step what hangs on a value to come is let pass.
 */
import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isMap, isScalar, type ParsedNode } from 'yaml';

import { Problem } from '../contract/index.js';
import { Complaints } from './complaints.js';
import { Plain } from './plain.js';
import { LATER_KEYS } from './schema/later-keys.js';
import { type Scenario, scenarioSchema } from './schema/scenario.js';
import { remarksOn, valueAt } from './sentences.js';
import { didYouMean } from './suggest.js';
import { type Definition, type Literal, PLACEHOLDER, VARIABLE_NAME, Variables } from './variables.js';
import { parseYaml, readText, type YamlSource } from './yaml-source.js';

export interface LoadOptions {
  /** From `--var name=value`; they win over `vars` of the file. */
  overrides?: Readonly<Record<string, string>>;
  /** Names that get their values when the scenario is bound. */
  builtins?: readonly string[];
}

export interface LoadedScenario {
  readonly file: string;
  readonly name: string;
  readonly tags: readonly string[];
  /** The built-in variables that the scenario needs values of. */
  readonly uses: ReadonlySet<string>;
  /** For `bindScenario`. */
  readonly origin: { source: YamlSource; options: LoadOptions };
}

export function loadScenario(file: string, options: LoadOptions = {}): LoadedScenario {
  return parseScenario(file, readText(file), options);
}

/** As `loadScenario`, from a text; `file` is for messages and for the folder that relative paths start from. */
export function parseScenario(file: string, text: string, options: LoadOptions = {}): LoadedScenario {
  const source = parseYaml(file, text);
  const { scenario, uses } = read(source, options, {});
  return { file, name: scenario.name, tags: scenario.tags, uses, origin: { source, options } };
}

export function bindScenario(
  loaded: LoadedScenario,
  values: Readonly<Record<string, string>> = {},
): Scenario {
  const missing = [...loaded.uses].filter((name) => values[name] === undefined);
  if (missing.length > 0) {
    throw new Problem(
      'usage',
      `${loaded.file} uses ${missing.map((name) => `{{${name}}}`).join(' and ')}, which has no value here.`,
      `Give one with --var ${missing[0]}=….`,
    );
  }
  return read(loaded.origin.source, loaded.origin.options, values).scenario;
}

function read(
  source: YamlSource,
  options: LoadOptions,
  values: Readonly<Record<string, string>>,
): { scenario: Scenario; uses: ReadonlySet<string> } {
  const complaints = new Complaints(source.file, source.text);
  const variables = new Variables(
    new Map((options.builtins ?? []).map((name) => [name, values[name] ?? null])),
  );
  requireMap(source, complaints);
  defineVariables(source, options.overrides ?? {}, variables, complaints);
  const plain = new Plain(source, variables, complaints);
  const root = plain.value as Record<string, unknown>;

  /** Whether a remark must wait for the value of a built-in. */
  const waits = (path: readonly (string | number)[]): boolean =>
    plain.isOpen(path) && [...variables.usedBuiltins].some((name) => values[name] === undefined);

  if (Object.hasOwn(root, 'vars')) root['vars'] = variablesOf(root['vars'], variables);
  const parsed = scenarioSchema.safeParse(root);
  for (const remark of remarksOn(parsed.error?.issues ?? [], root, (path) => plain.sourceOf(path))) {
    if (remark.structural || !waits(remark.path))
      complaints.add(plain.offsetOf(remark.path, remark.onKey), remark.path, remark.sentence);
  }

  const urlPath = ['start', 'url'];
  const written = valueAt(root, urlPath);
  let address = '';
  if (typeof written === 'string' && written.trim() !== '' && !waits(urlPath)) {
    const start = startAddress(written.trim(), dirname(resolve(source.file)));
    if ('fault' in start) complaints.add(plain.offsetOf(urlPath), urlPath, start.fault);
    else address = start.url;
  }

  complaints.throwIfAny();
  // With every complaint let pass for now, what zod could not read yet is read when the scenario is bound.
  const scenario = parsed.data ?? (root as unknown as Scenario);
  if (address) scenario.start.url = address;
  return { scenario: { ...scenario, tags: scenario.tags ?? [] }, uses: variables.usedBuiltins };
}

function requireMap(source: YamlSource, complaints: Complaints): void {
  const { root } = source;
  if (isMap(root)) return;
  const offset = root?.range[0] ?? 0;
  if (root === null || (isScalar(root) && root.value === null)) {
    complaints.add(0, [], 'the file is empty; a scenario starts with the line "scenario: 1"');
  } else {
    complaints.add(offset, [], 'a scenario is a map (key: value) that starts with the line "scenario: 1"');
  }
  complaints.throwIfAny();
}

/** `vars` of the file and the overrides, before anything is put in anywhere. */
function defineVariables(
  source: YamlSource,
  overrides: Readonly<Record<string, string>>,
  variables: Variables,
  complaints: Complaints,
): void {
  const vars = isMap(source.root)
    ? (source.root.get('vars', true) as unknown as ParsedNode | undefined)
    : undefined;
  if (isMap(vars)) {
    for (const { key, value } of vars.items as { key: ParsedNode; value: ParsedNode | null }[]) {
      if (!isScalar(key)) continue; // reported where the tree is read
      const name = typeof key.value === 'string' ? key.value : (key.source ?? '');
      const path = ['vars', name];
      if (!VARIABLE_NAME.test(name)) {
        complaints.add(
          key.range[0],
          path,
          `"${name}" is no name for a variable; a name has letters, digits, - and _`,
        );
      } else if (isMap(value)) {
        const form = value.items
          .map((item) => (isScalar(item.key) ? String(item.key.value) : ''))
          .find((it) => LATER_KEYS.has(it));
        const sentence =
          form === undefined ? 'must be a text, a number, true or false' : `"${form}" is not supported yet`;
        complaints.add(value.range[0], path, sentence);
      } else if (isScalar(value) && isLiteral(value.value)) {
        const shown = typeof value.value === 'string' ? value.value : (value.source ?? String(value.value));
        variables.define(name, { value: value.value, shown });
        const override = overrides[name];
        if (override !== undefined)
          define(name, override, value.value, variables, () => {
            complaints.add(
              value.range[0],
              path,
              `is ${typeof value.value === 'number' ? 'a number' : 'true or false'} here, and --var ${name}=${override} is not`,
            );
          });
        continue;
      } else if (value === null || (isScalar(value) && value.value === null)) {
        complaints.add(key.range[0], path, 'is empty; for an empty text write ""');
      } else if (isScalar(value) || !value) {
        complaints.add(key.range[0], path, 'must be a text, a number, true or false');
      } else {
        complaints.add(value.range[0], path, 'must be a text, a number, true or false');
      }
      // So that its uses are not reported as well.
      if (!variables.has(name)) variables.define(name, { value: '', shown: '' });
    }
  }
  const used = new Set([...source.text.matchAll(PLACEHOLDER)].map((found) => (found[1] ?? '').trim()));
  for (const [name, value] of Object.entries(overrides)) {
    if (variables.has(name)) continue;
    if (used.has(name)) {
      variables.define(name, { value, shown: value, literal: true });
      continue;
    }
    throw new Problem(
      'usage',
      `--var ${name}: ${source.file} has no variable "${name}".${didYouMean(name, variables.names())}`,
      'Name one of its vars, or leave the option out.',
    );
  }
}

/** An override takes the type that the file gives the variable. */
function define(
  name: string,
  text: string,
  declared: Literal,
  variables: Variables,
  refuse: () => void,
): void {
  const definition: Definition = { value: text, shown: text, literal: true };
  if (typeof declared === 'number') definition.value = text.trim() === '' ? NaN : Number(text);
  if (typeof declared === 'boolean') definition.value = text === 'true';
  const fits =
    (typeof declared !== 'number' || Number.isFinite(definition.value)) &&
    (typeof declared !== 'boolean' || text === 'true' || text === 'false');
  if (fits) variables.define(name, definition);
  else refuse();
}

function isLiteral(value: unknown): value is Literal {
  return (
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value))
  );
}

/** The map under `vars` with the values that the variables really have; anything but a map is left for the schema. */
function variablesOf(vars: unknown, variables: Variables): unknown {
  if (typeof vars !== 'object' || vars === null || Array.isArray(vars)) return vars;
  const resolved: Record<string, Literal> = {};
  for (const name of Object.keys(vars)) {
    const answer = variables.lookup(name);
    if (answer.found) resolved[name] = answer.definition.value;
  }
  return resolved;
}

/** The absolute address of `start.url`: a web or file address, or the path of an HTML file beside the scenario. */
function startAddress(written: string, folder: string): { url: string } | { fault: string } {
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(written)?.[1]?.toLowerCase();
  if (scheme === 'http' || scheme === 'https' || scheme === 'file') {
    if (!URL.canParse(written)) return { fault: `"${written}" is not a valid address` };
    const url = new URL(written);
    if (scheme === 'file') return fileAddress(url, written);
    // `http:/x` and `http:x` parse too, as something else than what was meant.
    return /^https?:\/\/[^/]/i.test(written)
      ? { url: url.href }
      : { fault: `"${written}" is not a valid address: write ${scheme}://…` };
  }
  if (scheme !== undefined && !/^[^/]+:\d+(\/|$)/.test(written)) {
    return { fault: `"${written}" starts with ${scheme}:, which is not supported; use http, https or file` };
  }
  const path = /^[^?#]*/.exec(written)?.[0] ?? '';
  if (!/\.html?$/i.test(path) || scheme !== undefined) {
    const protocol = /^(localhost|127\.|\[)/.test(written) ? 'http' : 'https';
    const guess = `${protocol}://${written.replace(/^\/+/, '')}`;
    return {
      fault: `"${written}" is neither a web address nor the path of an .html file. Did you mean "${guess}"?`,
    };
  }
  const url = pathToFileURL(resolve(folder, path));
  const rest = new URL(written.slice(path.length), 'http://x/');
  url.search = rest.search;
  url.hash = rest.hash;
  return fileAddress(url, path);
}

function fileAddress(url: URL, written: string): { url: string } | { fault: string } {
  try {
    const path = fileURLToPath(url);
    if (existsSync(path) && statSync(path).isFile()) return { url: url.href };
    return { fault: `there is no file "${written}"; a relative path starts from the folder of the scenario` };
  } catch {
    return { fault: `"${written}" is not the address of a file on this computer` };
  }
}
