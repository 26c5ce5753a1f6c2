/** What a model's action becomes: actions of the session, or a fault that the model is told. */
import type { Action } from '../../contract/index.js';

export type ConversionResult =
  /** `warning`: what the model is told with the next observation. */
  | { ok: true; actions: [Action, ...Action[]]; warning: string }
  /** `fault`: one sentence for the model; '' for the fixed sentence of a paper. */
  | { ok: false; fault: string };

export const one = (action: Action): ConversionResult => ({ ok: true, actions: [action], warning: '' });
export const fail = (fault: string): ConversionResult => ({ ok: false, fault });
