/**
 * Builds patterns for the verbs that request an action: all verbs for that kind of action, and the control's verb.
 * Pure.
 */
import type { ConsentTarget } from './consent-target.js';
import { foldLookalikes } from './region.js';
import { EDIT_VERBS, createControlVerb, type VerbEntry, buildVerbPattern, VERBS } from './verbs.js';

interface VerbRule {
  entry: VerbEntry;
  /** Matches at the start of a clause. Groups match the words between verb and particle: "call the trip off". */
  startPattern: RegExp;
  anywherePattern: RegExp;
}

function createVerbRule(entry: VerbEntry): VerbRule {
  const source = buildVerbPattern(entry);
  return {
    entry,
    startPattern: new RegExp(`^(?:${source})(?![\\w'-])`, 'u'),
    anywherePattern: new RegExp(`(?<![\\w-])(?:${source})(?![\\w'-])`, 'u'),
  };
}

const VERB_RULES = VERBS.map(createVerbRule);

const EDIT_RULES = EDIT_VERBS.map(createVerbRule);

/** Returns the rules for the kind of action, and one for the control's verb. */
export function getVerbRules({ action, controlNames, editedFieldStems }: ConsentTarget): VerbRule[] {
  const controlEntry = createControlVerb(foldLookalikes(controlNames[0] ?? ''), action.kind);
  return [
    ...[...VERB_RULES, ...(editedFieldStems.size > 0 ? EDIT_RULES : [])].filter(({ entry }) =>
      entry.actionKinds.includes(action.kind),
    ),
    ...(controlEntry ? [createVerbRule(controlEntry)] : []),
  ];
}
