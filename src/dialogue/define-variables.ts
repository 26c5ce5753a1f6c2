/** `vars` of all files and the overrides as one table, before anything is put in anywhere. */
import { ParleyError } from '../contract/index.js';
import type { Chosen } from './chosen.js';
import type { Notes, Path } from './complaints.js';
import { DEFAULT_FORMAT, formatDate, formatFault, readDate } from './dates.js';
import { choose } from './seed.js';
import type { ScenarioFileSource } from './sources.js';
import { didYouMean } from './suggest.js';
import { entryOf, type ScalarNode, type SourceNode } from './tree.js';
import {
  CLOCK,
  TIMEZONE,
  type Definition,
  type Literal,
  PLACEHOLDER,
  VARIABLE_NAME,
  type Variables,
} from './variables.js';

export interface Given {
  overrides: Readonly<Record<string, string>>;
  env: Readonly<Record<string, string | undefined>>;
  seed: number;
  forSeveral?: boolean | undefined;
}

/** @returns how the values came about that no file gives as they are, by variable */
export function defineVariables(
  sources: readonly ScenarioFileSource[],
  given: Given,
  variables: Variables,
): ReadonlyMap<string, Chosen['by']> {
  const ways = new Map<string, Chosen['by']>();
  const dates: (() => void)[] = [];
  for (const name of [CLOCK, TIMEZONE]) {
    const set = sources
      .map(({ root }) => entryOf(root, ...name.split('.'))?.value)
      .find((it) => it !== undefined);
    if (set?.kind === 'scalar' && typeof set.value === 'string')
      variables.define(name, { value: set.value, shown: set.value });
  }

  for (const { root, notes } of sources) {
    const vars = entryOf(root, 'vars')?.value;
    if (vars?.kind !== 'map') continue;
    for (const { key: name, keyAt, value } of vars.entries) {
      const path = ['vars', name];
      if (!VARIABLE_NAME.test(name)) {
        notes.add(keyAt, path, `"${name}" is no name for a variable; a name has letters, digits, - and _`);
        continue;
      }
      // Always parsed, so that its errors are reported, but earlier files win.
      const made = definitionOf(name, value, given, (sentence) => notes.add(value.at, path, sentence));
      if (variables.has(name)) continue;
      const override = given.overrides[name];
      if (override !== undefined)
        made.definition = overridden(name, override, made.definition, value.at, path, notes);
      variables.define(name, made.definition);
      const way = override === undefined ? made.way : '--var';
      if (way) ways.set(name, way);
      if (made.definition.make)
        dates.push(() => {
          const answer = variables.lookup(name);
          if (!answer.found && answer.why === 'senseless') notes.add(value.at, path, senselessDate(value));
        });
    }
  }
  defineOverrides(sources, given, variables);
  // An invalid date is reported once, at its definition, when all its variables are known.
  for (const check of dates) check();
  return ways;
}

interface Made {
  definition: Definition;
  way: Chosen['by'] | null;
}

/** An invalid value counts as an empty text, so that its uses are not reported too; the schema reports the value. */
const NOTHING: Definition = { value: '', shown: '' };

function definitionOf(
  name: string,
  node: SourceNode,
  given: Given,
  complain: (sentence: string) => void,
): Made {
  if (node.kind === 'scalar') return { definition: literalOf(node), way: null };
  const pick = entryOf(node, 'pick')?.value;
  if (pick?.kind === 'list') {
    const options = pick.items.filter((item) => item.kind === 'scalar');
    const picked = choose(options, given.seed, `vars.${name}`);
    return { definition: picked ? literalOf(picked) : NOTHING, way: 'pick' };
  }
  const date = textOf(node, 'date');
  if (date !== undefined) {
    const format = textOf(node, 'format') ?? DEFAULT_FORMAT;
    const make = (text: string, now: Date): string | null => {
      const read = readDate(text, now);
      return read && formatDate(read, formatFault(format) ? DEFAULT_FORMAT : format);
    };
    return { definition: { value: date, shown: date, make }, way: 'date' };
  }
  const key = textOf(node, 'env');
  if (key !== undefined) return { definition: fromEnvironment(key, node, given, complain), way: 'env' };
  return { definition: NOTHING, way: null };
}

function fromEnvironment(
  key: string,
  node: SourceNode,
  { env }: Given,
  complain: (sentence: string) => void,
): Definition {
  const otherwise = entryOf(node, 'default')?.value;
  const fallback = otherwise?.kind === 'scalar' ? literalOf(otherwise) : undefined;
  const text = env[key];
  if (text === undefined || text === '') {
    if (fallback) return fallback;
    complain(`the environment has no ${key}; set it, or write a default: { env: ${key}, default: … }`);
    return NOTHING;
  }
  const typed = ofType(text, fallback?.value ?? '');
  if (typed) return { ...typed, literal: true };
  complain(`${key} is "${text}" in the environment, and its default is ${typeWord(fallback?.value)}`);
  return NOTHING;
}

function literalOf({ value, written }: ScalarNode): Definition {
  if (typeof value === 'string') return { value, shown: value };
  if (typeof value !== 'number' && typeof value !== 'boolean') return NOTHING;
  return { value, shown: written ?? String(value) };
}

function textOf(node: SourceNode, key: string): string | undefined {
  const value = entryOf(node, key)?.value;
  return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : undefined;
}

function senselessDate(node: SourceNode): string {
  return `"${textOf(node, 'date')}" is no date that can be read; write one like +7d, next monday or 2026-03-02`;
}

/** An override takes the type that the file gives the variable. */
function overridden(
  name: string,
  text: string,
  declared: Definition,
  at: number,
  path: Path,
  notes: Notes,
): Definition {
  const typed = ofType(text, declared.value);
  if (typed) return { ...typed, literal: true, override: true };
  notes.add(at, path, `is ${typeWord(declared.value)} here, and --var ${name}=${text} is not`);
  return declared;
}

/** Converts a text from outside to the type of another value; null if impossible. */
function ofType(text: string, like: Literal): Definition | null {
  if (typeof like === 'boolean')
    return text === 'true' || text === 'false' ? { value: text === 'true', shown: text } : null;
  if (typeof like !== 'number') return { value: text, shown: text };
  const value = text.trim() === '' ? NaN : Number(text);
  return Number.isFinite(value) ? { value, shown: text } : null;
}

function typeWord(value: Literal | undefined): string {
  return typeof value === 'number' ? 'a number' : 'true or false';
}

/** Those that no file defines, but one uses. */
function defineOverrides(
  sources: readonly ScenarioFileSource[],
  { overrides, forSeveral }: Given,
  variables: Variables,
): void {
  const used = new Set(
    sources.flatMap(({ text }) => [...text.matchAll(PLACEHOLDER)].map((found) => (found[1] ?? '').trim())),
  );
  for (const [name, value] of Object.entries(overrides)) {
    if (variables.has(name)) continue;
    if (!used.has(name)) {
      if (forSeveral) continue;
      throw new ParleyError(
        'usage',
        `--var ${name}: ${sources[0]?.file} has no variable "${name}".${didYouMean(name, variables.names())}`,
        'Name one of its vars, or leave the option out.',
      );
    }
    variables.define(name, { value, shown: value, literal: true, override: true });
  }
}
