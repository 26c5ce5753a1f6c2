/**
 * Acts on one named element: finds it, acts, and checks the outcome. If necessary, observes the page again, reveals the
 * element, closes what covers it, tries the next best match, asks, or reports a failure. The attempts are limited.
 */
import type { Candidate, PageAction } from '../../../contract/index.js';
import { ACT_PROBABILITY, DOUBT_PROBABILITY, PRESENT_PROBABILITY } from '../../../reference/index.js';
import { describe, describeDistinctly } from '../ground/describe.js';
import { ground, haveSameEffect, type Grounding } from '../ground/ground.js';
import { isField, isTickable, opensList } from '../ground/kinds.js';
import {
  MIN_ACCEPTED_SCORE,
  NAME_TIE_MARGIN,
  MIN_FULL_NAME_SCORE,
  type ScoredCandidate,
  type GroundingRequest,
} from '../ground/score.js';
import { getName } from '../ground/names.js';
import { findOwnRow, findRowName, getNameOfRow } from '../ground/own-row.js';
import type { View } from '../ground/view.js';
import type { Step } from '../language/steps.js';
import { clip, scoreAgreement } from '../text.js';
import { enableFieldFirst } from './enable-field.js';
import { handleNoMatch, MIN_SUGGESTED_SCORE, type TargetQuery } from './handle-no-match.js';
import { judgeOutcome, hasChangedPage, type ExtraSuccess, type Judgement } from './judge-outcome.js';
import { triggerKeyEvent } from './trigger-key-event.js';
import { isUnrequestedSort } from './unrequested-sort.js';
import { rememberMenuOpening, findRevealedElement } from './open-menu.js';
import { offerOptions } from './offer-options.js';
import { shiftOrdinal } from './paging.js';
import { resolveWithRanking } from './resolve-with-ranking.js';
import { isRowMenu, findNextToReveal, createOpenAction, rememberSelectedTab } from './reveal.js';
import { formatWhichQuestion } from './messages.js';
import { findValidationError } from './error-messages.js';
import { closeOfferFirst, closeInterruption, uncoverElement } from './clear-obstruction.js';
import { rememberRowControl } from './rows.js';
import {
  act,
  rememberTarget,
  done,
  fail,
  type Context,
  type Memory,
  type Move,
  type StepRun,
} from './types.js';

export interface ElementTask extends TargetQuery {
  asField?: boolean;
  /** Whether the phrase is a verb with an object. */
  isCommand?: boolean;
  /** Minimum name score, for lines that may not mean an action at all. */
  minScore?: number;
  createActions: (c: Candidate) => [PageAction, ...PageAction[]];
  /** Returns the report if the element already has the requested state, so that no action is needed. */
  reportAlreadyDone?: (c: Candidate) => string | null;
  /** Returns a different move for an element that is not acted on directly. For example, a list is not clicked. */
  redirect?: (c: Candidate) => Move | null;
  /** Past-tense verb for reports; "clicked" by default. */
  pastVerb?: string;
  /** Formats the phrase after "I tried" in a failure report; the element's description by default. */
  describeAttempt?: (phrase: string) => string;
  /** Returns a past-tense phrase for the report. */
  describeDone: (c: Omit<NonNullable<StepRun['target']>, 'uid'>, judgement: Judgement) => string;
  /** Makes an additional check of the result. Returns why the step is not done, or null. */
  verify?: (ctx: Context, target: { uid: string; description: string }) => string | null;
  extraSuccess?: ExtraSuccess;
  /** Returns a different move if nothing matches. Called before asking or giving up. */
  tryFallbacks?: (closest: readonly ScoredCandidate[]) => Promise<Move | null> | Move | null;
  /** Reports failure if nothing else helps, instead of opening menus to find the target. */
  giveUp?: (closest: readonly ScoredCandidate[]) => Move;
  /** Whether to look for the target without opening menus. */
  skipsOpeningMenus?: boolean;
}

/** Words that allow any matching element. */
const ANY_ELEMENT =
  /\b(?:any|either|whichever|whatever|some other|another)\b|^\S+ (?:on |up |to )?(?:an?|one|some) /iu;
/** With a name score this high, no alternatives are considered. */
const MIN_SURE_SCORE = 0.9;
const PREPARATORY_STAGES = new Set(['reveal', 'uncover', 'look']);

