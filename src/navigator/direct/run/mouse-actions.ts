/** Double-clicks, right-clicks, and drags elements. */
import type { Candidate } from '../../../contract/index.js';
import { describe, describeDistinctly } from '../ground/describe.js';
import { scoreClickable, ground } from '../ground/ground.js';
import { isButton } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { readDropTarget } from '../language/gestures.js';
import type { StepOf, Target } from '../language/steps.js';
import { scoreAgreement } from '../text.js';
import { resolvePronoun } from './resolve-pronoun.js';
import { useElement } from './use-element.js';
import { formatNothingFound, formatWhichQuestion } from './messages.js';
import { findSiblings, findDragDestination } from './drag-position.js';
import {
  computeOffsetBeside,
  findDroppedElement,
  isCanvasName,
  rememberElementsBeforeDrop,
  rememberDroppedElement,
  isOnCanvas,
  findCanvas,
} from './canvas.js';
import { done, fail, type Context, type Move } from './types.js';

/** Scores how well an element can be pointed at: clickable ones, and any visible element with a short text. */
const scorePointable = (c: Candidate): number =>
  Math.max(scoreClickable(c), c.visible && c.text.length <= 120 ? 0.9 : 0);

export async function doubleOrRightClick(step: StepOf<'point'>, ctx: Context): Promise<Move> {
  const droppedElement = ctx.run.pickedUid === null ? findDroppedElement(step.target, ctx) : null;
  if (droppedElement && ctx.recentActions.length === 0) ctx.run.pickedUid = droppedElement.uid;
  const verb = step.how === 'double' ? 'double-clicked' : 'right-clicked';
  return useElement(
    {
      target: resolvePronoun(step.target, ctx),
      scoreSuitability: scorePointable,
      createActions: (c) => [{ intent: step.how === 'double' ? 'doubleClick' : 'rightClick', uid: c.uid }],
      pastVerb: verb,
      describeDone: ({ description }, judged) =>
        `${verb} ${description}${judged.kind === 'ok' ? judged.extra : ''}`,
      kindPhrase: 'anything called',
      skipsReveal: true,
    },
    ctx,
  );
}

export async function dragElement(step: StepOf<'drag'>, ctx: Context): Promise<Move> {
  const { run } = ctx;
  const target = resolvePronoun(step.target, ctx);
  if (ctx.recentActions.length === 0) rememberElementsBeforeDrop(ctx);
  const blockingMove =
    'dx' in step.to
      ? null
      : ((step.isBeside ? resolvePlaceBeside(step.to, target, ctx) : null) ??
        resolveListPosition(step.to, target, ctx) ??
        resolveDropTarget(step.to, ctx));
  if (blockingMove) return blockingMove;
  const offset = 'dx' in step.to ? step.to : readDragOffset(ctx);
  const dropUid = run.givenValues.get(DROP_TARGET) ?? '';
  return useElement(
    {
      target,
      scoreSuitability: (c) => (c.uid === dropUid ? 0 : createDraggableScore(target)(c)),
      createActions: (c) => [
        { intent: 'drag', uid: c.uid, to: offset ? { dx: offset.dx, dy: offset.dy } : { uid: dropUid } },
      ],
      pastVerb: 'dragged',
      describeDone: ({ description, name }, judged) => {
        rememberDroppedElement(name, ctx);
        return `dragged ${description}${run.pageStateBefore ? ` to ${run.pageStateBefore}` : ''}${judged.kind === 'ok' ? judged.extra : ''}`;
      },
      verify: (c, t) => reportWrongPosition(c, t),
      skipsReveal: true,
    },
    ctx,
  );
}

/** A button is dragged only if the target names it, not because it may be "the item". */
const createDraggableScore =
  (target: Target) =>
  (c: Candidate): number =>
    isButton(c) && !target.readings.some((r) => scoreAgreement(r.phrase, getName(c)).score >= MIN_NAME_SCORE)
      ? 0
      : scorePointable(c);

