/** Detects forms, and controls that open forms, for a different kind of entry than the requested one. */
import type { Candidate } from '../../../contract/index.js';
import { isField } from '../ground/kinds.js';
import { listWeightedNames } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { CREATABLE_ITEMS } from '../lexicon/kind-words.js';
import { scoreAgreement, clip, fold } from '../text.js';
import { findForm } from '../ground/form.js';
import { findKindOptions } from './entry-kind.js';

const CREATION_NAME =
  /^\P{L}*(?:add|create|new|insert|make|compose|start)(?: (?:an?|the|new|another))* (\p{L}[\p{L}\p{N} -]*?)(?:\.\.\.|…)?$/iu;
/** Names that fit any kind of entry. */
const GENERIC_KIND =
  /^(?:new|rows?|records?|entr(?:y|ies)|items?|ones?|things?|objects?|elements?|something)$/iu;

/** Returns the kind that the text says it creates, if that is not the requested one; null otherwise. */
function findDifferentKind(kind: string, text: string): string | null {
  const createdKind = CREATION_NAME.exec(text)?.[1];
  if (!createdKind || GENERIC_KIND.test(kind) || GENERIC_KIND.test(createdKind)) return null;
  const isSynonym = CREATABLE_ITEMS.some(
    (names) => names.includes(fold(createdKind)) && names.includes(fold(kind)),
  );
  const isSimilar =
    Math.max(scoreAgreement(kind, createdKind).coverage, scoreAgreement(createdKind, kind).coverage) >= 0.5;
  return isSynonym || isSimilar ? null : createdKind;
}

/** Whether the control's name says that it creates a different kind of entry. */
export const opensFormForOtherKind = (c: Candidate, kind: string): boolean =>
  listWeightedNames(c).some(({ text }) => findDifferentKind(kind, text) !== null);

/** Returns the kind that the opened form creates, according to its heading, if it is not the requested one. */
export function findOtherKind(kind: string, view: View): string | null {
  const field = view.candidates.find(
    (c) => c.visible && isField(c) && findForm(c, view) && (!view.isDialogOpen || view.isInDialog(c)),
  );
  const form = field && findForm(field, view);
  if (form && findKindOptions(kind, form, view).length > 0) return null;
  const titles = view.candidates
    .filter(
      (c) => view.isDialogOpen && c.visible && view.isInDialog(c) && c.text.length <= 60 && !c.interactive,
    )
    .map((c) => c.text);
  const differentKinds = [...titles, field?.section ?? ''].map((text) => findDifferentKind(kind, text));
  const createdKind = differentKinds.find((other) => other !== null);
  return createdKind ? clip(createdKind, 40) : null;
}
