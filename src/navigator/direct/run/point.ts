/** Double-clicks, right-clicks, and drags elements. */
import type { Candidate } from '../../../contract/index.js';
import { describe, describeDistinctly } from '../ground/describe.js';
import { scoreClickable, ground } from '../ground/ground.js';
import { isButton } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { readDropTarget } from '../language/gestures.js';
import type { StepOf, Target } from '../language/steps.js';
import { agreement } from '../text.js';
import { resolvePronoun } from './pronoun.js';
import { useElement } from './element.js';
import { formatNothingFound, formatWhichQuestion } from './speech.js';
import { findRowOfItem, findSlot } from './slots.js';
import {
  offsetBeside,
  findDropped,
  meansSurface,
  rememberSurface,
  rememberDropped,
  isOnSurface,
  findSurface,
} from './surfaces.js';
import { done, fail, type Context, type Move } from './types.js';

/** Any visible element may be clicked in these ways; without a sign of being clickable, only if its text is short. */
const pointable = (c: Candidate): number =>
  Math.max(scoreClickable(c), c.visible && c.text.length <= 120 ? 0.9 : 0);

export async function pointAtElement(step: StepOf<'point'>, ctx: Context): Promise<Move> {
  const known = ctx.run.pickedUid === null ? findDropped(step.target, ctx) : null;
  if (known && ctx.last.length === 0) ctx.run.pickedUid = known.uid;
  const did = step.how === 'double' ? 'double-clicked' : 'right-clicked';
  return useElement(
    {
      target: resolvePronoun(step.target, ctx),
      suits: pointable,
      acts: (c) => [{ intent: step.how === 'double' ? 'doubleClick' : 'rightClick', uid: c.uid }],
      verb: did,
      did: ({ description }, judged) => `${did} ${description}${judged.kind === 'ok' ? judged.extra : ''}`,
      kindSaid: 'anything called',
      noReveal: true,
    },
    ctx,
  );
}

export async function dragElement(step: StepOf<'drag'>, ctx: Context): Promise<Move> {
  const { run } = ctx;
  const target = resolvePronoun(step.target, ctx);
  if (ctx.last.length === 0) rememberSurface(ctx);
  const unclear =
    'dx' in step.to
      ? null
      : ((step.isBeside ? toBeside(step.to, target, ctx) : null) ??
        toSlot(step.to, target, ctx) ??
        aimDrop(step.to, ctx));
  if (unclear) return unclear;
  const by = 'dx' in step.to ? step.to : byGiven(ctx);
  const drop = run.givenValues.get(DROP) ?? '';
  return useElement(
    {
      target,
      suits: (c) => (c.uid === drop ? 0 : draggable(target)(c)),
      acts: (c) => [{ intent: 'drag', uid: c.uid, to: by ? { dx: by.dx, dy: by.dy } : { uid: drop } }],
      verb: 'dragged',
      did: ({ description, name }, judged) => {
        rememberDropped(name, ctx);
        return `dragged ${description}${run.pageBefore ? ` to ${run.pageBefore}` : ''}${judged.kind === 'ok' ? judged.extra : ''}`;
      },
      verify: (c, t) => outOfPlace(c, t),
      noReveal: true,
    },
    ctx,
  );
}

/** A button is dragged only if it was named, not because it happens to be "the item". */
const draggable =
  (target: Target) =>
  (c: Candidate): number =>
    isButton(c) && !target.readings.some((r) => agreement(r.phrase, getName(c)).score >= NAMED)
      ? 0
      : pointable(c);

const NAMED = 0.6;

/** The requested final index in its list, counted from 0. */
const WANTED = 'slot:index';
const BY = 'slot:by';

const byGiven = ({ run }: Context): { dx: number; dy: number } | null => {
  const coverage = run.givenValues.get(BY)?.split(' ').map(Number);
  return coverage ? { dx: coverage[0]!, dy: coverage[1]! } : null;
};

/** Resolves a position in the element's own list, or a direction. Decided once, on the page before the drag. */
function toSlot(to: Target, target: Target, ctx: Context): Move | null {
  const { run, view } = ctx;
  if (run.givenValues.has(DROP) || run.givenValues.has(BY)) return null;
  const thing = ground({ target, scoreSuitability: draggable(target) }, view);
  const slot = thing.kind === 'one' ? findSlot(to, thing.hit.candidate, view) : null;
  if (!slot) return null;
  run.pageBefore = to.text;
  if (slot.kind === 'there') {
    const description = thing.kind === 'one' ? describe(thing.hit.candidate) : target.text;
    return done(`found ${description} there already`);
  }
  if (slot.kind === 'by') {
    run.pageBefore = '';
    run.givenValues.set(BY, `${slot.dx} ${slot.dy}`);
    return null;
  }
  run.givenValues.set(DROP, slot.on.uid);
  run.givenValues.set(WANTED, `${slot.index}`);
  return null;
}

