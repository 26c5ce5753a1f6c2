/** Intent names exactly as WebLINX stores them in `replay.json` (spec 2.1). */

/** Intent of chat turns. It never occurs in `action.intent` of `replay.json`. */
const SAY_INTENT = 'say';

export const BROWSER_INTENTS = [
  'click',
  'hover',
  'textInput',
  'change',
  'load',
  'submit',
  'scroll',
  'copy',
  'paste',
  'tabcreate',
  'tabremove',
  'tabswitch',
] as const;

export type BrowserIntent = (typeof BROWSER_INTENTS)[number];
export type WireIntent = typeof SAY_INTENT | BrowserIntent;

const BROWSER_INTENT_NAMES: ReadonlySet<string> = new Set(BROWSER_INTENTS);

/**
 * Whether the name is one of `BROWSER_INTENTS`. Another name in the last five turns makes the Python prompt builder
 * raise (spec 1.8, item 7).
 */
export function isBrowserIntent(name: string): name is BrowserIntent {
  return BROWSER_INTENT_NAMES.has(name);
}

/** The attribute that carries an element's uid in saved pages and in the recorded attributes of an element (spec 1.7). */
export const UID_ATTRIBUTE = 'data-webtasks-id';
