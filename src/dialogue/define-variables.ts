/** Defines a scenario's variables from the `vars` of all its files and from the overrides. */
import { ParleyError } from '../contract/index.js';
import {
  formatSuggestion,
  findEntry,
  type FileErrors,
  type KeyPath,
  type ScalarNode,
  type SourceNode,
} from '../yaml/index.js';
import type { RunChoice } from './run-choices.js';
import { DEFAULT_FORMAT, formatDate, findFormatError, parseDate } from './dates.js';
import { chooseBySeed } from './seed.js';
import type { ScenarioFileSource } from './sources.js';
import {
  CLOCK_VARIABLE,
  TIMEZONE_VARIABLE,
  type VariableDefinition,
  type Literal,
  PLACEHOLDER,
  VARIABLE_NAME,
  type Variables,
} from './variables.js';

export interface VariableInputs {
  overrides: Readonly<Record<string, string>>;
  env: Readonly<Record<string, string | undefined>>;
  seed: number;
  /** Ignores overrides of variables that the scenario does not have. */
  allowUnknownOverrides?: boolean | undefined;
}

/** @returns for each variable whose value can differ between runs, what chose its value */
export function defineVariables(
  sources: readonly ScenarioFileSource[],
  inputs: VariableInputs,
  variables: Variables,
): ReadonlyMap<string, RunChoice['by']> {
  const chosenBy = new Map<string, RunChoice['by']>();
  const dateChecks: (() => void)[] = [];
  for (const name of [CLOCK_VARIABLE, TIMEZONE_VARIABLE]) {
    const setting = sources
      .map(({ root }) => findEntry(root, ...name.split('.'))?.value)
      .find((node) => node !== undefined);
    if (setting?.kind === 'scalar' && typeof setting.value === 'string')
      variables.define(name, { value: setting.value, insertedText: setting.value });
  }

  for (const { root, fileErrors } of sources) {
    const vars = findEntry(root, 'vars')?.value;
    if (vars?.kind !== 'map') continue;
    for (const { key: name, keyAt, value } of vars.entries) {
      const path = ['vars', name];
      if (!VARIABLE_NAME.test(name)) {
        fileErrors.add(keyAt, path, `"${name}" is not a valid variable name; use letters, digits, - and _`);
        continue;
      }
      // Always parsed, so that its errors are reported, even if an earlier file overrides it.
      const parsedDefinition = parseDefinition(name, value, inputs, (sentence) =>
        fileErrors.add(value.offset, path, sentence),
      );
      if (variables.has(name)) continue;
      const override = inputs.overrides[name];
      if (override !== undefined)
        parsedDefinition.definition = applyOverride(
          name,
          override,
          parsedDefinition.definition,
          value.offset,
          path,
          fileErrors,
        );
      variables.define(name, parsedDefinition.definition);
      const by = override === undefined ? parsedDefinition.chosenBy : '--var';
      if (by) chosenBy.set(name, by);
      if (parsedDefinition.definition.convert)
        dateChecks.push(() => {
          const lookup = variables.lookup(name);
          if (!lookup.found && lookup.reason === 'invalid date')
            fileErrors.add(value.offset, path, describeInvalidDate(value));
        });
    }
  }
  defineOverrides(sources, inputs, variables);
  // An invalid date is reported once, at its definition, when all its variables are known.
  for (const check of dateChecks) check();
  return chosenBy;
}

interface ParsedDefinition {
  definition: VariableDefinition;
  chosenBy: RunChoice['by'] | null;
}

/** Replaces an invalid value, so that its uses are not reported too; the schema reports the value itself. */
const EMPTY_DEFINITION: VariableDefinition = { value: '', insertedText: '' };

