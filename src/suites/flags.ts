/** Flags that only some suites have. Each suite declares its own flags and rejects those of other suites. */
import { ParleyError } from '../contract/index.js';

/** A flag whose value is a string, or a list of strings if the flag is repeatable. The suite parses the value. */
export interface SuiteFlag {
  describe: string;
  type?: 'boolean';
  isRepeatable?: true;
  choices?: readonly string[];
  /** Set if the flag determines which tasks a run has. A resumed run cannot change such a flag. */
  selectsTasks?: true;
}

/** Flag values by name in camel case; undefined if a flag was not given. */
export type FlagValues = Readonly<Record<string, unknown>>;

interface SuiteWithFlags {
  name: string;
  flags: Readonly<Record<string, SuiteFlag>>;
}

/** A flag of one or more suites, as declared on the command line. */
export interface DeclaredFlag extends SuiteFlag {
  name: string;
}

export const toCamelCase = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Returns the flags of all suites. A flag that several suites have is declared only once, with all its descriptions.
 */
export function declareFlags(suites: readonly SuiteWithFlags[]): DeclaredFlag[] {
  const names = [...new Set(suites.flatMap(({ flags }) => Object.keys(flags)))];
  return names.map((name) => {
    const owners = suites.filter(({ flags }) => name in flags);
    const [firstOwner] = owners;
    return {
      ...firstOwner!.flags[name]!,
      name,
      describe: owners.map((suite) => `${suite.name}: ${suite.flags[name]!.describe}`).join('; '),
    };
  });
}

/** @throws ParleyError `usage` if a flag belongs to another suite or is repeated */
export function checkSuiteFlags(
  suite: SuiteWithFlags,
  suites: readonly SuiteWithFlags[],
  values: FlagValues,
): void {
  for (const declaringSuite of suites)
    for (const [name, { isRepeatable }] of Object.entries(declaringSuite.flags)) {
      const value = values[toCamelCase(name)];
      if (value === undefined) continue;
      if (!(name in suite.flags))
        throw new ParleyError(
          'usage',
          `--${name} is a flag of the suite ${declaringSuite.name}, not of ${suite.name}.`,
          `Remove it; parley bench ${suite.name} --help lists the flags of each suite.`,
        );
      if (Array.isArray(value) && !isRepeatable)
        throw new ParleyError('usage', `--${name} can be used only once.`, 'Remove the repeated flag.');
    }
}

/** @throws ParleyError `usage` if the flags would give a resumed run different tasks */
export function checkResumedFlags(
  { flags }: SuiteWithFlags,
  previousValues: FlagValues,
  newValues: FlagValues,
): void {
  for (const [name, { selectsTasks }] of Object.entries(flags)) {
    const key = toCamelCase(name);
    if (
      selectsTasks &&
      newValues[key] !== undefined &&
      JSON.stringify(newValues[key]) !== JSON.stringify(previousValues[key])
    )
      throw new ParleyError(
        'usage',
        `--${name} and --resume cannot be combined.`,
        'A resumed run keeps its tasks. Start a new run for other tasks.',
      );
  }
}
