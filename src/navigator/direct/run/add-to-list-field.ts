/** Adds entries to a field that takes several options: "add the tags urgent and garden", "tag it urgent". */
import type { Candidate } from '../../../contract/index.js';
import { FINISHING } from '../assign/word-sets.js';
import { takesOption, takesSeveralOptions } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { matchVerb } from '../language/line-text.js';
import type { SpokenStep } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { fold, splitEntries, stem } from '../text.js';

const ADDED_ENTRIES =
  /^(?:please )?(?:add|put|set|attach) (?:the |an? )?(\p{L}+) (?!to\b|of\b|as\b|from\b)(.+)$/iu;
/** Matches "set the tags to urgent and garden". In a field that is not a native list, entries that were chosen before stay. */
const SET_ENTRIES = /^(?:please )?(?:set|change) (?:the |its |my )?(\p{L}+) to (.+)$/iu;
/** Matches "add garden to the tags". */
const ADDED_TO = /^(?:please )?(?:add|put) (.+) (?:to|in|into) (?:the |its |my )?(\p{L}+)[.!]*$/iu;
/** Matches a line whose verb is the name of the field: "label it fragile". */
const NAMED_BY_VERB = /^(?:please )?(\p{L}+) (?:it|this|that)(?: as| with)? (.+)$/iu;
const TO_IT_AT_END = /,? (?:to|for|on) (?:it|this|that)$/iu;

/** Returns the only field that takes several options and has the noun as its name, in the singular or plural. */
function findField(noun: string, view: View): Candidate | null {
  const hits = view.candidates.filter(
    (c) =>
      c.visible &&
      (takesOption(c) || takesSeveralOptions(c)) &&
      !/ /u.test(getName(c)) &&
      stem(fold(getName(c))) === stem(fold(noun)),
  );
  return hits.length === 1 ? hits[0]! : null;
}

/** Whether an element beside the field shows that the entry was chosen before, such as “bug” or “Remove bug”. */
function isChosen(value: string, field: Candidate, view: View): boolean {
  const boxes = new Set(
    view
      .getAncestors(field)
      .slice(0, 2)
      .map(({ uid }) => uid),
  );
  return view.candidates.some(
    (c) =>
      c.visible &&
      c.role !== 'option' &&
      /^(?:(?:remove|delete|deselect|clear) )?(.+)$/u.exec(fold(getName(c)))?.[1] === fold(value) &&
      view.getAncestors(c).some(({ uid }) => boxes.has(uid)),
  );
}

/**
 * Returns one step for each entry; null unless the line names a field that takes several options. Does not submit the
 * form.
 */
export function readListEntries(line: string, view: View): SpokenStep[] | null {
  const setEntries = SET_ENTRIES.exec(line);
  const addedTo = ADDED_TO.exec(line);
  const [, noun = '', entriesText = ''] =
    (addedTo && findField(addedTo[2]!, view) ? [line, addedTo[2], addedTo[1]] : setEntries) ??
    ADDED_ENTRIES.exec(line) ??
    NAMED_BY_VERB.exec(line) ??
    [];
  const field = noun && findField(noun, view);
  if (!field) return null;
  const values = splitEntries(entriesText.replace(/[.!]+$/u, '').replace(TO_IT_AT_END, ''));
  // "Add the tag urgent and save it" continues with another command.
  const isCommand = (text: string): boolean =>
    FINISHING.has(fold(text).split(' ')[0]!) || (/ /u.test(text) && matchVerb(text) !== null);
  if (values.some((value, i) => i > 0 && isCommand(value.replace(/^then /iu, '')))) return null;
  // A native list and a field for one option are set as a whole.
  if (setEntries && (values.length < 2 || takesSeveralOptions(field))) return null;
  const newValues = values.filter((value) => !isChosen(value, field, view));
  return (newValues.length ? newValues : values).map((value) => ({
    clause: { text: `${noun} ${value}`, raw: line, joint: '' },
    step: { do: 'set', target: createTarget(getName(field)), value, verb: 'add' },
  }));
}
