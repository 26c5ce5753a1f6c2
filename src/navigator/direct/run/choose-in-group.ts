/**
 * Chooses options of a group that the line names by one of its words: "contact me by email and text, not by post" with
 * checkboxes under “How should we contact you?”, "branch Harbour" with radio buttons under “Branch”.
 */
import type { Candidate } from '../../../contract/index.js';
import { isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { groupBy } from '../group-by.js';
import { createTarget } from '../language/target.js';
import { fold, stem, tokenizeContent } from '../text.js';
import type { ClickStep } from './describe-click.js';
import { updateRun, type Context, type Move } from './types.js';

const NEGATION = /\b(?:not|except|without|never|no|neither|nor|don['’]t)\b/iu;
/** Ends a phrase. A negation concerns the rest of its phrase: "not by post or phone". */
const PHRASE_END = new RegExp(
  `[,;]|\\b(?:but|and)\\s+(?=${NEGATION.source})|\\bbut\\b|(?=${NEGATION.source})`,
  'iu',
);
const ONLY = /\b(?:only|just|nothing but)\b/giu;

interface NamedOption {
  control: Candidate;
  isWanted: boolean;
}

const GROUP_ROLES: ReadonlySet<string> = new Set(['radiogroup', 'group']);

/** Returns the group's name. In a web component, only the element around the options has it. */
const getGroupName = (c: Candidate, view: View): string =>
  view.getAncestors(c).find((a) => GROUP_ROLES.has(a.role) && a.name !== '')?.name ?? c.section;

/** Returns the options that the line names; null if it does not name the group, or has other words. */
function readOptions(line: string, groupName: string, controls: readonly Candidate[]): NamedOption[] | null {
  const groupStems = tokenizeContent(groupName).map(stem);
  if (!tokenizeContent(line).some((word) => groupStems.includes(stem(word)))) return null;
  const options: NamedOption[] = [];
  for (const phrase of line.replace(ONLY, ' ').split(PHRASE_END)) {
    const isWanted = !NEGATION.test(phrase);
    for (const part of phrase.replace(NEGATION, ' ').split(/\b(?:and|or|nor|plus)\b|&/iu)) {
      const stems = tokenizeContent(part)
        .map(stem)
        .filter((word) => !groupStems.includes(word));
      if (stems.length === 0) continue;
      const [control, ...others] = controls.filter((c) => {
        const nameStems = tokenizeContent(getName(c)).map(stem);
        return stems.every((word) => nameStems.includes(word));
      });
      if (!control || others.length > 0) return null;
      options.push({ control, isWanted });
    }
  }
  return options.length > 0 ? options : null;
}

/** Returns null unless the line names exactly one group and only options of it. */
export function chooseInNamedGroup({ kind }: ClickStep, { run, view }: Context): Move | null {
  const line = run.spokenStep.clause.text;
  if (kind !== 'bare' || run.stage !== '' || run.pickedUid) return null;
  const controls = view.candidates.filter((c) => c.visible && isTickable(c) && !c.states.disabled);
  const hasWholeName = view.candidates.some(
    (c) => c.visible && c.interactive && fold(getName(c)) === fold(line),
  );
  if (controls.length < 2 || hasWholeName) return null;
  const groups = groupBy(controls, (c) => getGroupName(c, view));
  const readings = [...groups].flatMap(([name, members]) => {
    const options = readOptions(line, name, members);
    return options ? [{ members, options }] : [];
  });
  const [reading, ...otherReadings] = readings;
  if (!reading || otherReadings.length > 0) return null;
  const { members, options } = reading;
  // One radio button can be on, and none can be turned off.
  if (members.some(({ role }) => role === 'radio') && (options.length > 1 || !options[0]!.isWanted))
    return null;
  const isNamed = (c: Candidate): boolean => options.some(({ control }) => control === c);
  const others = line.search(ONLY) < 0 ? [] : members.filter((c) => c.role !== 'radio' && !isNamed(c));
  const requests = [...options, ...others.map((control): NamedOption => ({ control, isWanted: false }))];
  const isDone = ({ control, isWanted }: NamedOption): boolean => control.states.checked === isWanted;
  // What the line excludes is only reported if it was on.
  const changes = requests.filter((request) => request.isWanted || !isDone(request));
  const reportedRequests = changes.length > 0 ? changes : requests;
  return {
    kind: 'replace',
    steps: reportedRequests.map(({ control, isWanted }) => ({
      ...run.spokenStep,
      step: {
        do: 'tick',
        newState: isWanted,
        target: createTarget(getName(control)),
        verb: control.role === 'radio' ? 'choose' : isWanted ? 'tick' : 'untick',
      },
    })),
    prepare: (runs) =>
      runs.forEach((newRun, i) =>
        updateRun(newRun, { pickedUid: reportedRequests[i]!.control.uid, usesOnlyPicked: true }),
      ),
  };
}
