/** Scrolls the page, to an element, or inside scrollable parts. */
import type { Candidate, ScrollRange } from '../../../contract/index.js';
import { describe, describeBriefly } from '../ground/describe.js';
import { ground, type Grounding } from '../ground/ground.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import type { ScrollDirection, StepOf, Target } from '../language/steps.js';
import { LANDMARK_WORDS } from '../lexicon/places.js';
import { clip } from '../text.js';
import { formatList, formatNothingFound } from './messages.js';
import { act, rememberTarget, done, fail, type Context, type Move } from './types.js';

/** Share of the visible height or width by which one step scrolls. */
const VIEWPORT_SHARE = 0.8;
const DIRECTION_PHRASES: Readonly<Record<ScrollDirection, string>> = {
  down: 'down',
  up: 'up',
  left: 'to the left',
  right: 'to the right',
  top: 'to the top',
  bottom: 'to the bottom',
};
/** Everyday words for scrollable boxes, with matching roles and tags. */
const ROLES_BY_BOX_WORD: Readonly<Record<string, RegExp>> = {
  list: /^(?:list|listbox|ul|ol|feed|menu|tree)$/u,
  table: /^(?:table|grid|treegrid|rowgroup)$/u,
  grid: /^(?:grid|table|treegrid)$/u,
  menu: /^(?:menu|menubar|navigation|nav)$/u,
  chat: /^(?:log|feed)$/u,
  log: /^log$/u,
  dialog: /^(?:dialog|alertdialog)$/u,
  text: /^(?:textbox|textarea|article)$/u,
};

export function scrollPage(step: StepOf<'scroll'>, ctx: Context): Move {
  if (ctx.recentActions.length) return reportScroll(step, ctx);
  if (typeof step.destination !== 'string') return scrollToElement(step.destination, ctx);
  if (step.within) return scrollNamedBox(step.within, step.destination, ctx);
  const { viewport } = ctx.view.observation;
  const page: ScrollRange = {
    x: viewport.scrollX,
    y: viewport.scrollY,
    maxX: Math.max(0, viewport.scrollWidth - viewport.width),
    maxY: Math.max(0, viewport.scrollHeight - viewport.height),
  };
  const newPosition = computePosition(page, step.destination, viewport);
  // If the page itself cannot be scrolled, scrolls its largest scrollable box.
  const cannotScroll = isHorizontal(step.destination) ? page.maxX === 0 : page.maxY === 0;
  const box = cannotScroll ? findLargestScrollable(step.destination, ctx.view) : null;
  if (box) return scrollBox(box, step.destination, ctx);
  if (!newPosition)
    return done(
      cannotScroll
        ? 'saw that the whole page fits on the screen'
        : formatAlreadyAtEnd(step.destination, 'the page'),
    );
  return act('scroll', { intent: 'scroll', ...newPosition });
}

function reportScroll(step: StepOf<'scroll'>, ctx: Context): Move {
  const { outcome } = ctx.recentActions.at(-1)!;
  const { run } = ctx;
  if (outcome.status === 'failed') return fail(`I tried to scroll, but ${outcome.detail}`);
  const description = run.target?.description;
  if (outcome.status === 'already') return done(`found ${description ?? 'it'} already in view`);
  if (outcome.status !== 'done')
    return run.stage === 'reveal'
      ? done(`found ${description ?? 'it'} in view`)
      : fail(
          `I tried to scroll${description ? ` ${description}` : ''}, but ${description ? 'it' : 'the page'} did not move`,
        );
  if (typeof step.destination !== 'string') return done(`scrolled to ${description}`);
  const isPageEnd = step.destination === 'top' || step.destination === 'bottom';
  if (description) return done(`scrolled ${description} ${DIRECTION_PHRASES[step.destination]}`);
  return done(`scrolled ${DIRECTION_PHRASES[step.destination]}${isPageEnd ? ' of the page' : ''}`);
}

const isHorizontal = (direction: ScrollDirection): boolean => direction === 'left' || direction === 'right';

/** Returns the new position; null if nothing would move. */
function computePosition(
  range: ScrollRange,
  direction: ScrollDirection,
  size: { width: number; height: number },
): { x: number; y: number } | null {
  const horizontalStep = Math.round(size.width * VIEWPORT_SHARE);
  const verticalStep = Math.round(size.height * VIEWPORT_SHARE);
  const { x, y, maxX, maxY } = range;
  const newPosition = {
    down: { x, y: Math.min(maxY, y + verticalStep) },
    up: { x, y: Math.max(0, y - verticalStep) },
    left: { x: Math.max(0, x - horizontalStep), y },
    right: { x: Math.min(maxX, x + horizontalStep), y },
    top: { x, y: 0 },
    bottom: { x, y: maxY },
  }[direction];
  return Math.abs(newPosition.x - x) < 2 && Math.abs(newPosition.y - y) < 2 ? null : newPosition;
}