const MIN_NAME_SCORE = 0.6;

/** Key of the requested final index in the element's list, counted from 0. */
const REQUESTED_INDEX = 'slot:index';
const DRAG_OFFSET = 'slot:by';

const readDragOffset = ({ run }: Context): { dx: number; dy: number } | null => {
  const numbers = run.givenValues.get(DRAG_OFFSET)?.split(' ').map(Number);
  return numbers ? { dx: numbers[0]!, dy: numbers[1]! } : null;
};

/** Resolves a position in the element's list, or a direction. Decided once, on the page before the drag. */
function resolveListPosition(to: Target, target: Target, ctx: Context): Move | null {
  const { run, view } = ctx;
  if (run.givenValues.has(DROP_TARGET) || run.givenValues.has(DRAG_OFFSET)) return null;
  const draggedGrounding = ground({ target, scoreSuitability: createDraggableScore(target) }, view);
  const destination =
    draggedGrounding.kind === 'one' ? findDragDestination(to, draggedGrounding.hit.candidate, view) : null;
  if (!destination) return null;
  run.pageStateBefore = to.text;
  if (destination.kind === 'there') {
    const description =
      draggedGrounding.kind === 'one' ? describe(draggedGrounding.hit.candidate) : target.text;
    return done(`found ${description} there already`);
  }
  if (destination.kind === 'by') {
    run.pageStateBefore = '';
    run.givenValues.set(DRAG_OFFSET, `${destination.dx} ${destination.dy}`);
    return null;
  }
  run.givenValues.set(DROP_TARGET, destination.on.uid);
  run.givenValues.set(REQUESTED_INDEX, `${destination.index}`);
  return null;
}

/** Resolves a place next to an element on a canvas. In a list, "next to" is a list position. */
function resolvePlaceBeside(to: Target, target: Target, ctx: Context): Move | null {
  const { run, view } = ctx;
  if (run.givenValues.has(DROP_TARGET) || run.givenValues.has(DRAG_OFFSET)) return null;
  const draggedGrounding = ground({ target, scoreSuitability: createDraggableScore(target) }, view);
  if (draggedGrounding.kind !== 'one') return null;
  // Uses the element dropped last, even if a field was edited since.
  const lastDropped = ctx.memory.droppedElements
    ?.map(({ uid }) => view.byUid.get(uid))
    .findLast((c) => c?.visible);
  const referredElement = to.pronoun
    ? (lastDropped ?? view.byUid.get(ctx.memory.lastTarget?.uid ?? ''))
    : undefined;
  const grounding = referredElement ? null : ground({ target: to, scoreSuitability: scorePointable }, view);
  const neighbour =
    referredElement ??
    findDroppedElement(to, ctx) ??
    (grounding?.kind === 'one' ? grounding.hit.candidate : null);
  if (!neighbour || !isOnCanvas(neighbour, view)) return null;
  const { dx, dy } = computeOffsetBeside(neighbour, draggedGrounding.hit.candidate, view);
  run.givenValues.set(DRAG_OFFSET, `${dx} ${dy}`);
  const name = ctx.memory.droppedElements?.findLast(({ uid }) => uid === neighbour.uid)?.name;
  run.pageStateBefore = `a place beside ${name ? `“${name}”` : describe(neighbour)}`;
  return null;
}

/** Returns a message if the element was dropped, but not at the requested position. */
function reportWrongPosition(
  ctx: Context,
  { uid, description }: { uid: string; description: string },
): string | null {
  const { run, view } = ctx;
  const requestedIndex = run.givenValues.get(REQUESTED_INDEX);
  const c = view.byUid.get(uid) ?? view.candidates.find((o) => getName(o) === run.target?.name && o.visible);
  if (requestedIndex === undefined || !c) return null;
  const { item, siblings: all } = findSiblings(c, view);
  const index = all.indexOf(item);
  return all.length < 2 || index === Number(requestedIndex)
    ? null
    : `I dragged ${description}, but it is now number ${index + 1}, not number ${Number(requestedIndex) + 1}`;
}

