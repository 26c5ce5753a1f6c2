/** Recognises states in queries: "the selected tab", "the field with the error", "the open section". */
import type { Candidate } from '../contract/index.js';
import { findTargetWords } from './words.js';

const DISABLED =
  /\b(disabled|greyed[ -]out|grayed[ -]out|(?:cannot|can't|can not) be (?:changed|clicked|used|pressed))\b/;

const STATES: [RegExp, (candidate: Candidate) => boolean][] = [
  [
    /\b(selected|current|active|chosen|highlighted|i am (?:in|on))\b(?! (?:user|text))/,
    ({ states }) =>
      states.selected === true ||
      states.current === true ||
      states.checked === true ||
      states.pressed === true,
  ],
  [
    /\b(pressed|toggled|switched on|turned on)\b/,
    ({ states }) => states.pressed === true || states.checked === true,
  ],
  [/\b(checked|ticked)\b/, ({ states }) => states.checked === true],
  [
    /\b(unchecked|unticked|not (?:yet )?(?:checked|ticked|selected)|empty box)\b/,
    ({ states }) => states.checked === false,
  ],
  [DISABLED, ({ states }) => states.disabled === true || states.readonly === true],
  [/\b(error|invalid|wrong|red|problem)\b/, ({ states }) => states.invalid === true],
  [/\b(required|mandatory|must be filled)\b/, ({ states }) => states.required === true],
  [
    /\b(open|opened|expanded|unfolded)(?= (?:menu|section|panel|item|list|folder|tree|group|one))\b/,
    ({ states }) => states.expanded === true,
  ],
  [/\b(closed|collapsed|folded)\b/, ({ states }) => states.expanded === false],
  [/\b(focused|with the cursor|cursor is)\b/, ({ states }) => states.focused === true],
  [
    /\b(empty|blank) (?=field|box|input|one)/,
    ({ states, value }) => states.editable === true && (value ?? '') === '',
  ],
];

/** Creates a test for the state that the query names; null if it names none. */
export function createStateTest(query: string): ((candidate: Candidate) => boolean) | null {
  const text = query.toLowerCase();
  const tests = STATES.filter(([pattern]) => pattern.test(text)).map(([, test]) => test);
  return tests.length ? (candidate) => tests.some((test) => test(candidate)) : null;
}

/** Whether the query asks for a disabled element. */
export const asksForDisabledElement = (query: string): boolean => DISABLED.test(query.toLowerCase());

/** Nouns for anything with a state, and filler words. */
const GENERIC_WORD =
  /^(section|option|tab|button|link|icon|text|item|entry|page|one|element|control|menu|view|row|step|box|checkbox|switch|toggle|radio|choice|field|input|list|category|currently|just|the|am|what|which|thing|already)$/;

/** Whether a query names only a state: "the selected tab", "the section I am in". */
export function namesOnlyState(query: string): boolean {
  let text = query.toLowerCase();
  for (const [pattern] of STATES) text = text.replace(pattern, ' ');
  return findTargetWords(text).every((word) => GENERIC_WORD.test(word));
}
