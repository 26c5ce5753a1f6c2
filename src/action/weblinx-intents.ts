/** Action names as models write them, and as the WebLINX paper's metrics compare them. */
import { strip } from '../python/index.js';

export const EVAL_INTENTS = [
  'say',
  'click',
  'hover',
  'textinput',
  'submit',
  'change',
  'load',
  'scroll',
  'copy',
  'paste',
  'tabcreate',
  'tabremove',
  'tabswitch',
  'action',
] as const;

export const UNKNOWN_INTENT = '<unk>';

export type EvalIntent = (typeof EVAL_INTENTS)[number] | typeof UNKNOWN_INTENT;

const EVAL_INTENT_NAMES: ReadonlySet<string> = new Set(EVAL_INTENTS);

/** Ignores case and underscores: `text_input`, `tabSwitch`. */
export function toEvalIntent(name: string): EvalIntent {
  const normalised = strip(name.toLowerCase()).replaceAll('_', '');
  return EVAL_INTENT_NAMES.has(normalised) ? (normalised as EvalIntent) : UNKNOWN_INTENT;
}

/** Actions on an element. The paper's metrics count scrolling as one of them. */
export const ELEMENT_INTENTS: ReadonlySet<EvalIntent> = new Set([
  'click',
  'hover',
  'textinput',
  'submit',
  'change',
  'scroll',
  'copy',
  'paste',
]);

/** Actions that contain text written by the model. */
export const TEXT_INTENTS: ReadonlySet<EvalIntent> = new Set([
  'say',
  'textinput',
  'copy',
  'paste',
  'load',
  'change',
]);
