/**
 * Hovers the entry that a command names ("delete the address book Friends"), because many lists show an entry's
 * controls only under the mouse.
 */
import type { Candidate } from '../../../contract/index.js';
import { isField } from '../ground/kinds.js';
import { listWeightedNames } from '../ground/names.js';
import { MAX_ROW_LENGTH } from '../ground/own-row.js';
import type { View } from '../ground/view.js';
import type { StepOf } from '../language/steps.js';
import { scoreAgreement, tokenizeContent, tokenize } from '../text.js';
import { act, type Context, type Move, type StepRun, updateRun } from './types.js';

/** Marks in `revealedUids` that the entry was hovered. */
const HOVERED_MARKER = 'pointed-at-entry';
const ENTRY_ROLES = new Set(['article', 'listitem', 'row', 'gridcell', 'group', 'option', 'treeitem']);

const joinTokens = (text: string): string => tokenize(text).join('');

/** Whether the entry shows all words; "addressbook" counts as "address book". */
const showsAllWords = (words: readonly string[], { name, text }: Candidate): boolean =>
  words.every(
    (word) =>
      scoreAgreement(word, `${name} ${text}`).coverage >= 0.85 ||
      (word.length >= 6 && joinTokens(text).includes(word)),
  );

/** Returns the innermost entries that show all words. */
function findInnermostEntries(description: string, view: View): Candidate[] {
  const words = tokenizeContent(description);
  const entries = view.candidates.filter(
    (c) =>
      words.length > 0 &&
      c.visible &&
      !isField(c) &&
      ENTRY_ROLES.has(c.role) &&
      c.text.length <= MAX_ROW_LENGTH &&
      showsAllWords(words, c),
  );
  const ancestorUids = new Set(entries.flatMap((c) => view.getAncestors(c).map(({ uid }) => uid)));
  return entries.filter(({ uid }) => !ancestorUids.has(uid));
}

/** Returns the entry's only control named after the command, such as a link "❌" with the title "Delete". */
function findControl(entry: Candidate, command: string, view: View): Candidate | null {
  const controls = view.candidates.filter(
    (c) =>
      c.visible &&
      c.interactive &&
      view.getAncestors(c).includes(entry) &&
      listWeightedNames(c).some(({ text }) => scoreAgreement(command, text).score >= 0.9),
  );
  return controls.length === 1 ? controls[0]! : null;
}

/** Hovers the only matching entry and then repeats the step with the entry's control. */
export function hoverEntry(step: StepOf<'click'>, { run, view }: Context): Move | null {
  const { command } = step;
  if (step.kind !== 'command' || !command?.object || command.object.pronoun) return null;
  const [entry, ...otherEntries] = findInnermostEntries(command.object.text, view);
  if (!entry || otherEntries.length > 0) return null;
  if (!run.revealedUids.has(HOVERED_MARKER)) {
    run.revealedUids.add(HOVERED_MARKER);
    return act('reveal', { intent: 'hover', uid: entry.uid });
  }
  const control = run.pickedUid === null ? findControl(entry, command.name, view) : null;
  const prepare = ([newRun]: StepRun[]): void =>
    void (newRun && control && updateRun(newRun, { pickedUid: control.uid }));
  return control ? { kind: 'replace', steps: [run.spokenStep], prepare } : null;
}
