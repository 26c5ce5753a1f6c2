/**
 * Works on one named element: find it, act, check the outcome. If necessary, look again, reveal it, remove what covers
 * it, try the next best, ask, or report failure. All attempts are counted.
 */
import type { Candidate, PageAction } from '../../../contract/index.js';
import { ACT_PROBABILITY, DOUBT_PROBABILITY, PRESENT_PROBABILITY } from '../../../reference/index.js';
import { describe, describeDistinctly } from '../ground/describe.js';
import { ground, haveSameEffect, type Grounding } from '../ground/ground.js';
import { isField, opensList } from '../ground/kinds.js';
import {
  MIN_ACCEPTED_SCORE,
  NAME_TIE_MARGIN,
  MIN_FULL_NAME_SCORE,
  type ScoredCandidate,
  type GroundingRequest,
} from '../ground/score.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import type { Step } from '../language/steps.js';
import { agreement } from '../text.js';
import { enableFirst } from './enable.js';
import { handleNoMatch, MIN_SUGGESTED_SCORE, type TargetQuery } from './handle-no-match.js';
import { judgeOutcome, hasChangedPage, type ExtraSuccess, type Judgement } from './judge-outcome.js';
import { triggerKeyEvent } from './trigger-key-event.js';
import { rememberMenuOpening, findRevealedElement } from './open-menu.js';
import { offerOptions } from './offer-options.js';
import { shiftOrdinal } from './paging.js';
import { resolveWithRanking } from './resolve-with-ranking.js';
import { isRowMenu, findNextToReveal, createOpenAction } from './reveal.js';
import { formatWhichQuestion } from './messages.js';
import { findComplaint } from './error-messages.js';
import { uncoverFirst, closeInterruption, uncover } from './clear-obstruction.js';
import { act, rememberTarget, done, fail, type Context, type Memory, type Move } from './types.js';

export interface ElementWork extends TargetQuery {
  asField?: boolean;
  /** The phrase is a verb with an object. */
  command?: boolean;
  /** Minimum name agreement, for lines that may not mean an action at all. */
  atLeast?: number;
  acts: (c: Candidate) => [PageAction, ...PageAction[]];
  /** Returns what to say instead of acting if the requested state already holds. */
  holds?: (c: Candidate) => string | null;
  /** Another way to handle this element: a list is not clicked but chosen from. */
  redirect?: (c: Candidate) => Move | null;
  /** Past-tense verb, if it is not a plain click. */
  verb?: string;
  /** What was tried, for a failure report, if that is more than the element. */
  tried?: (phrase: string) => string;
  /** Past-tense phrase for the report. */
  did: (c: { description: string; name: string }, judged: Judgement) => string;
  /** An additional check: returns why the step is not done, or null. */
  verify?: (ctx: Context, target: { uid: string; description: string }) => string | null;
  counting?: ExtraSuccess;
  /** Called instead of giving up. */
  otherwise?: (closest: readonly ScoredCandidate[]) => Promise<Move | null> | Move | null;
  /** What to say if nothing else helps, instead of looking behind menus. */
  giveUp?: (closest: readonly ScoredCandidate[]) => Move;
  noReveal?: boolean;
}

/** Words that mean that any element will do. */
const ANY =
  /\b(?:any|either|whichever|whatever|some other|another)\b|^\S+ (?:on |up |to )?(?:an?|one|some) /iu;
/** With a name score this high, no alternatives are considered. */
const SURE = 0.9;
const WHILE = new Set(['reveal', 'uncover', 'look']);

/** Makes one decision. */
export async function useElement(work: ElementWork, ctx: Context): Promise<Move> {
  const { run } = ctx;
  const last = ctx.last.at(-1);
  if (last && run.target && !WHILE.has(run.stage)) {
    const after = afterAct(work, ctx, judgeOutcome(last, work.counting));
    if (after) return after;
  }
  if (last && run.stage === 'uncover' && judgeOutcome(last).kind === 'ok')
    run.sideActions.push('closed what was in the way');
  const picked = run.pickedUid ? ctx.view.byUid.get(run.pickedUid) : undefined;
  if (picked && !run.triedUids.has(picked.uid)) return begin(work, ctx, picked);
  if (run.usesOnlyPicked)
    return run.triedUids.size > 0
      ? nothingHappened(ctx, work)
      : fail(`${run.target?.description ?? 'it'} is no longer there`);
  const wanted: GroundingRequest = {
    target: shiftOrdinal(work.target, run.passedEntries),
    scoreSuitability: work.suits,
    asField: work.asField === true,
    triedUids: run.triedUids,
    acceptsAny: ANY.test(run.spoken.clause.text),
  };
  const found = ground(wanted, ctx.view);
  return decideOn(found, wanted, work, ctx);
}

