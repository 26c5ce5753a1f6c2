/** Scrolls the page, to an element, or inside scrollable parts. */
import type { Candidate, ScrollRange } from '../../../contract/index.js';
import { describe, describeBriefly } from '../ground/describe.js';
import { ground, type Grounding } from '../ground/ground.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import type { ScrollDirection, StepOf, Target } from '../language/steps.js';
import { LANDMARK_WORDS } from '../lexicon/places.js';
import { clip } from '../text.js';
import { formatList, formatNothingFound } from './speech.js';
import { act, rememberTarget, done, fail, type Context, type Move } from './types.js';

/** Share of the visible part that is scrolled at once. */
const SHARE = 0.8;
const SCROLLED: Readonly<Record<ScrollDirection, string>> = {
  down: 'down',
  up: 'up',
  left: 'to the left',
  right: 'to the right',
  top: 'to the top',
  bottom: 'to the bottom',
};
/** People's words for scrollable boxes, with their roles or tags. */
const BOXES: Readonly<Record<string, RegExp>> = {
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
  if (ctx.last.length) return scrolled(step, ctx);
  if (typeof step.to !== 'string') return toThing(step.to, ctx);
  if (step.within) return inside(step.within, step.to, ctx);
  const { viewport: v } = ctx.view.observation;
  const page: ScrollRange = {
    x: v.scrollX,
    y: v.scrollY,
    maxX: Math.max(0, v.scrollWidth - v.width),
    maxY: Math.max(0, v.scrollHeight - v.height),
  };
  const to = moved(page, step.to, v);
  // If the page itself cannot scroll, scrolls its largest scrollable box.
  const still = sideways(step.to) ? page.maxX === 0 : page.maxY === 0;
  const box = still ? largest(step.to, ctx.view) : null;
  if (box) return boxTo(box, step.to, ctx);
  if (!to) return done(still ? 'saw that the whole page fits on the screen' : atEnd(step.to, 'the page'));
  return act('scroll', { intent: 'scroll', ...to });
}

function scrolled(step: StepOf<'scroll'>, ctx: Context): Move {
  const { outcome } = ctx.last.at(-1)!;
  const { run } = ctx;
  if (outcome.status === 'failed') return fail(`I tried to scroll, but ${outcome.detail}`);
  const what = run.target?.description;
  if (outcome.status === 'already') return done(`found ${what ?? 'it'} already in view`);
  if (outcome.status !== 'done')
    return run.stage === 'reveal'
      ? done(`found ${what ?? 'it'} in view`)
      : fail(`I tried to scroll${what ? ` ${what}` : ''}, but ${what ? 'it' : 'the page'} did not move`);
  if (typeof step.to !== 'string') return done(`scrolled to ${what}`);
  const end = step.to === 'top' || step.to === 'bottom';
  if (what) return done(`scrolled ${what} ${SCROLLED[step.to]}`);
  return done(`scrolled ${SCROLLED[step.to]}${end ? ' of the page' : ''}`);
}

const sideways = (to: ScrollDirection): boolean => to === 'left' || to === 'right';

/** Returns the new position; null if it is already there. */
function moved(
  at: ScrollRange,
  to: ScrollDirection,
  size: { width: number; height: number },
): { x: number; y: number } | null {
  const across = Math.round(size.width * SHARE);
  const down = Math.round(size.height * SHARE);
  const { x, y, maxX, maxY } = at;
  const there = {
    down: { x, y: Math.min(maxY, y + down) },
    up: { x, y: Math.max(0, y - down) },
    left: { x: Math.max(0, x - across), y },
    right: { x: Math.min(maxX, x + across), y },
    top: { x, y: 0 },
    bottom: { x, y: maxY },
  }[to];
  return Math.abs(there.x - x) < 2 && Math.abs(there.y - y) < 2 ? null : there;
}

const atEnd = (to: ScrollDirection, what: string): string =>
  `was already at the ${{ up: 'top', top: 'top', down: 'bottom', bottom: 'bottom', left: 'left', right: 'right' }[to]} of ${what}`;

