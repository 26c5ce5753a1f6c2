/** Completes a test's options with the scenario's `agent` section and with `parley.config.yaml`. */
import {
  applyAgentSettings,
  applySettings,
  type AppliedSettings,
  type BrowserFlags,
  type NavigatorFlags,
  type RankerFlags,
  type JudgeFlags,
  type SentenceModelFlags,
} from '../assembly/index.js';
import type { Configuration } from '../config/index.js';
import type { Scenario } from '../dialogue/index.js';
import type { ScenarioOptions } from './settings.js';

type TestConversationFlags = NavigatorFlags & RankerFlags & SentenceModelFlags & JudgeFlags & BrowserFlags;

/** @param script the scenario and its file; null for a single line */
export function configureConversation(
  { navigator, model, ranker, parleyOptions }: ScenarioOptions,
  configuration: Configuration,
  script: { scenario: Scenario; file: string } | null,
): AppliedSettings<TestConversationFlags> {
  const {
    banners: _banners,
    heal: _heal,
    confirm: _confirm,
    confirmWords: _words,
    demonstration: _demonstration,
    report: _report,
    ...flagOptions
  } = parleyOptions;
  // A navigator that the project sets overrides the scenario's.
  const flags = applyAgentSettings<TestConversationFlags>(
    { ...flagOptions, navigator, model, ranker },
    script?.scenario.agent ?? {},
  );
  return applySettings(flags, configuration.settings(script?.file), {
    scenario: script?.scenario,
  });
}