/** Makes the next decision of the step. */
export async function useElement(task: ElementTask, ctx: Context): Promise<Move> {
  const { run } = ctx;
  const lastTurn = ctx.recentActions.at(-1);
  if (lastTurn && run.target && !PREPARATORY_STAGES.has(run.stage)) {
    const followUpMove = decideAfterAction(task, ctx, judgeOutcome(lastTurn, task.extraSuccess));
    if (followUpMove) return followUpMove;
  }
  if (lastTurn && run.stage === 'uncover' && judgeOutcome(lastTurn).kind === 'ok')
    run.sideActions.push('closed what was in the way');
  const pickedElement = run.pickedUid ? ctx.view.byUid.get(run.pickedUid) : undefined;
  if (pickedElement && !run.triedUids.has(pickedElement.uid)) return actOnElement(task, ctx, pickedElement);
  if (run.usesOnlyPicked)
    return run.triedUids.size > 0
      ? reportNoChange(ctx, task)
      : fail(`${run.target?.description ?? 'it'} is no longer there`);
  const request: GroundingRequest = {
    target: shiftOrdinal(task.target, run.passedEntryCount),
    scoreSuitability: (c) => (isUnrequestedSort(c, ctx) ? 0 : task.scoreSuitability(c)),
    asField: task.asField === true,
    triedUids: run.triedUids,
    acceptsAny: ANY_ELEMENT.test(run.spokenStep.clause.text),
  };
  const grounding = ground(request, ctx.view);
  return decideFromGrounding(grounding, request, task, ctx);
}

async function decideFromGrounding(
  grounding: Grounding,
  request: GroundingRequest,
  task: ElementTask,
  ctx: Context,
): Promise<Move> {
  const { run, view } = ctx;
  const phrase = task.target.text;
  const minScore = task.minScore ?? MIN_ACCEPTED_SCORE;
  if (grounding.kind === 'one' && grounding.hit.score >= minScore) {
    ctx.rankedCandidates = [grounding.hit, ...grounding.others].slice(0, 5);
    // After a click without effect, one more match is tried, if it is equally good.
    if (run.triedUids.size > 0) {
      if (
        run.triedUids.size > 1 ||
        grounding.hit.score < Math.max(MIN_FULL_NAME_SCORE, (run.firstScore ?? 1) - NAME_TIE_MARGIN)
      )
        return reportNoChange(ctx, task);
      run.sideActions.push(
        `${task.pastVerb ?? 'clicked'} ${run.target?.description ?? 'it'}, which did nothing,`,
      );
    }
    const isUnsure =
      grounding.hit.score < MIN_SURE_SCORE &&
      grounding.hit.interpretation.nth === null &&
      run.askedValueKey === null;
    const resolution =
      isUnsure && run.triedUids.size === 0
        ? await resolveWithRanking(grounding, task.scoreSuitability, ctx)
        : null;
    if (
      resolution &&
      resolution.probability >= DOUBT_PROBABILITY &&
      !haveSameEffect(resolution.candidate, grounding.hit.candidate, view)
    ) {
      const candidates = [grounding.hit.candidate, resolution.candidate];
      const descriptions = describeDistinctly(candidates, view);
      return offerOptions(formatWhichQuestion(phrase, descriptions), candidates, descriptions);
    }
    run.firstScore ??= grounding.hit.score;
    ctx.memory.alternatives = listAlternatives(
      grounding.hit.candidate,
      grounding.others.map((s) => s.candidate),
    );
    return actOnElement(task, ctx, grounding.hit.candidate);
  }
  if (run.triedUids.size > 0) return reportNoChange(ctx, task);
  if (grounding.kind === 'several') {
    ctx.rankedCandidates = grounding.hits;
    const candidates = grounding.hits.map((h) => h.candidate);
    const revealedElement = findRevealedElement(candidates, ctx);
    if (revealedElement) return actOnElement(task, ctx, revealedElement);
    const bestMatch = task.isCommand ? findBestByCoverage(phrase, candidates, view) : null;
    if (bestMatch) return actOnElement(task, ctx, bestMatch);
    const descriptions = describeDistinctly(candidates, view);
    ctx.memory.alternatives = candidates.map((c, i) => ({ uid: c.uid, name: getName(c), nth: i + 1 }));
    return offerOptions(formatWhichQuestion(phrase, descriptions), candidates, descriptions);
  }
  const closest = (grounding.kind === 'none' ? grounding.closest : [grounding.hit]).filter(
    (s) =>
      (s.candidate.interactive || s.candidate.text.length <= 60) && (task.canOffer?.(s.candidate) ?? true),
  );
  ctx.rankedCandidates = closest.slice(0, 5);
  const fallbackMove = await task.tryFallbacks?.(closest);
  if (fallbackMove) return fallbackMove;
  const resolution =
    run.askedValueKey === null
      ? await resolveWithRanking({ kind: 'none', closest }, task.scoreSuitability, ctx)
      : null;
  const { candidate, probability } = resolution ?? { candidate: null, probability: 0 };
  const resolvedElement = candidate && (task.canOffer?.(candidate) ?? true) ? candidate : null;
  if (
    resolvedElement &&
    probability >= ACT_PROBABILITY &&
    (isPlainClick(run.step) || !isPartialMatch(phrase, resolvedElement))
  )
    return actOnElement(task, ctx, resolvedElement);
  const giveUpMove = task.giveUp?.(closest);
  if (giveUpMove) return giveUpMove;
  if (!task.skipsOpeningMenus && minScore <= MIN_FULL_NAME_SCORE) {
    // If there is a close match, only menus related to the target are opened before asking.
    const relatedOnly = (closest[0]?.score ?? 0) >= MIN_SUGGESTED_SCORE;
    const elementToReveal = findNextToReveal(task.target, view, run.revealedUids, relatedOnly);
    const isTargetDisplayed =
      resolvedElement &&
      probability >= PRESENT_PROBABILITY &&
      !(elementToReveal && haveSameEffect(resolvedElement, elementToReveal, view));
    // If the resolved element opens a list, the target itself may still be hidden.
    if (elementToReveal && (!isTargetDisplayed || opensList(resolvedElement))) {
      rememberSelectedTab(elementToReveal, ctx);
      run.revealedUids.add(elementToReveal.uid);
      if (isRowMenu(elementToReveal)) rememberMenuOpening(ctx, elementToReveal, 'menu');
      return act('reveal', createOpenAction(elementToReveal));
    }
  }
  return handleNoMatch(task, request, closest, resolution, ctx);
}

