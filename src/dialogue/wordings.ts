/** Chooses one of several wordings. */
import { type Path, showPath } from './complaints.js';
import type { Chosen } from './chosen.js';
import { choose } from './seed.js';
import type { Scenario, WrittenScenario } from './schema/scenario.js';
import type { Wording } from './schema/wording.js';

/** @returns the dialogue and the replies with one wording each, and which those are */
export function chooseWordings(
  { dialogue, replies }: Pick<WrittenScenario, 'dialogue' | 'replies'>,
  seed: number,
): Pick<Scenario, 'dialogue' | 'replies'> & { chosen: Chosen[] } {
  const chosen: Chosen[] = [];
  const one = (say: Wording, path: Path): string => {
    if (typeof say === 'string') return say;
    const what = showPath(path);
    const value = choose(say.any_of, seed, what) ?? '';
    chosen.push({ what, by: 'any_of', value });
    return value;
  };
  return {
    dialogue: dialogue.map((line, i) => ({ ...line, say: one(line.say, ['dialogue', i, 'say']) })),
    replies: replies.map(({ say, ...reply }, i) =>
      say === undefined ? reply : { ...reply, say: one(say, ['replies', i, 'say']) },
    ),
    chosen,
  };
}
