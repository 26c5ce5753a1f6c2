/** Double clicks, right clicks, and dragging one thing onto another. */
import type { Candidate } from '../../../contract/index.js';
import { describe, tellApart } from '../ground/describe.js';
import { clickable, ground } from '../ground/ground.js';
import { nameOf } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { readDrop } from '../language/gestures.js';
import type { StepOf, Target } from '../language/steps.js';
import { resolvePronoun } from './pronoun.js';
import { workOn } from './element.js';
import { nothingFits, whichOf } from './speech.js';
import { fail, type Context, type Move } from './types.js';

/** Anything that is seen may be pointed at; what nothing marks as clickable only by short words. */
const pointable = (c: Candidate): number =>
  Math.max(clickable(c), c.visible && c.text.length <= 120 ? 0.9 : 0);

export async function point(step: StepOf<'point'>, ctx: Context): Promise<Move> {
  const did = step.how === 'double' ? 'double-clicked' : 'right-clicked';
  return workOn(
    {
      target: resolvePronoun(step.target, ctx),
      suits: pointable,
      acts: (c) => [{ intent: step.how === 'double' ? 'doubleClick' : 'rightClick', uid: c.uid }],
      verb: did,
      did: ({ said }, judged) => `${did} ${said}${judged.kind === 'ok' ? judged.extra : ''}`,
      kindSaid: 'anything called',
      noReveal: true,
    },
    ctx,
  );
}

export async function drag(step: StepOf<'drag'>, ctx: Context): Promise<Move> {
  const { to } = step;
  const drop = 'dx' in to ? null : dropOn(to, ctx);
  if (drop?.kind === 'move') return drop.move;
  const place = drop === null ? '' : ` to ${describe(drop.candidate)}`;
  return workOn(
    {
      target: resolvePronoun(step.target, ctx),
      suits: (c) => (c.uid === drop?.candidate.uid ? 0 : pointable(c)),
      acts: (c) => [
        {
          intent: 'drag',
          uid: c.uid,
          to: drop === null ? { ...(to as { dx: number; dy: number }) } : { uid: drop.candidate.uid },
        },
      ],
      verb: 'dragged',
      did: ({ said }, judged) => `dragged ${said}${place}${judged.kind === 'ok' ? judged.extra : ''}`,
      noReveal: true,
    },
    ctx,
  );
}

type Drop = { kind: 'at'; candidate: Candidate } | { kind: 'move'; move: Move };

const PICK = 'pick:drop';

/** Where the drag ends; a question or a failure where that is not clear. */
function dropOn(target: Target, ctx: Context): Drop {
  const { run, view } = ctx;
  const given = view.byUid.get(run.given.get(PICK) ?? '');
  if (given) {
    // The answer to "onto which?" is no pick of what is dragged.
    if (run.picked === given.uid) run.picked = null;
    return { kind: 'at', candidate: given };
  }
  const suits = (c: Candidate): number => (c.visible && (c.name || c.text.length <= 200) ? 1 : 0);
  const found = ground({ target, suits }, view);
  if (found.kind === 'one') return { kind: 'at', candidate: columnOf(found.hit.candidate, view) };
  if (found.kind === 'none')
    return {
      kind: 'move',
      move: fail(
        nothingFits(
          target.text,
          found.closest.map((s) => s.candidate),
          'a place to drop on called',
        ),
      ),
    };
  const list = found.hits.map((h) => h.candidate);
  const said = tellApart(list, view);
  run.asked = PICK;
  return {
    kind: 'move',
    move: {
      kind: 'ask',
      text: whichOf(target.text, said),
      pending: {
        kind: 'which',
        options: list.map((c, i) => ({ uid: c.uid, name: nameOf(c), said: said[i]! })),
      },
    },
  };
}

/** A heading stands for the column below it, which is what things are dropped on. */
function columnOf(c: Candidate, view: View): Candidate {
  if (c.role !== 'heading' && c.interactive) return c;
  const { width, height } = view.observation.viewport;
  const column = view
    .ancestors(c)
    .find((a) => a.text.startsWith(c.text) && a.box.height > c.box.height * 2 && a.visible);
  const ofPage = !column || column.box.width * column.box.height > 0.6 * width * height;
  return ofPage || c.role !== 'heading' ? c : column;
}

/** "move Lunch to Done": where no button says so, and both are to be seen, it is dragged. */
export function dragInstead(step: StepOf<'click'>, ctx: Context): Move | null {
  const said = /^move (?:the )?(.+) (?:to|into|under) (?:the )?(.+)$/iu.exec(ctx.run.spoken.clause.text);
  if (!said || step.how !== 'command' || step.target.quoted) return null;
  const { view } = ctx;
  const one = (text: string): Candidate | null => {
    const found = ground({ target: readDrop(text, []), suits: pointable }, view);
    return found.kind === 'one' && found.hit.score >= 0.9 ? found.hit.candidate : null;
  };
  const [thing, place] = [one(said[1]!), one(said[2]!)];
  if (!thing || !place || thing.uid === place.uid) return null;
  const target = readDrop(said[1]!, []);
  const to = readDrop(said[2]!, []);
  return { kind: 'replace', steps: [{ ...ctx.run.spoken, step: { do: 'drag', target, to } }] };
}