async function decideOn(
  found: Grounding,
  wanted: GroundingRequest,
  work: ElementWork,
  ctx: Context,
): Promise<Move> {
  const { run, view } = ctx;
  const phrase = work.target.text;
  const floor = work.atLeast ?? MIN_ACCEPTED_SCORE;
  if (found.kind === 'one' && found.hit.score >= floor) {
    ctx.ranked = [found.hit, ...found.others].slice(0, 5);
    // After a click without effect, only an equally good match is tried, once.
    if (run.triedUids.size > 0) {
      if (
        run.triedUids.size > 1 ||
        found.hit.score < Math.max(MIN_FULL_NAME_SCORE, (run.firstScore ?? 1) - NAME_TIE_MARGIN)
      )
        return nothingHappened(ctx, work);
      run.sideActions.push(
        `${work.verb ?? 'clicked'} ${run.target?.description ?? 'it'}, which did nothing,`,
      );
    }
    const isUnsure = found.hit.score < SURE && found.hit.reading.nth === null && run.askedFor === null;
    const resolved =
      isUnsure && run.triedUids.size === 0 ? await resolveWithRanking(found, work.suits, ctx) : null;
    if (
      resolved &&
      resolved.probability >= DOUBT_PROBABILITY &&
      !haveSameEffect(resolved.candidate, found.hit.candidate, view)
    ) {
      const list = [found.hit.candidate, resolved.candidate];
      const descriptions = describeDistinctly(list, view);
      return offerOptions(formatWhichQuestion(phrase, descriptions), list, descriptions);
    }
    run.firstScore ??= found.hit.score;
    ctx.memory.others = othersOf(
      found.hit.candidate,
      found.others.map((s) => s.candidate),
    );
    return begin(work, ctx, found.hit.candidate);
  }
  if (run.triedUids.size > 0) return nothingHappened(ctx, work);
  if (found.kind === 'several') {
    ctx.ranked = found.hits;
    const list = found.hits.map((h) => h.candidate);
    const inside = findRevealedElement(list, ctx);
    if (inside) return begin(work, ctx, inside);
    const best = work.command ? mostSaid(phrase, list, view) : null;
    if (best) return begin(work, ctx, best);
    const descriptions = describeDistinctly(list, view);
    ctx.memory.others = list.map((c, i) => ({ uid: c.uid, name: getName(c), nth: i + 1 }));
    return offerOptions(formatWhichQuestion(phrase, descriptions), list, descriptions);
  }
  const closest = (found.kind === 'none' ? found.closest : [found.hit]).filter(
    (s) =>
      (s.candidate.interactive || s.candidate.text.length <= 60) && (work.canOffer?.(s.candidate) ?? true),
  );
  ctx.ranked = closest.slice(0, 5);
  const other = await work.otherwise?.(closest);
  if (other) return other;
  const resolved =
    run.askedFor === null ? await resolveWithRanking({ kind: 'none', closest }, work.suits, ctx) : null;
  const { candidate: meant, probability } = resolved ?? { candidate: null, probability: 0 };
  if (meant && probability >= ACT_PROBABILITY && (isPlainClick(run.step) || !isPartial(phrase, meant)))
    return begin(work, ctx, meant);
  const last = work.giveUp?.(closest);
  if (last) return last;
  if (!work.noReveal && floor <= MIN_FULL_NAME_SCORE) {
    // If there is a close match, only related menus are opened before asking.
    const relatedOnly = (closest[0]?.score ?? 0) >= MIN_SUGGESTED_SCORE;
    const reveal = findNextToReveal(work.target, view, run.revealedUids, relatedOnly);
    const isShown =
      meant && probability >= PRESENT_PROBABILITY && !(reveal && haveSameEffect(meant, reveal, view));
    // An element that opens a list does not show that the target is already on the page.
    if (reveal && (!isShown || opensList(meant))) {
      run.revealedUids.add(reveal.uid);
      if (isRowMenu(reveal)) rememberMenuOpening(ctx, reveal, 'menu');
      return act('reveal', createOpenAction(reveal));
    }
  }
  return handleNoMatch(work, wanted, closest, resolved, ctx);
}

