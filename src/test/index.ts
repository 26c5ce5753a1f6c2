/**
 * `test/` integrates Parley with Playwright Test. Users import it as `parley-web/test`. It provides `defineScenarios`,
 * which turns scenarios into tests, and the fixture `parley`, with which ordinary tests talk to the navigator, and the
 * options of both. `reporter/` is `parley-web/reporter`. `runner/` contains the config and the spec of `parley test`.
 * Sessions are assembled in `assembly/`, and flags are defined in `cli/`.
 *
 * No file here may use top-level await, because CommonJS specs load these files with `require`.
 */
export { expect } from '@playwright/test';
export { defineScenario, defineShared } from '../dialogue/index.js';
export type { ConversationRun } from './test-conversation.js';
export { defineScenarios, type AfterScenario, type DefineOptions } from './define-scenarios.js';
export { test, type ParleyTestFixtures, type ScenarioTest } from './fixtures.js';
export type { PageConversation, Parley, SayOptions } from './parley.js';
export type { ParleyOptions, ScenarioOptions } from './settings.js';
