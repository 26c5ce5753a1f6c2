/** Prompts of the navigator `step`: messages, replies, histories, votes and token caps of SteP's policies. */
export { parseActionFaithfully } from './faithful-grammar.js';
export { buildFlatPolicy, listReachablePolicies } from './flat.js';
export { parseStep, type PolicyInvocation, type ReadStep, type StepAction } from './grammar.js';
export { FaithfulHistory, HardenedHistory, isInformationRequest } from './history.js';
export { buildStepMessages, type PromptMode, type StepMessage, type StepPromptStyle } from './messages.js';
export { parseStepFaithfully, parseStepReply } from './parse-reply.js';
export { cutObservation, fitExamples } from './token-caps.js';
export { chooseSample, type VoteRule } from './vote.js';
