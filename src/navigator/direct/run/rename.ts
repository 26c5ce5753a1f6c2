/**
 * Renames elements without a field for the name ("rename Draft to Garden"): double-clicks the tab, tree entry or canvas
 * element, and enters the name in the field or form that opens.
 */
import type { Candidate } from '../../../contract/index.js';
import { scoreClickable, ground } from '../ground/ground.js';
import { isField, isLink } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { SpokenStep, StepOf, Target } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import type { View } from '../ground/view.js';
import { type Context, type Move } from './types.js';

const canBeRenamed = (c: Candidate, view: View): boolean => {
  if (isField(c) || !c.visible || c.behindModal) return false;
  const classNames = [c.attributes, ...c.folded.map((a) => a.attributes)].map((a) => a.class ?? '').join(' ');
  const hasRenamableRole = ['tab', 'treeitem', 'listitem', 'gridcell', 'row', 'option'].includes(c.role);
  const staysOnPage = !isLink(c) || view.getUrl(c).split('#')[0] === view.observation.url.split('#')[0];
  return (
    staysOnPage &&
    (hasRenamableRole || /(?:^|[\s_-])(?:tab|node|item|entry|layer|draggable)(?:$|[\s_-])/iu.test(classNames))
  );
};

export function renameByDoubleClick(step: StepOf<'set'>, target: Target, ctx: Context): Move | null {
  const { run, view } = ctx;
  if (step.verb !== 'rename' || !step.value || run.revealedUids.size > 0) return null;
  const scoreSuitability = (c: Candidate): number =>
    canBeRenamed(c, view) ? Math.max(scoreClickable(c), 0.9) : 0;
  const grounding = ground({ target, scoreSuitability }, view);
  const hits =
    grounding.kind === 'one' ? [grounding.hit] : grounding.kind === 'several' ? grounding.hits : [];
  const hit = hits.find(({ candidate }) => candidate.interactive) ?? hits[0];
  if (!hit || hit.score < 0.9) return null;
  const { clause } = run.spokenStep;
  const field = createTarget('name');
  const steps: SpokenStep[] = [
    {
      clause,
      step: { do: 'double-or-right-click', kind: 'double', target: createTarget(getName(hit.candidate)) },
    },
    { clause, step: { do: 'set', target: field, value: step.value, verb: 'set' } },
    { clause, step: { do: 'submit', target: null } },
  ];
  return {
    kind: 'replace',
    steps,
    prepare: ([first]) => void (first && (first.pickedUid = hit.candidate.uid)),
  };
}
