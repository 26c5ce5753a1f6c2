/**
 * `test/` integrates Parley with Playwright Test. Users import it as `parley-web/test`: scenarios as tests
 * (`defineScenarios`), the fixture `parley` for the pages of ordinary tests, and their options. `reporter/` is
 * `parley-web/reporter`; `runner/` holds the config and spec of `parley test`. Sessions are assembled in
 * `assembly/`, and flags are defined in `cli/`.
 *
 * No file here may use top-level await, because CommonJS specs require it.
 */
export { expect } from '@playwright/test';
export { defineScenario, defineShared } from '../dialogue/index.js';
export type { ConversationRun } from './test-conversation.js';
export { defineScenarios, type AfterScenario, type DefineOptions } from './define-scenarios.js';
export { test, type ParleyTestFixtures, type ScenarioTest } from './fixtures.js';
export type { PageConversation, Parley, SayOptions } from './parley.js';
export type { ParleyOptions, ScenarioOptions } from './settings.js';