function parseDefinition(
  name: string,
  node: SourceNode,
  inputs: VariableInputs,
  report: (sentence: string) => void,
): ParsedDefinition {
  if (node.kind === 'scalar') return { definition: toDefinition(node), chosenBy: null };
  const pick = findEntry(node, 'pick')?.value;
  if (pick?.kind === 'list') {
    const options = pick.items.filter((item) => item.kind === 'scalar');
    const pickedNode = chooseBySeed(options, inputs.seed, `vars.${name}`);
    return { definition: pickedNode ? toDefinition(pickedNode) : EMPTY_DEFINITION, chosenBy: 'pick' };
  }
  const date = readText(node, 'date');
  if (date !== undefined) {
    const format = readText(node, 'format') ?? DEFAULT_FORMAT;
    const convert = (text: string, now: Date): string | null => {
      const parsedDate = parseDate(text, now);
      return parsedDate && formatDate(parsedDate, findFormatError(format) ? DEFAULT_FORMAT : format);
    };
    return { definition: { value: date, insertedText: date, convert }, chosenBy: 'date' };
  }
  const key = readText(node, 'env');
  if (key !== undefined)
    return { definition: readEnvironmentVariable(key, node, inputs, report), chosenBy: 'env' };
  return { definition: EMPTY_DEFINITION, chosenBy: null };
}

function readEnvironmentVariable(
  key: string,
  node: SourceNode,
  { env }: VariableInputs,
  report: (sentence: string) => void,
): VariableDefinition {
  const fallbackNode = findEntry(node, 'default')?.value;
  const fallback = fallbackNode?.kind === 'scalar' ? toDefinition(fallbackNode) : undefined;
  const text = env[key];
  if (text === undefined || text === '') {
    if (fallback) return fallback;
    report(
      `the environment variable is not set: ${key}; set it, or write a default: { env: ${key}, default: … }`,
    );
    return EMPTY_DEFINITION;
  }
  const convertedDefinition = convertToTypeOf(text, fallback?.value ?? '');
  if (convertedDefinition) return { ...convertedDefinition, isLiteral: true };
  report(
    `${key} is "${text}" in the environment, but must be ${describeType(fallback?.value)} like its default`,
  );
  return EMPTY_DEFINITION;
}

function toDefinition({ value, rawText }: ScalarNode): VariableDefinition {
  if (typeof value === 'string') return { value, insertedText: value };
  if (typeof value !== 'number' && typeof value !== 'boolean') return EMPTY_DEFINITION;
  return { value, insertedText: rawText ?? String(value) };
}

function readText(node: SourceNode, key: string): string | undefined {
  const value = findEntry(node, key)?.value;
  return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : undefined;
}

function describeInvalidDate(node: SourceNode): string {
  return `"${readText(node, 'date')}" is not a date; write one like +7d, next monday or 2026-03-02`;
}

/** Gives an override the type that the variable has in the file. */
function applyOverride(
  name: string,
  text: string,
  fileDefinition: VariableDefinition,
  at: number,
  path: KeyPath,
  fileErrors: FileErrors,
): VariableDefinition {
  const convertedDefinition = convertToTypeOf(text, fileDefinition.value);
  if (convertedDefinition) return { ...convertedDefinition, isLiteral: true, isOverride: true };
  fileErrors.add(at, path, `is ${describeType(fileDefinition.value)} here, but --var ${name}=${text} is not`);
  return fileDefinition;
}

/** Converts a text from outside the files to the type of an example value; null if impossible. */
function convertToTypeOf(text: string, example: Literal): VariableDefinition | null {
  if (typeof example === 'boolean')
    return text === 'true' || text === 'false' ? { value: text === 'true', insertedText: text } : null;
  if (typeof example !== 'number') return { value: text, insertedText: text };
  const value = text.trim() === '' ? NaN : Number(text);
  return Number.isFinite(value) ? { value, insertedText: text } : null;
}

function describeType(value: Literal | undefined): string {
  return typeof value === 'number' ? 'a number' : 'true or false';
}

/** Defines the overrides of variables that the files use but do not define. */
function defineOverrides(
  sources: readonly ScenarioFileSource[],
  { overrides, allowUnknownOverrides }: VariableInputs,
  variables: Variables,
): void {
  const usedNames = new Set(
    sources.flatMap(({ text }) => [...text.matchAll(PLACEHOLDER)].map((found) => (found[1] ?? '').trim())),
  );
  for (const [name, value] of Object.entries(overrides)) {
    if (variables.has(name)) continue;
    if (!usedNames.has(name)) {
      if (allowUnknownOverrides) continue;
      throw new ParleyError(
        'usage',
        `--var ${name}: ${sources[0]?.file} has no variable "${name}".${formatSuggestion(name, variables.listNames())}`,
        'Use the name of one of its vars, or remove the option.',
      );
    }
    variables.define(name, { value, insertedText: value, isLiteral: true, isOverride: true });
  }
}
