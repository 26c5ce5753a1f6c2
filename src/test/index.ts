/**
 * `test/` is the bridge to Playwright Test, which others import as `parley/test`: scenarios as tests
 * (`defineScenarios`), the fixture `parley` for pages of ordinary tests, and the options that say how conversations
 * are held. `reporter/` is `parley/reporter`, `runner/` what `parley test` runs where there is no spec. What does not
 * belong here: how a session is put together (`assembly/`), and flags.
 *
 * No file here may await at its top level: specs that are CommonJS require this.
 */
export { expect } from '@playwright/test';
export { defineScenario, defineShared } from '../dialogue/index.js';
export type { Held } from './conversation.js';
export { defineScenarios, type AfterScenario, type DefineOptions } from './define-scenarios.js';
export { test, type ScenarioFixtures, type ScenarioTest } from './fixtures.js';
export type { Conversations, Parley, SayOptions } from './parley.js';
export type { ParleyOptions, ScenarioOptions } from './settings.js';
