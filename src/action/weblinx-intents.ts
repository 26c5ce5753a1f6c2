/** Names of actions as models write them, and as the paper's metrics compare them (spec 2.1). */
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

const KNOWN: ReadonlySet<string> = new Set(EVAL_INTENTS);

/** Upper and lower case and underscores make no difference: `text_input`, `tabSwitch`. */
export function evalIntent(name: string): EvalIntent {
  const plain = strip(name.toLowerCase()).replaceAll('_', '');
  return KNOWN.has(plain) ? (plain as EvalIntent) : UNKNOWN_INTENT;
}

/** Acts on an element; scrolling is one of them for the paper's metrics. */
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

/** Acts with a text of the model's own. */
export const TEXT_INTENTS: ReadonlySet<EvalIntent> = new Set([
  'say',
  'textinput',
  'copy',
  'paste',
  'load',
  'change',
]);
