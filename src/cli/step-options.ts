/** Flags of the `step` navigator. */
import type { Argv } from 'yargs';

import { PROMPT_MODES, VOTE_RULES } from '../assembly/index.js';

export function stepOptions<T>(yargs: Argv<T>) {
  const group = 'Navigator:';
  return yargs
    .option('policies', {
      type: 'string',
      group,
      describe: 'step: folder of your own policies: a library, or a folder of libraries',
    })
    .option('library', {
      type: 'string',
      group,
      describe: 'step: name of the policy library (default live; parley policy list shows all)',
    })
    .option('root', {
      type: 'string',
      group,
      describe: 'step: the policy that receives the task; default: depends on the page’s address',
    })
    .option('policy-variable', {
      type: 'string',
      array: true,
      nargs: 1,
      group,
      describe: 'step: value of a library variable, as name=value; may be repeated',
    })
    .option('samples', {
      type: 'number',
      group,
      describe: 'step: number of replies requested for each decision (default 1; 3 in the paper)',
    })
    .option('vote', {
      choices: VOTE_RULES,
      group,
      describe: 'step: how to choose between several replies: first, or majority (default; faithful: first)',
    })
    .option('prompt-mode', {
      choices: PROMPT_MODES,
      group,
      describe: 'step: send the prompt as several messages (chat, default) or as one (completion)',
    })
    .option('cot', {
      type: 'boolean',
      group,
      describe: 'step: ask for a reason before the action (default); --no-cot asks for the action only',
    })
    .option('playback', {
      type: 'string',
      group,
      describe: 'step:playback: the recording, a SteP trajectory (JSON) or the folder of a demonstration',
    });
}