/** Returns the largest visible box that can be scrolled in this direction. */
function largest(to: ScrollDirection, view: View): Candidate | null {
  const area = (c: Candidate): number => c.box.width * c.box.height;
  const boxes = view.candidates.filter(
    (c) => c.scroll && c.inViewport && (sideways(to) ? c.scroll.maxX : c.scroll.maxY) > 0,
  );
  return boxes.sort((a, b) => area(b) - area(a))[0] ?? null;
}

function boxTo(box: Candidate, to: ScrollDirection, ctx: Context): Move {
  const description = box.name ? describe(box) : 'that part of the page';
  const at = moved(box.scroll!, to, box.box);
  if (!at) return done(atEnd(to, description));
  rememberTarget(ctx, box, description, getName(box));
  return act('scroll', { intent: 'scroll', uid: box.uid, ...at });
}

function inside(target: Target, to: ScrollDirection, ctx: Context): Move {
  const { view } = ctx;
  const boxes = view.candidates.filter((c) => c.scroll && c.visible);
  const box = boxCalled(target, boxes, view);
  if (box) return boxTo(box, to, ctx);
  const named = boxes.filter((c) => c.name).map((c) => describe(c));
  const offered = named.length ? ` What scrolls here: ${formatList(named)}.` : '';
  return fail(`I can't find a scrollable area called “${clip(target.text, 60)}”.${offered}`);
}

/** Finds a box by its name or heading, its landmark, or its kind. */
function boxCalled(target: Target, boxes: readonly Candidate[], view: View): Candidate | null {
  const uids = new Set(boxes.map((c) => c.uid));
  const found: Grounding = ground({ target, scoreSuitability: (c) => (uids.has(c.uid) ? 1 : 0) }, view);
  if (found.kind === 'one') return found.hit.candidate;
  const words = target.text.toLowerCase();
  const landmarks = LANDMARK_WORDS[words];
  const kind = BOXES[words] ?? BOXES[words.split(' ').at(-1)!];
  const ways: ((c: Candidate) => boolean)[] = [
    (c) => c.section !== '' && words.includes(c.section.toLowerCase()),
    (c) => landmarks?.some((l) => l === c.landmark) === true,
    (c) => [c, ...view.getAncestors(c).slice(0, 2)].some((a) => kind?.test(a.role) || kind?.test(a.tag)),
    // The named thing is inside the scrollable box.
    (c) => holds(c, target, view),
    // If only one part scrolls, that one is meant, whatever its name.
    () => boxes.length === 1 && (kind !== undefined || landmarks !== undefined),
  ];
  for (const way of ways) {
    const hits = boxes.filter(way);
    if (hits.length === 1) return hits[0]!;
  }
  return null;
}

function holds(box: Candidate, target: Target, view: View): boolean {
  const inBox = (c: Candidate): boolean => view.getAncestors(c).some((a) => a.uid === box.uid);
  const found = ground(
    { target, scoreSuitability: (c) => (c.visible && c.text.length <= 200 && inBox(c) ? 1 : 0) },
    view,
  );
  return found.kind === 'one';
}

function toThing(target: Target, ctx: Context): Move {
  const { view } = ctx;
  const v = view.observation.viewport;
  const found = ground(
    {
      target,
      scoreSuitability: (c) =>
        c.visible && (c.text.length <= 200 || c.role === 'region') ? (c.role === 'heading' ? 1 : 0.97) : 0,
    },
    view,
  );
  const hit = found.kind === 'one' ? found.hit : found.kind === 'several' ? found.hits[0]! : null;
  if (!hit)
    return fail(
      formatNothingFound(
        target.text,
        found.kind === 'none' ? found.closest.map((s) => s.candidate) : [],
        'anything called',
      ),
    );
  const c = hit.candidate;
  rememberTarget(ctx, c, describeBriefly(c), getName(c));
  // In a scrollable box or a frame, the page's offset is irrelevant.
  if (c.frame.length > 0 || view.getAncestors(c).some((a) => a.scroll))
    return act('reveal', { intent: 'reveal', uid: c.uid });
  const max = Math.max(0, v.scrollHeight - v.height);
  const y = Math.min(max, Math.max(0, Math.round(v.scrollY + c.box.y - v.height / 4)));
  if (Math.abs(y - v.scrollY) < 2) return done(`found ${describeBriefly(c)} already in view`);
  return act('scroll', { intent: 'scroll', x: v.scrollX, y });
}