/** "Delete this wiki page": of "Delete page" and "Delete this version", the one with more of the words. */
function mostSaid(phrase: string, list: readonly Candidate[], view: View): Candidate | null {
  const scored = list
    .map((c) => ({ c, share: agreement(phrase, getName(c)).coverage }))
    .sort((a, b) => b.share - a.share);
  if (scored[0]!.share >= 0.5 && scored[0]!.share - scored[1]!.share >= 0.2) return scored[0]!.c;
  // "Drop this table": of the controls of the page and those of its rows, the one of the page.
  const ofPage = OPEN_THING.test(phrase)
    ? list.filter((c) => !view.getAncestors(c).some((a) => ROWS.has(a.role)))
    : [];
  return ofPage.length === 1 ? ofPage[0]! : null;
}

const OPEN_THING = /\s(?:this|that|the current|the whole|the entire|my)\s/iu;
const ROWS: ReadonlySet<string> = new Set(['row', 'listitem', 'article']);

/** Reports of other steps claim more than a click: that the list is sorted, that the entry is deleted. */
const isPlainClick = (step: Step): boolean => step.do === 'click' && step.how !== 'command';

/** Some words of the phrase are the element's, and others are not: “year, newest” is more than “year”. */
function isPartial(phrase: string, { name, text, section }: Candidate): boolean {
  const { coverage } = agreement(phrase, `${name} ${text} ${section}`);
  return coverage > 0 && coverage < 0.99;
}

/** Returns what else could have been meant, with the position among elements with the same name. */
function othersOf(hit: Candidate, others: readonly Candidate[]): Memory['others'] {
  const name = getName(hit);
  const alike = [hit, ...others].filter((c) => getName(c) === name).sort((a, b) => a.order - b.order);
  return others.map((c) => ({
    uid: c.uid,
    name: getName(c),
    ...(alike.includes(c) ? { nth: alike.indexOf(c) + 1 } : {}),
  }));
}

function begin(work: ElementWork, ctx: Context, c: Candidate): Move {
  rememberTarget(ctx, c, describe(c), getName(c));
  if (c.states.disabled)
    return triggerKeyEvent(ctx) ?? enableFirst(c, ctx) ?? fail(`${describe(c)} is there, but it is disabled`);
  const other = work.redirect?.(c);
  if (other) return other;
  const holds = work.holds?.(c);
  if (holds) return done(holds);
  const first = isField(c) ? uncoverFirst(ctx, c) : null;
  if (first) return first;
  rememberMenuOpening(ctx, c);
  return act('act', ...work.acts(c));
}

/** Decides what follows from the outcome. Null means to look for the target again. */
function afterAct(work: ElementWork, ctx: Context, judged: Judgement): Move | null {
  const { run } = ctx;
  const target = run.target!;
  const turn = ctx.last.at(-1)!;
  switch (judged.kind) {
    case 'ok':
    case 'already': {
      const problem = work.verify?.(ctx, target) ?? null;
      if (problem) return fail(problem);
      run.stage = hasChangedPage(turn) ? 'moved' : 'done';
      const asides = run.sideActions.filter((a) => a !== 'confirmed');
      const aside = asides.length ? `${[...new Set(asides)].join(', ')} and ` : '';
      return done(aside + work.did(target, judged));
    }
    case 'nothing': {
      const complaint = findComplaint(ctx);
      if (complaint) return fail(`I ${work.verb ?? 'clicked'} ${target.description}, but ${complaint.text}`);
      const way = closeInterruption(ctx);
      if (way) return way;
      run.triedUids.add(target.uid);
      // There is no next best for an element that the instructor picked.
      if (run.pickedUid !== null) run.usesOnlyPicked = true;
      return null;
    }
    case 'covered':
      return uncover(ctx, judged.detail);
    case 'stale':
      return ++run.retries > 2
        ? fail(`I could not finish with ${target.description}: ${judged.detail}`)
        : null;
    case 'failed':
      return fail(`I tried ${work.tried?.(target.description) ?? target.description}, but ${judged.detail}`);
  }
}

function nothingHappened(ctx: Context, { verb = 'clicked' }: ElementWork): Move {
  const phrase = ctx.run.target?.description ?? 'it';
  const again = ctx.run.triedUids.size > 1 ? ` (and ${ctx.run.triedUids.size - 1} more like it)` : '';
  return fail(`I ${verb} ${phrase}${again}, but I saw no change`);
}