const DROP_TARGET = 'pick:drop';

/**
 * Decides once where the drag ends, on the page before the drag. Returns a question or failure if that is unclear;
 * otherwise null.
 */
function resolveDropTarget(target: Target, ctx: Context): Move | null {
  const { run, view } = ctx;
  if (run.givenValues.has(DRAG_OFFSET) || run.givenValues.has(REQUESTED_INDEX)) return null;
  const setDropTarget = (c: Candidate): null => {
    run.givenValues.set(DROP_TARGET, c.uid);
    run.pageStateBefore ||= describe(c);
    return null;
  };
  const givenUid = run.givenValues.get(DROP_TARGET);
  if (givenUid !== undefined) {
    // The answer to "onto which?" does not choose the dragged element.
    if (run.pickedUid === givenUid) run.pickedUid = null;
    const picked = view.byUid.get(givenUid);
    return picked ? setDropTarget(picked) : null;
  }
  const surface = isCanvasName(target) ? findCanvas(view) : null;
  if (surface) {
    run.pageStateBefore = `the ${target.text}`;
    return setDropTarget(surface);
  }
  const suits = (c: Candidate): number => (c.visible && (c.name || c.text.length <= 200) ? 1 : 0);
  const grounding = ground({ target, scoreSuitability: suits }, view);
  if (grounding.kind === 'one') return setDropTarget(findColumn(grounding.hit.candidate, view));
  if (grounding.kind === 'none') {
    const closest = grounding.closest.map((s) => s.candidate);
    return fail(formatNothingFound(target.text, closest, 'a place to drop on called'));
  }
  const candidates = grounding.hits.map((h) => h.candidate);
  const descriptions = describeDistinctly(candidates, view);
  run.askedValueKey = DROP_TARGET;
  return {
    kind: 'ask',
    text: formatWhichQuestion(target.text, descriptions),
    openQuestion: {
      kind: 'which',
      options: candidates.map((c, i) => ({ uid: c.uid, name: getName(c), description: descriptions[i]! })),
    },
  };
}

/** Returns the column below a heading as the drop target; any other element is returned as is. */
function findColumn(c: Candidate, view: View): Candidate {
  if (c.role !== 'heading' && c.interactive) return c;
  const { width, height } = view.observation.viewport;
  const column = view
    .getAncestors(c)
    .find((a) => a.text.startsWith(c.text) && a.box.height > c.box.height * 2 && a.visible);
  const isWholePage = !column || column.box.width * column.box.height > 0.6 * width * height;
  return isWholePage || c.role !== 'heading' ? c : column;
}

/** Drags for "move Lunch to Done", if both elements are visible and there is no such button. */
export function dragInstead(step: StepOf<'click'>, ctx: Context): Move | null {
  const match = /^move (?:the )?(.+) (?:to|into|under) (?:the )?(.+)$/iu.exec(ctx.run.spokenStep.clause.text);
  if (!match || step.how !== 'command' || step.target.quoted) return null;
  const { view } = ctx;
  const findSingle = (text: string): Candidate | null => {
    const grounding = ground({ target: readDropTarget(text, []), scoreSuitability: scorePointable }, view);
    return grounding.kind === 'one' && grounding.hit.score >= 0.9 ? grounding.hit.candidate : null;
  };
  const [dragged, destination] = [findSingle(match[1]!), findSingle(match[2]!)];
  if (!dragged || !destination || dragged.uid === destination.uid) return null;
  const target = readDropTarget(match[1]!, []);
  const to = readDropTarget(match[2]!, []);
  return { kind: 'replace', steps: [{ ...ctx.run.spokenStep, step: { do: 'drag', target, to } }] };
}
