/** Flags that only some suites have. Each suite declares its own; a flag of another suite is a mistake. */
import { ParleyError } from '../contract/index.js';

/** Its value is a text, or a list of texts if it is repeatable; the suite parses it. */
export interface SuiteFlag {
  describe: string;
  type?: 'boolean';
  repeatable?: true;
  choices?: readonly string[];
  /** Decides which tasks a run has, so a resumed run cannot change it. */
  choosesTasks?: true;
}

/** The values of flags by their names in camel case; undefined if a flag was not given. */
export type FlagValues = Readonly<Record<string, unknown>>;

interface SuiteWithFlags {
  name: string;
  flags: Readonly<Record<string, SuiteFlag>>;
}

/** A flag of one or more suites, for the command line. */
export interface DeclaredFlag extends SuiteFlag {
  name: string;
}

export const toCamelCase = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** All flags of all suites. A flag that several suites have is declared once, with their descriptions. */
export function declareFlags(suites: readonly SuiteWithFlags[]): DeclaredFlag[] {
  const names = [...new Set(suites.flatMap(({ flags }) => Object.keys(flags)))];
  return names.map((name) => {
    const owners = suites.filter(({ flags }) => name in flags);
    const [first] = owners;
    return {
      ...first!.flags[name]!,
      name,
      describe: owners.map((suite) => `${suite.name}: ${suite.flags[name]!.describe}`).join('; '),
    };
  });
}

/** @throws ParleyError `usage` for a flag of another suite, or one that is given more than once */
export function checkSuiteFlags(
  suite: SuiteWithFlags,
  suites: readonly SuiteWithFlags[],
  values: FlagValues,
): void {
  for (const other of suites)
    for (const [name, { repeatable }] of Object.entries(other.flags)) {
      const value = values[toCamelCase(name)];
      if (value === undefined) continue;
      if (!(name in suite.flags))
        throw new ParleyError(
          'usage',
          `--${name} is a flag of the suite ${other.name}, not of ${suite.name}.`,
          `Leave it out; parley bench ${suite.name} --help lists the flags of each suite.`,
        );
      if (Array.isArray(value) && !repeatable)
        throw new ParleyError('usage', `--${name} is given more than once.`, 'Give it once.');
    }
}

/** @throws ParleyError `usage` if a resumed run is given other tasks */
export function checkResumedFlags({ flags }: SuiteWithFlags, before: FlagValues, now: FlagValues): void {
  for (const [name, { choosesTasks }] of Object.entries(flags)) {
    const key = toCamelCase(name);
    if (choosesTasks && now[key] !== undefined && JSON.stringify(now[key]) !== JSON.stringify(before[key]))
      throw new ParleyError(
        'usage',
        `--${name} and --resume cannot be combined.`,
        'A resumed run has its own tasks; start a new run for others.',
      );
  }
}
