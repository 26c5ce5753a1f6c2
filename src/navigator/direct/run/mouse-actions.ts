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
import { StepVariable } from './step-variable.js';
import { done, fail, type Context, type Move, type StepRun } from './types.js';

/** Scores how suitable an element is as a mouse target: a clickable element, or a visible one with little text. */
const scoreMouseTarget = (c: Candidate): number =>
  Math.max(scoreClickable(c), c.visible && c.text.length <= 120 ? 0.9 : 0);

export async function doubleOrRightClick(step: StepOf<'double-or-right-click'>, ctx: Context): Promise<Move> {
  const droppedElement = ctx.run.pickedUid === null ? findDroppedElement(step.target, ctx) : null;
  if (droppedElement && ctx.recentActions.length === 0) ctx.run.pickedUid = droppedElement.uid;
  const verb = step.kind === 'double' ? 'double-clicked' : 'right-clicked';
  return useElement(
    {
      target: resolvePronoun(step.target, ctx),
      scoreSuitability: scoreMouseTarget,
      createActions: (c) => [{ intent: step.kind === 'double' ? 'doubleClick' : 'rightClick', uid: c.uid }],
      pastVerb: verb,
      describeDone: ({ description }, judgement) =>
        `${verb} ${description}${judgement.kind === 'ok' ? judgement.extra : ''}`,
      notFoundPrefix: 'anything called',
      skipsOpeningMenus: true,
    },
    ctx,
  );
}

export async function dragElement(step: StepOf<'drag'>, ctx: Context): Promise<Move> {
  const { run } = ctx;
  const target = resolvePronoun(step.target, ctx);
  if (ctx.recentActions.length === 0) rememberElementsBeforeDrop(ctx);
  const moveInsteadOfDrag =
    'dx' in step.destination
      ? null
      : ((step.isBeside ? resolvePlaceBeside(step.destination, target, ctx) : null) ??
        resolveListPosition(step.destination, target, ctx) ??
        resolveDropTarget(step.destination, ctx));
  if (moveInsteadOfDrag) return moveInsteadOfDrag;
  const offset = 'dx' in step.destination ? step.destination : dragOffsetVariable.get(run);
  const dropUid = findDropUid(run) ?? '';
  return useElement(
    {
      target,
      scoreSuitability: (c) => (c.uid === dropUid ? 0 : createDraggableScorer(target)(c)),
      createActions: (c) => [
        { intent: 'drag', uid: c.uid, to: offset ? { dx: offset.dx, dy: offset.dy } : { uid: dropUid } },
      ],
      pastVerb: 'dragged',
      describeDone: ({ description, name }, judgement) => {
        rememberDroppedElement(name, ctx);
        return `dragged ${description}${run.handlerState ? ` to ${run.handlerState}` : ''}${judgement.kind === 'ok' ? judgement.extra : ''}`;
      },
      verify: (newCtx, element) => reportWrongPosition(newCtx, element),
      skipsOpeningMenus: true,
    },
    ctx,
  );
}

/**
 * Creates a function that scores draggable elements. A button counts as draggable only if the line names it; "the item"
 * is not enough.
 */
const createDraggableScorer =
  (target: Target) =>
  (c: Candidate): number =>
    isButton(c) &&
    !target.interpretations.some((r) => scoreAgreement(r.phrase, getName(c)).score >= MIN_NAME_SCORE)
      ? 0
      : scoreMouseTarget(c);

const MIN_NAME_SCORE = 0.6;

/** The index, from 0, that the element should have in its list after the drag. */
const requestedIndexVariable = new StepVariable<number>();
/** The offset of the drag in CSS px. */
const dragOffsetVariable = new StepVariable<{ dx: number; dy: number }>();
const dropTargetVariable = new StepVariable<string>();
/** Key of the answer to "onto which?". */
const DROP_TARGET_KEY = 'pick:drop';

const findDropUid = (run: StepRun): string | undefined =>
  dropTargetVariable.get(run) ?? run.givenValues.get(DROP_TARGET_KEY);

/**
 * Resolves a list position ("to the top") or a direction. Does so only once, with the page as it was before the drag.
 */
function resolveListPosition(destination: Target, target: Target, ctx: Context): Move | null {
  const { run, view } = ctx;
  if (findDropUid(run) !== undefined || dragOffsetVariable.has(run)) return null;
  const draggedGrounding = ground({ target, scoreSuitability: createDraggableScorer(target) }, view);
  const dragDestination =
    draggedGrounding.kind === 'one'
      ? findDragDestination(destination, draggedGrounding.hit.candidate, view)
      : null;
  if (!dragDestination) return null;
  run.handlerState = destination.text;
  if (dragDestination.kind === 'already-there') {
    const description =
      draggedGrounding.kind === 'one' ? describe(draggedGrounding.hit.candidate) : target.text;
    return done(`found ${description} there already`);
  }
  if (dragDestination.kind === 'offset') {
    run.handlerState = '';
    dragOffsetVariable.set(run, dragDestination);
    return null;
  }
  dropTargetVariable.set(run, dragDestination.occupant.uid);
  requestedIndexVariable.set(run, dragDestination.index);
  return null;
}

