/** Chooses one of several wordings. */
import { formatKeyPath, type KeyPath } from '../yaml/index.js';
import type { RunChoice } from './run-choices.js';
import { chooseBySeed } from './seed.js';
import type { Scenario, ParsedScenario } from './schema/scenario.js';
import type { Wording } from './schema/wording.js';

/** @returns the dialogue and replies with one wording per line, and the choices that were made */
export function chooseWordings(
  { dialogue, replies }: Pick<ParsedScenario, 'dialogue' | 'replies'>,
  seed: number,
): Pick<Scenario, 'dialogue' | 'replies'> & { chosen: RunChoice[] } {
  const wordingChoices: RunChoice[] = [];
  const chooseWording = (say: Wording, path: KeyPath): string => {
    if (typeof say === 'string') return say;
    const what = formatKeyPath(path);
    const value = chooseBySeed(say.any_of, seed, what) ?? '';
    wordingChoices.push({ what, by: 'any_of', value });
    return value;
  };
  return {
    dialogue: dialogue.map((line, i) => ({ ...line, say: chooseWording(line.say, ['dialogue', i, 'say']) })),
    replies: replies.map(({ say, ...reply }, i) =>
      say === undefined ? reply : { ...reply, say: chooseWording(say, ['replies', i, 'say']) },
    ),
    chosen: wordingChoices,
  };
}
