/**
 * "Delete the address book Friends", if no control for it is shown: points at the entry of that name, because many
 * lists show the controls of an entry only under the mouse.
 */
import type { Candidate } from '../../../contract/index.js';
import { isField } from '../ground/kinds.js';
import { listNamings } from '../ground/names.js';
import { MAX_ROW_LENGTH } from '../ground/own-row.js';
import type { View } from '../ground/view.js';
import type { StepOf } from '../language/steps.js';
import { agreement, contentTokens, tokens } from '../text.js';
import { act, type Context, type Move, type StepRun, update } from './types.js';

const POINTED = 'pointed-at-entry';
const ENTRY_ROLES = new Set(['article', 'listitem', 'row', 'gridcell', 'group', 'option', 'treeitem']);

const joined = (text: string): string => tokens(text).join('');

/** Whether the entry shows all words; "addressbook" is "address book". */
const showsAll = (words: readonly string[], { name, text }: Candidate): boolean =>
  words.every(
    (word) =>
      agreement(word, `${name} ${text}`).coverage >= 0.85 ||
      (word.length >= 6 && joined(text).includes(word)),
  );

/** The innermost entries that show all words. */
function entriesWith(object: string, view: View): Candidate[] {
  const words = contentTokens(object);
  const entries = view.candidates.filter(
    (c) =>
      words.length > 0 &&
      c.visible &&
      !isField(c) &&
      ENTRY_ROLES.has(c.role) &&
      c.text.length <= MAX_ROW_LENGTH &&
      showsAll(words, c),
  );
  const outer = new Set(entries.flatMap((c) => view.getAncestors(c).map(({ uid }) => uid)));
  return entries.filter(({ uid }) => !outer.has(uid));
}

/** The only control in the entry that is named after the command: a link "❌" with the title "Delete". */
function controlIn(entry: Candidate, command: string, view: View): Candidate | null {
  const hits = view.candidates.filter(
    (c) =>
      c.visible &&
      c.interactive &&
      view.getAncestors(c).includes(entry) &&
      listNamings(c).some(({ text }) => agreement(command, text).score >= 0.9),
  );
  return hits.length === 1 ? hits[0]! : null;
}

/** Points at the entry if exactly one is meant, and then uses its control. */
export function pointAtEntry(step: StepOf<'click'>, { run, view }: Context): Move | null {
  const { command } = step;
  if (step.how !== 'command' || !command?.object || command.object.pronoun) return null;
  const [entry, ...others] = entriesWith(command.object.text, view);
  if (!entry || others.length > 0) return null;
  if (!run.revealedUids.has(POINTED)) {
    run.revealedUids.add(POINTED);
    return act('reveal', { intent: 'hover', uid: entry.uid });
  }
  const control = run.pickedUid === null ? controlIn(entry, command.name, view) : null;
  const prepare = ([fresh]: StepRun[]): void =>
    void (fresh && control && update(fresh, { pickedUid: control.uid }));
  return control ? { kind: 'replace', steps: [run.spoken], prepare } : null;
}
