/** The result of converting a model's action: actions of the session, or a fault for the model. */
import type { Action } from '../../contract/index.js';

export type ConversionResult =
  /** `warning`: a sentence for the model, sent with the next observation. */
  | { ok: true; actions: [Action, ...Action[]]; warning: string }
  /** `fault`: one sentence for the model; '' selects the paper's fixed sentence. */
  | { ok: false; fault: string };

export const succeed = (action: Action): ConversionResult => ({ ok: true, actions: [action], warning: '' });
export const fail = (fault: string): ConversionResult => ({ ok: false, fault });
