/** The `--heal` flag: what to do about lines of a recording that no longer match the page. */
import type { Argv } from 'yargs';

import { HEAL_POLICIES, type Approve, type HealPolicy } from '../assembly/index.js';
import { ParleyError } from '../contract/index.js';
import { askYesNo } from './ask-yes-no.js';

export interface HealFlag {
  heal?: HealPolicy | undefined;
}

/** @param policies the values of `--heal` that the command supports */
export function healOption<T>(
  yargs: Argv<T>,
  policies: readonly HealPolicy[] = HEAL_POLICIES,
): Argv<T & HealFlag> {
  return yargs.option('heal', {
    choices: policies,
    describe: `What to do if a line cannot be replayed: allow (default) lets the navigator carry it out, ${policies.includes('ask') ? 'ask asks you first, ' : ''}deny fails`,
  });
}

/**
 * Returns a function that asks the person at the terminal for approval; undefined without `--heal ask`.
 *
 * @throws ParleyError `usage` if there is no terminal
 */
export function createApproval(
  heal: HealPolicy | undefined,
  { input, output }: { input: NodeJS.ReadStream; output: NodeJS.WriteStream } = {
    input: process.stdin,
    output: process.stderr,
  },
): Approve | undefined {
  if (heal !== 'ask') return undefined;
  if (!input.isTTY || !output.isTTY)
    throw new ParleyError('usage', '--heal ask needs a terminal.', 'Use --heal allow or --heal deny.');
  return (question, signal) => askYesNo(question, { input, output }, signal);
}
