/** Intent names exactly as WebLINX stores them in `replay.json`. */

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
 * Whether the name is one of `BROWSER_INTENTS`. WebLINX's prompt builder (in Python) raises an error if one of the last
 * five turns has another name.
 */
export function isBrowserIntent(name: string): name is BrowserIntent {
  return BROWSER_INTENT_NAMES.has(name);
}

/** The attribute that contains an element's uid in saved pages and in the recorded attributes of an element. */
export const UID_ATTRIBUTE = 'data-webtasks-id';
