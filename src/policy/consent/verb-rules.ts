/**
 * The verbs that order an action, as patterns: those of its kind and the verb of the control itself. Pure.
 */
import type { ActedOn } from './acted-on.js';
import { fold } from './region.js';
import { EDITS, entryOfControl, type VerbEntry, verbPattern, VERBS } from './verbs.js';

interface VerbRule {
  entry: VerbEntry;
  /** At the start of a clause. Its groups are words between the parts of the verb: "call the trip off". */
  atStart: RegExp;
  anywhere: RegExp;
}

function toRule(entry: VerbEntry): VerbRule {
  const source = verbPattern(entry);
  return {
    entry,
    atStart: new RegExp(`^(?:${source})(?![\\w'-])`, 'u'),
    anywhere: new RegExp(`(?<![\\w-])(?:${source})(?![\\w'-])`, 'u'),
  };
}

const RULES = VERBS.map(toRule);

const EDIT_RULES = EDITS.map(toRule);

/** The rules of the kind of action, and one for the verb of the control itself. */
export function rulesFor({ action, controlNames, editedFields }: ActedOn): VerbRule[] {
  const own = entryOfControl(fold(controlNames[0] ?? ''), action.kind);
  return [
    ...[...RULES, ...(editedFields.size > 0 ? EDIT_RULES : [])].filter(({ entry }) =>
      entry.kinds.includes(action.kind),
    ),
    ...(own ? [toRule(own)] : []),
  ];
}
