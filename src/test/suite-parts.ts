/**
 * Exports what `suites/` uses from this folder. `suites/` declares its own tests but runs their conversations in the
 * same way. These exports are not part of the public `parley-web/test`.
 */
export { configureConversation } from './configured-flags.js';
export { computeTestTimeout, createConversationPlan } from './conversation-plan.js';
export { test, type ParleyTestFixtures, type ParleyWorkerFixtures, type ScenarioTest } from './fixtures.js';
export { readConfiguredUse } from './runner/configured-use.js';
export { applyRunSettings, type ScenarioOptions } from './settings.js';
export { type ConversationRun, runTestConversation } from './test-conversation.js';
export type { WorkerResources } from './worker-resources.js';