/** Returns the candidate with more of the phrase's words: “Delete page” for "delete this wiki page". */
function findBestByCoverage(phrase: string, candidates: readonly Candidate[], view: View): Candidate | null {
  const candidatesByCoverage = candidates
    .map((c) => ({ c, coverage: scoreAgreement(phrase, getName(c)).coverage }))
    .sort((a, b) => b.coverage - a.coverage);
  if (
    candidatesByCoverage[0]!.coverage >= 0.5 &&
    candidatesByCoverage[0]!.coverage - candidatesByCoverage[1]!.coverage >= 0.2
  )
    return candidatesByCoverage[0]!.c;
  // "Drop this table" means a control outside the rows, not one in a row.
  const pageControls = CURRENT_OBJECT_PHRASE.test(phrase)
    ? candidates.filter((c) => !view.getAncestors(c).some((a) => ROW_ROLES.has(a.role)))
    : [];
  return pageControls.length === 1 ? pageControls[0]! : null;
}

const CURRENT_OBJECT_PHRASE = /\s(?:this|that|the current|the whole|the entire|my)\s/iu;
const ROW_ROLES: ReadonlySet<string> = new Set(['row', 'listitem', 'article']);

/** Whether the step only clicks. The reports of other steps claim more, for example that a list is sorted. */
const isPlainClick = (step: Step): boolean => step.do === 'click' && step.kind !== 'command';

/** Whether the element has some but not all words of the phrase, as “Year” has for "year, newest". */
function isPartialMatch(phrase: string, { name, text, section }: Candidate): boolean {
  const { coverage } = scoreAgreement(phrase, `${name} ${text} ${section}`);
  return coverage > 0 && coverage < 0.99;
}