/** Resolves a place next to an element on a canvas. In a list, "next to" is a list position. */
function resolvePlaceBeside(destination: Target, target: Target, ctx: Context): Move | null {
  const { run, view } = ctx;
  if (findDropUid(run) !== undefined || dragOffsetVariable.has(run)) return null;
  const draggedGrounding = ground({ target, scoreSuitability: createDraggableScorer(target) }, view);
  if (draggedGrounding.kind !== 'one') return null;
  // Uses the element dropped last, even if a field was edited since.
  const lastDropped = ctx.memory.droppedElements
    ?.map(({ uid }) => view.byUid.get(uid))
    .findLast((c) => c?.visible);
  const pronounReferent = destination.pronoun
    ? (lastDropped ?? view.byUid.get(ctx.memory.lastTarget?.uid ?? ''))
    : undefined;
  const grounding = pronounReferent
    ? null
    : ground({ target: destination, scoreSuitability: scoreMouseTarget }, view);
  const neighbour =
    pronounReferent ??
    findDroppedElement(destination, ctx) ??
    (grounding?.kind === 'one' ? grounding.hit.candidate : null);
  if (!neighbour || !isOnCanvas(neighbour, view)) return null;
  dragOffsetVariable.set(run, computeOffsetBeside(neighbour, draggedGrounding.hit.candidate, view));
  const name = ctx.memory.droppedElements?.findLast(({ uid }) => uid === neighbour.uid)?.name;
  run.handlerState = `a place beside ${name ? `“${name}”` : describe(neighbour)}`;
  return null;
}

/** Returns a message if the element was dropped, but not at the requested position. */
function reportWrongPosition(
  ctx: Context,
  { uid, description }: { uid: string; description: string },
): string | null {
  const { run, view } = ctx;
  const requestedIndex = requestedIndexVariable.get(run);
  const c = view.byUid.get(uid) ?? view.candidates.find((o) => getName(o) === run.target?.name && o.visible);
  if (requestedIndex === undefined || !c) return null;
  const { item, siblings } = findSiblings(c, view);
  const index = siblings.indexOf(item);
  return siblings.length < 2 || index === requestedIndex
    ? null
    : `I dragged ${description}, but it is now number ${index + 1}, not number ${requestedIndex + 1}`;
}

/**
 * Decides where the drag ends, only once, with the page as it was before the drag. Returns a question or failure if
 * that is unclear; otherwise null.
 */
function resolveDropTarget(target: Target, ctx: Context): Move | null {
  const { run, view } = ctx;
  if (dragOffsetVariable.has(run) || requestedIndexVariable.has(run)) return null;
  const setDropTarget = (c: Candidate): null => {
    dropTargetVariable.set(run, c.uid);
    run.handlerState ||= describe(c);
    return null;
  };
  const givenUid = findDropUid(run);
  if (givenUid !== undefined) {
    // The answer was also stored as the picked element, but it names the drop target, not the element to drag.
    if (run.pickedUid === givenUid) run.pickedUid = null;
    const dropTarget = view.byUid.get(givenUid);
    return dropTarget ? setDropTarget(dropTarget) : null;
  }
  const canvas = isCanvasName(target) ? findCanvas(view) : null;
  if (canvas) {
    run.handlerState = `the ${target.text}`;
    return setDropTarget(canvas);
  }
  const scoreSuitability = (c: Candidate): number => (c.visible && (c.name || c.text.length <= 200) ? 1 : 0);
  const grounding = ground({ target, scoreSuitability }, view);
  if (grounding.kind === 'one') return setDropTarget(findColumn(grounding.hit.candidate, view));
  if (grounding.kind === 'none') {
    const closest = grounding.closest.map((s) => s.candidate);
    return fail(formatNothingFound(target.text, closest, 'a drop target called'));
  }
  const candidates = grounding.hits.map((h) => h.candidate);
  const descriptions = describeDistinctly(candidates, view);
  run.askedValueKey = DROP_TARGET_KEY;
  return {
    kind: 'ask',
    text: formatWhichQuestion(target.text, descriptions),
    openQuestion: {
      kind: 'which',
      options: candidates.map((c, i) => ({ uid: c.uid, name: getName(c), description: descriptions[i]! })),
    },
  };
}

/** Returns the drop target: for a heading, the column below it if the page shows one; otherwise the element itself. */
function findColumn(c: Candidate, view: View): Candidate {
  if (c.role !== 'heading' && c.interactive) return c;
  const { width, height } = view.observation.viewport;
  const column = view
    .getAncestors(c)
    .find((a) => a.text.startsWith(c.text) && a.box.height > c.box.height * 2 && a.visible);
  const hasNoUsableColumn = !column || column.box.width * column.box.height > 0.6 * width * height;
  return hasNoUsableColumn || c.role !== 'heading' ? c : column;
}

/** For "move Lunch to Done", which is parsed as a click, drags “Lunch” to “Done” if both are visible. */
export function reinterpretMoveAsDrag(step: StepOf<'click'>, ctx: Context): Move | null {
  const match = /^move (?:the )?(.+) (?:to|into|under) (?:the )?(.+)$/iu.exec(ctx.run.spokenStep.clause.text);
  if (!match || step.kind !== 'command' || step.target.quoted) return null;
  const { view } = ctx;
  const findSingle = (text: string): Candidate | null => {
    const grounding = ground({ target: readDropTarget(text, []), scoreSuitability: scoreMouseTarget }, view);
    return grounding.kind === 'one' && grounding.hit.score >= 0.9 ? grounding.hit.candidate : null;
  };
  const [draggedElement, dropTarget] = [findSingle(match[1]!), findSingle(match[2]!)];
  if (!draggedElement || !dropTarget || draggedElement.uid === dropTarget.uid) return null;
  const target = readDropTarget(match[1]!, []);
  const destination = readDropTarget(match[2]!, []);
  return { kind: 'replace', steps: [{ ...ctx.run.spokenStep, step: { do: 'drag', target, destination } }] };
}
