/** Applies the `agent` section of a scenario as defaults for command-line flags. Given flags take precedence. */
import type { Scenario } from '../dialogue/index.js';
import type { NavigatorFlags } from './navigator-plan.js';
import type { RankerFlags } from './ranker-plan.js';

export function applyAgentSettings<T extends NavigatorFlags & RankerFlags>(
  flags: T,
  agent: Scenario['agent'],
): T {
  const {
    ranker,
    page_tokens: pageTokens,
    max_images: maxImages,
    max_iter: maxIter,
    prompt_mode: promptMode,
    ...settings
  } = agent;
  const rankerSettings = typeof ranker === 'string' ? { name: ranker } : ranker;
  const navigatorSettings = {
    ...settings,
    ...(pageTokens === undefined ? {} : { pageTokens }),
    ...(maxImages === undefined ? {} : { maxImages }),
    ...(maxIter === undefined ? {} : { maxIter }),
    ...(promptMode === undefined ? {} : { promptMode }),
    ...(rankerSettings?.top_k === undefined ? {} : { topK: rankerSettings.top_k }),
  };
  // A navigator and its model belong together, so naming either on the command line replaces both.
  const isNavigatorGiven = flags.navigator !== undefined || flags.model !== undefined;
  return {
    ...flags,
    ...(isNavigatorGiven ? {} : navigatorSettings),
    ...pickDefined(flags, [
      'pictures',
      'pageTokens',
      'temperature',
      'topK',
      'compat',
      'maxImages',
      'maxIter',
      'library',
      'root',
      'samples',
      'vote',
      'promptMode',
      'cot',
    ]),
    ...(flags.ranker === undefined && rankerSettings?.name !== undefined
      ? { ranker: rankerSettings.name }
      : {}),
  };
}

function pickDefined<T extends object>(flags: T, names: readonly (keyof T)[]): Partial<T> {
  return Object.fromEntries(
    names.filter((name) => flags[name] !== undefined).map((name) => [name, flags[name]]),
  ) as Partial<T>;
}