const formatAlreadyAtEnd = (direction: ScrollDirection, description: string): string =>
  `was already at the ${{ up: 'top', top: 'top', down: 'bottom', bottom: 'bottom', left: 'left', right: 'right' }[direction]} of ${description}`;

/** Returns the largest visible box that can be scrolled in this direction. */
function findLargestScrollable(direction: ScrollDirection, view: View): Candidate | null {
  const measureArea = (c: Candidate): number => c.box.width * c.box.height;
  const boxes = view.candidates.filter(
    (c) => c.scroll && c.inViewport && (isHorizontal(direction) ? c.scroll.maxX : c.scroll.maxY) > 0,
  );
  return boxes.sort((a, b) => measureArea(b) - measureArea(a))[0] ?? null;
}

function scrollBox(box: Candidate, direction: ScrollDirection, ctx: Context): Move {
  const description = box.name ? describe(box) : 'that part of the page';
  const newPosition = computePosition(box.scroll!, direction, box.box);
  if (!newPosition) return done(formatAlreadyAtEnd(direction, description));
  rememberTarget(ctx, box, description, getName(box));
  return act('scroll', { intent: 'scroll', uid: box.uid, ...newPosition });
}

function scrollNamedBox(target: Target, direction: ScrollDirection, ctx: Context): Move {
  const { view } = ctx;
  const boxes = view.candidates.filter((c) => c.scroll && c.visible);
  const box = findScrollableBox(target, boxes, view);
  if (box) return scrollBox(box, direction, ctx);
  const namedBoxes = boxes.filter((c) => c.name).map((c) => describe(c));
  const suggestion = namedBoxes.length ? ` These areas can be scrolled: ${formatList(namedBoxes)}.` : '';
  return fail(`I can't find a scrollable area called “${clip(target.text, 60)}”.${suggestion}`);
}

/** Finds a box by its name or heading, its landmark, or its kind. */
function findScrollableBox(target: Target, boxes: readonly Candidate[], view: View): Candidate | null {
  const uids = new Set(boxes.map((c) => c.uid));
  const grounding: Grounding = ground({ target, scoreSuitability: (c) => (uids.has(c.uid) ? 1 : 0) }, view);
  if (grounding.kind === 'one') return grounding.hit.candidate;
  const words = target.text.toLowerCase();
  const landmarks = LANDMARK_WORDS[words];
  const kind = ROLES_BY_BOX_WORD[words] ?? ROLES_BY_BOX_WORD[words.split(' ').at(-1)!];
  const predicates: ((c: Candidate) => boolean)[] = [
    (c) => c.section !== '' && words.includes(c.section.toLowerCase()),
    (c) => landmarks?.some((l) => l === c.landmark) === true,
    (c) => [c, ...view.getAncestors(c).slice(0, 2)].some((a) => kind?.test(a.role) || kind?.test(a.tag)),
    // The target is inside the scrollable box.
    (c) => containsTarget(c, target, view),
    // If only one box can be scrolled, that one is meant, even if its name does not match.
    () => boxes.length === 1 && (kind !== undefined || landmarks !== undefined),
  ];
  for (const predicate of predicates) {
    const hits = boxes.filter(predicate);
    if (hits.length === 1) return hits[0]!;
  }
  return null;
}

function containsTarget(box: Candidate, target: Target, view: View): boolean {
  const isInBox = (c: Candidate): boolean => view.getAncestors(c).some((a) => a.uid === box.uid);
  const grounding = ground(
    { target, scoreSuitability: (c) => (c.visible && c.text.length <= 200 && isInBox(c) ? 1 : 0) },
    view,
  );
  return grounding.kind === 'one';
}

function scrollToElement(target: Target, ctx: Context): Move {
  const { view } = ctx;
  const viewport = view.observation.viewport;
  const grounding = ground(
    {
      target,
      scoreSuitability: (c) =>
        c.visible && (c.text.length <= 200 || c.role === 'region') ? (c.role === 'heading' ? 1 : 0.97) : 0,
    },
    view,
  );
  const hit =
    grounding.kind === 'one' ? grounding.hit : grounding.kind === 'several' ? grounding.hits[0]! : null;
  if (!hit)
    return fail(
      formatNothingFound(
        target.text,
        grounding.kind === 'none' ? grounding.closest.map((s) => s.candidate) : [],
        'anything called',
      ),
    );
  const c = hit.candidate;
  rememberTarget(ctx, c, describeBriefly(c), getName(c));
  // Inside a frame or a scrollable box, scrolling the page would not be enough.
  if (c.frame.length > 0 || view.getAncestors(c).some((a) => a.scroll))
    return act('reveal', { intent: 'reveal', uid: c.uid });
  const maxScrollY = Math.max(0, viewport.scrollHeight - viewport.height);
  const y = Math.min(maxScrollY, Math.max(0, Math.round(viewport.scrollY + c.box.y - viewport.height / 4)));
  if (Math.abs(y - viewport.scrollY) < 2) return done(`found ${describeBriefly(c)} already in view`);
  return act('scroll', { intent: 'scroll', x: viewport.scrollX, y });
}
