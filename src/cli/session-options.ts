/** The flags that `parley test` and `parley bench` pass on to their sessions in other processes. */
import type { ParleyOptions } from '../test/settings.js';
import { parseConfirmPolicy, parseConfirmWords, type ConfirmFlag } from './confirm-option.js';
import { listModelFlagNames } from './model-options.js';

const SESSION_FLAGS = [
  ...listModelFlagNames().filter((name) => name !== 'model'),
  'pictures',
  'pageTokens',
  'seed',
  'shape',
  'tokenizer',
  'template',
  'topK',
  'compat',
  'maxImages',
  'maxIter',
  'policies',
  'library',
  'root',
  'policyVariable',
  'samples',
  'vote',
  'promptMode',
  'cot',
  'playback',
  'rankerDevice',
  'rankerCache',
  'sentenceModel',
  'judgeModel',
  'allowHost',
  'allowPrivate',
  'allowUpload',
  'heal',
] as const;

/** @throws ParleyError `usage` for an invalid --confirm or --confirm-word */
export function toSessionOptions(args: ConfirmFlag & Readonly<Record<string, unknown>>): ParleyOptions {
  return {
    ...Object.fromEntries(SESSION_FLAGS.map((name) => [name, args[name]])),
    ...(args.confirm ? { confirm: parseConfirmPolicy(args) } : {}),
    ...(args.confirmWord ? { confirmWords: parseConfirmWords(args) } : {}),
  };
}
