/** Adds entries to a field that takes several options: "add the tags urgent and garden", "tag it urgent". */
import type { Candidate } from '../../../contract/index.js';
import { takesOption } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { matchVerb } from '../language/line-text.js';
import type { SpokenStep } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { fold, stem } from '../text.js';

const ADDED_ENTRIES =
  /^(?:please )?(?:add|put|set|attach) (?:the |an? )?(\p{L}+) (?!to\b|of\b|as\b|from\b)(.+)$/iu;
/** A line whose verb is the name of the field: "label it fragile". */
const NAMED_BY_VERB = /^(?:please )?(\p{L}+) (?:it|this|that)(?: as| with)? (.+)$/iu;
const TO_IT_AT_END = /,? (?:to|for|on) (?:it|this|that)$/iu;

/** Returns the only field that takes several options and has the noun as its name, in the singular or plural. */
function findField(noun: string, view: View): Candidate | null {
  const hits = view.candidates.filter(
    (c) =>
      c.visible && takesOption(c) && !/ /u.test(getName(c)) && stem(fold(getName(c))) === stem(fold(noun)),
  );
  return hits.length === 1 ? hits[0]! : null;
}

/**
 * Returns one step for each entry; null unless the line names a field that takes several options. Does not submit the
 * form.
 */
export function readListEntries(line: string, view: View): SpokenStep[] | null {
  const [, noun = '', entriesText = ''] = ADDED_ENTRIES.exec(line) ?? NAMED_BY_VERB.exec(line) ?? [];
  const field = noun && findField(noun, view);
  if (!field) return null;
  const values = entriesText
    .replace(/[.!]+$/u, '')
    .replace(TO_IT_AT_END, '')
    .split(/\s*,\s*(?:and\s+)?|\s+and\s+/iu);
  // "Add the tag urgent and save it" continues with another command.
  if (values.some((value, i) => !value || (i > 0 && / /u.test(value) && matchVerb(value)))) return null;
  return values.map((value) => ({
    clause: { text: `${noun} ${value}`, raw: line, joint: '' },
    step: { do: 'set', target: createTarget(getName(field)), value, verb: 'add' },
  }));
}