/** Returns the other possible elements, each with its position among elements with the same name. */
function listAlternatives(
  chosenElement: Candidate,
  otherElements: readonly Candidate[],
): Memory['alternatives'] {
  const name = getName(chosenElement);
  const sameNameElements = [chosenElement, ...otherElements]
    .filter((c) => getName(c) === name)
    .sort((a, b) => a.order - b.order);
  return otherElements.map((c) => ({
    uid: c.uid,
    name: getName(c),
    ...(sameNameElements.includes(c) ? { nth: sameNameElements.indexOf(c) + 1 } : {}),
  }));
}

/** Returns the row's name for a checkbox that has the same name as checkboxes in other rows; null otherwise. */
function nameRowOfCheckbox(element: Candidate, view: View): string | null {
  const name = getName(element);
  const checkboxes = view.candidates.filter((c) => c.visible && isTickable(c) && getName(c) === name);
  const row = isTickable(element) && checkboxes.length > 1 ? findOwnRow(element, checkboxes, view) : null;
  return row && findRowName(element, view.getAncestors(element).indexOf(row), view);
}

function actOnElement(task: ElementTask, ctx: Context, element: Candidate): Move {
  const { pickedRow, pickedUid } = ctx.run;
  const rowName = (pickedUid === element.uid ? pickedRow : null) ?? nameRowOfCheckbox(element, ctx.view);
  if (rowName) rememberRowControl(ctx, element, rowName);
  else {
    const ownName = element.role === 'row' ? getNameOfRow(element, ctx.view) : '';
    const description = ownName ? `the row “${clip(ownName, 60)}”` : describe(element);
    rememberTarget(ctx, element, description, ownName || getName(element));
  }
  if (element.states.disabled)
    return (
      triggerKeyEvent(ctx) ??
      enableFieldFirst(element, ctx) ??
      fail(`${describe(element)} is there, but it is disabled`)
    );
  const redirectMove = task.redirect?.(element);
  if (redirectMove) return redirectMove;
  const doneReport = task.reportAlreadyDone?.(element);
  if (doneReport) return done(doneReport);
  const uncoverMove = isField(element) ? closeOfferFirst(ctx, element) : null;
  if (uncoverMove) return uncoverMove;
  rememberMenuOpening(ctx, element);
  return act('act', ...task.createActions(element));
}

/** Decides the next move from the outcome. Returns null to look for the target again. */
function decideAfterAction(task: ElementTask, ctx: Context, judgement: Judgement): Move | null {
  const { run } = ctx;
  const target = run.target!;
  const lastTurn = ctx.recentActions.at(-1)!;
  switch (judgement.kind) {
    case 'ok':
    case 'already': {
      const failureReason = task.verify?.(ctx, target) ?? null;
      if (failureReason) return fail(failureReason);
      run.stage = hasChangedPage(lastTurn) ? 'moved' : 'done';
      const reportedActions = run.sideActions.filter((a) => a !== 'confirmed');
      const sideActionsPrefix = reportedActions.length
        ? `${[...new Set(reportedActions)].join(', ')} and `
        : '';
      return done(sideActionsPrefix + task.describeDone(target, judgement));
    }
    case 'nothing': {
      const validationError = findValidationError(ctx);
      if (validationError)
        return fail(`I ${task.pastVerb ?? 'clicked'} ${target.description}, but ${validationError.text}`);
      const closeMove = closeInterruption(ctx);
      if (closeMove) return closeMove;
      run.triedUids.add(target.uid);
      // No other match is tried if the instructor picked the element.
      if (run.pickedUid !== null) run.usesOnlyPicked = true;
      return null;
    }
    case 'covered':
      return uncoverElement(ctx, judgement.detail);
    case 'stale':
      return ++run.retryCount > 2
        ? fail(`I could not finish with ${target.description}: ${judgement.detail}`)
        : null;
    case 'failed':
      return fail(
        `I tried ${task.describeAttempt?.(target.description) ?? target.description}, but ${judgement.detail}`,
      );
  }
}

function reportNoChange(ctx: Context, { pastVerb = 'clicked' }: ElementTask): Move {
  const description = ctx.run.target?.description ?? 'it';
  const othersNote = ctx.run.triedUids.size > 1 ? ` (and ${ctx.run.triedUids.size - 1} more like it)` : '';
  return fail(`I ${pastVerb} ${description}${othersNote}, but I saw no change`);
}