/** Resolves a place next to something on a canvas. In a list, "next to" is a position in the list. */
function toBeside(to: Target, target: Target, ctx: Context): Move | null {
  const { run, view } = ctx;
  if (run.givenValues.has(DROP) || run.givenValues.has(BY)) return null;
  const thing = ground({ target, scoreSuitability: draggable(target) }, view);
  if (thing.kind !== 'one') return null;
  // Uses what was dropped last, even if a field was edited since.
  const last = ctx.memory.dropped?.map(({ uid }) => view.byUid.get(uid)).findLast((c) => c?.visible);
  const meant = to.pronoun ? (last ?? view.byUid.get(ctx.memory.target?.uid ?? '')) : undefined;
  const found = meant ? null : ground({ target: to, scoreSuitability: pointable }, view);
  const other = meant ?? findDropped(to, ctx) ?? (found?.kind === 'one' ? found.hit.candidate : null);
  if (!other || !isOnSurface(other, view)) return null;
  const { dx, dy } = offsetBeside(other, thing.hit.candidate, view);
  run.givenValues.set(BY, `${dx} ${dy}`);
  const name = ctx.memory.dropped?.findLast(({ uid }) => uid === other.uid)?.name;
  run.pageBefore = `a place beside ${name ? `“${name}”` : describe(other)}`;
  return null;
}

/** Returns a message if the element was dropped, but not at the requested position. */
function outOfPlace(ctx: Context, { uid, description }: { uid: string; description: string }): string | null {
  const { run, view } = ctx;
  const wanted = run.givenValues.get(WANTED);
  const c = view.byUid.get(uid) ?? view.candidates.find((o) => getName(o) === run.target?.name && o.visible);
  if (wanted === undefined || !c) return null;
  const { item, all } = findRowOfItem(c, view);
  const at = all.indexOf(item);
  return all.length < 2 || at === Number(wanted)
    ? null
    : `I dragged ${description}, but it is now number ${at + 1}, not number ${Number(wanted) + 1}`;
}

const DROP = 'pick:drop';

/**
 * Decides once where the drag ends, on the page before the drag. Returns a question or failure if that is unclear;
 * otherwise null.
 */
function aimDrop(target: Target, ctx: Context): Move | null {
  const { run, view } = ctx;
  if (run.givenValues.has(BY) || run.givenValues.has(WANTED)) return null;
  const settle = (c: Candidate): null => {
    run.givenValues.set(DROP, c.uid);
    run.pageBefore ||= describe(c);
    return null;
  };
  const given = run.givenValues.get(DROP);
  if (given !== undefined) {
    // The answer to "onto which?" does not choose the dragged element.
    if (run.pickedUid === given) run.pickedUid = null;
    const picked = view.byUid.get(given);
    return picked ? settle(picked) : null;
  }
  const surface = meansSurface(target) ? findSurface(view) : null;
  if (surface) {
    run.pageBefore = `the ${target.text}`;
    return settle(surface);
  }
  const suits = (c: Candidate): number => (c.visible && (c.name || c.text.length <= 200) ? 1 : 0);
  const found = ground({ target, scoreSuitability: suits }, view);
  if (found.kind === 'one') return settle(columnOf(found.hit.candidate, view));
  if (found.kind === 'none') {
    const closest = found.closest.map((s) => s.candidate);
    return fail(formatNothingFound(target.text, closest, 'a place to drop on called'));
  }
  const list = found.hits.map((h) => h.candidate);
  const descriptions = describeDistinctly(list, view);
  run.askedFor = DROP;
  return {
    kind: 'ask',
    text: formatWhichQuestion(target.text, descriptions),
    pending: {
      kind: 'which',
      options: list.map((c, i) => ({ uid: c.uid, name: getName(c), description: descriptions[i]! })),
    },
  };
}

/** A heading means the column below it, which is the drop target. */
function columnOf(c: Candidate, view: View): Candidate {
  if (c.role !== 'heading' && c.interactive) return c;
  const { width, height } = view.observation.viewport;
  const column = view
    .getAncestors(c)
    .find((a) => a.text.startsWith(c.text) && a.box.height > c.box.height * 2 && a.visible);
  const ofPage = !column || column.box.width * column.box.height > 0.6 * width * height;
  return ofPage || c.role !== 'heading' ? c : column;
}

/** "move Lunch to Done": without such a button, and if both are visible, drags it. */
export function dragInstead(step: StepOf<'click'>, ctx: Context): Move | null {
  const match = /^move (?:the )?(.+) (?:to|into|under) (?:the )?(.+)$/iu.exec(ctx.run.spoken.clause.text);
  if (!match || step.how !== 'command' || step.target.quoted) return null;
  const { view } = ctx;
  const one = (text: string): Candidate | null => {
    const found = ground({ target: readDropTarget(text, []), scoreSuitability: pointable }, view);
    return found.kind === 'one' && found.hit.score >= 0.9 ? found.hit.candidate : null;
  };
  const [thing, place] = [one(match[1]!), one(match[2]!)];
  if (!thing || !place || thing.uid === place.uid) return null;
  const target = readDropTarget(match[1]!, []);
  const to = readDropTarget(match[2]!, []);
  return { kind: 'replace', steps: [{ ...ctx.run.spoken, step: { do: 'drag', target, to } }] };
}
