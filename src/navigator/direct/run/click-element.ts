/** Clicks, opens and expands elements. Carries out a command by clicking the control with the command's name. */
import type { Candidate } from '../../../contract/index.js';
import { findOwnRow, findRowName, removeTrailingNames } from '../ground/own-row.js';
import type { Step, Target } from '../language/steps.js';
import { MIN_FULL_NAME_SCORE, type ScoredCandidate } from '../ground/score.js';
import { isButton, isField, isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { scoreAgreement, tokenize, clip } from '../text.js';
import {
  type ClickStep,
  describeWrongExpandedState,
  describeExpandedState,
  describeClickedElement,
  choosePastVerb,
  describeSection,
} from './describe-click.js';
import { useBulkAction } from './bulk-action.js';
import { tryContextMenu } from './try-context-menu.js';
import { askIfStateUnknown, turnOffInsteadOfRemoving } from './doubtful-control.js';
import { confirmOnNextPage } from './confirm-on-next-page.js';
import { rememberCell } from './use-grid-cell.js';
import { PURCHASE } from '../lexicon/lasting-effects.js';
import { useListEntry } from './use-list-entry.js';
import { reportAfterReturn, returnToStart } from './return-to-start.js';
import {
  openObjectFirst,
  confirmInDialog,
  describeConfirmation,
  findErrorAfterClick,
  quoteOpenedQuestion,
  undoInsteadOfCancelling,
} from './object-commands.js';
import { findConfirmation } from './open-overlay.js';
import { useElement, type ElementTask } from './use-element.js';
import { fillBeforeCommand } from './fill-before-command.js';
import { openEndPage } from './paging.js';
import { reverseSort } from './sort.js';
import { setNamedSlider, setSliderInsteadOfClicking } from './set-slider.js';
import { setQuantityFirst } from './set-quantity-first.js';
import { scrollOrAnswerInsteadOfClicking, searchInsteadOfClicking } from './find-on-page.js';
import { useJoinedName, useSplitName } from './joined-names.js';
import { chooseInsteadOfClickingList } from './offer-list-options.js';
import { dropListName } from './drop-list-name.js';
import { openListEntry } from './open-list-entry.js';
import { openNamedEntry } from './open-named-entry.js';
import { openHomePage } from './open-home.js';
import { pressContinue } from './press-continue.js';
import { showColumn } from './show-column.js';
import { submitInsteadOfClicking } from './submit-by-verb.js';
import { openGroupedEntry } from './open-grouped-entry.js';
import { judgeOutcome } from './judge-outcome.js';
import {
  askAfterBrowserValidation,
  askAfterPageNotice,
  findNewNotices,
  enterValueAndRetry,
} from './ask-for-missing-input.js';
import { replyOrForward } from './reply-or-forward.js';
import { pressVerbButton, replaceSaveWithSubmit, clickControlOfObject } from './reinterpret-command.js';
import { isGuessedMenu, isMenuEntry, findOpenMenu, reportNotInMenu, findUnopenedMenu } from './open-menu.js';
import { reinterpretMoveAsDrag } from './mouse-actions.js';
import { hoverEntry } from './hover-entry.js';
import { finishOpeningSubmenu, openSubmenuFirst } from './open-before-choosing.js';
import { relayPageQuestion } from './relay-page-question.js';
import { resolvePronoun } from './resolve-pronoun.js';
import { confirmRemovalInPlace, rememberEntry, describeRemainingEntry } from './verify-removal.js';
import { findOnlyCollapsed } from '../ground/collapsed.js';
import { closeUnhelpfulElements, failureVariable, findNextPlace } from './reveal.js';
import { rememberRowControl, useButtonInNamedRow } from './rows.js';
import { askAboutUnclearInstruction } from './unclear-instruction.js';
import { chooseInNamedGroup } from './choose-in-group.js';
import { clearEarlierSearch } from './clear-earlier-search.js';
import { selectEntry } from './select-entry.js';
import { splitObjects } from './split-objects.js';
import { moveThroughMenu, useControlOfCountedEntry } from './use-entry-control.js';
import { markRows } from './mark-rows.js';
import { openRowPage, useMentionedRow, useRowControl } from './row-control.js';
import { reportUnlistedEntry, splitIntoEntryCommands, useVerbInRowMenu } from './row-menu.js';
import { untickIfNegated } from './switch-direction.js';
import { switchToBrowserTab } from './tabs.js';
import { createSuitabilityScorer, leadsToOtherPage } from './score-click.js';
import { act, done, fail, type Context, type Move, type StepRun } from './types.js';

/** Whether the page that a link leads to is already open. */
function isCurrentPage(c: Candidate, ctx: Context): boolean {
  const linkUrl = ctx.view.getUrl(c);
  return (
    linkUrl !== '' &&
    !linkUrl.includes('#') &&
    linkUrl.replace(/\/$/u, '') === ctx.view.observation.url.replace(/[#].*$/u, '').replace(/\/$/u, '')
  );
}

/**
 * Whether the phrase means just this page. "The products that are not active" asks for a part of the page “Products”.
 */
const isUnrestrictedMatch = (phrase: string, c: Candidate): boolean =>
  !RESTRICTING_WORDS.test(phrase) || scoreAgreement(phrase, getName(c)).coverage >= 0.9;
const RESTRICTING_WORDS = /\b(?:that|which|who|whose|where|not|without|only)\b/iu;

export async function clickElement(step: ClickStep, ctx: Context): Promise<Move> {
  const failure = failureVariable.get(ctx.run);
  const move =
    reportAfterReturn(ctx) ?? (failure === undefined ? await decideClick(step, ctx) : fail(failure));
  const safeMove = untickIfNegated(move, ctx);
  return ctx.run.target ? safeMove : returnToStart(closeUnhelpfulElements(safeMove, ctx), ctx);
}

const VALUE_STEPS: ReadonlySet<Step['do']> = new Set<Step['do']>(['set', 'choose', 'fill']);

async function decideClick(step: ClickStep, ctx: Context): Promise<Move> {
  if (step.command?.fields) return replyOrForward(step, ctx);
  const verbMove = clickControlOfObject(ctx);
  if (verbMove) return verbMove;
  const entryPhrase = step.kind === 'bare' ? TAKE_ENTRY.exec(ctx.run.spokenStep.clause.text)?.[1] : undefined;
  const entryMove = entryPhrase ? selectEntry(entryPhrase, ctx) : null;
  if (entryMove) return entryMove;
  const objectMove = splitObjectsOfCommand(step, ctx) ?? reportUnlistedEntry(step, ctx);
  if (objectMove) return objectMove;
  const object = step.command?.object;
  // After a step that could not set a value, "it" does not mean the missing value but what the value was for.
  const isAboutValue = VALUE_STEPS.has(ctx.memory.lastActionStep?.step.do ?? 'click');
  if (object?.pronoun && object.text === ctx.memory.notFound && !isAboutValue)
    return fail(`I can't find “${clip(object.text, 60)}” on this page`);
  const target = resolvePronoun(step.target, ctx);
  if (target.pronoun && !ctx.memory.lastTarget && !ctx.run.pickedUid)
    return {
      kind: 'ask',
      text: `What should I ${step.kind === 'command' ? 'use' : 'click'}?`,
      openQuestion: { kind: 'what' },
    };
  const download = ctx.recentActions
    .flatMap((t) => (t.outcome.status === 'done' ? t.outcome.effects : []))
    .find((e) => e.type === 'download');
  if (download?.type === 'download' && ctx.run.stage === 'reveal')
    return done(`downloaded “${clip(download.file, 80)}”`);
  const submenuMove = finishOpeningSubmenu(ctx);
  if (submenuMove) return submenuMove;
  const firstMove =
    enterValueAndRetry(ctx) ??
    dropListName(step, ctx) ??
    setNamedSlider(step, ctx) ??
    chooseInNamedGroup(step, ctx) ??
    fillBeforeCommand(step, ctx) ??
    setQuantityFirst(step, ctx) ??
    markRows(step, ctx) ??
    useListEntry(step, ctx) ??
    openListEntry(step, ctx) ??
    useVerbInRowMenu(step, ctx) ??
    showColumn(step, ctx) ??
    pressContinue(ctx) ??
    useRowControl(step, ctx) ??
    moveThroughMenu(step, ctx) ??
    useControlOfCountedEntry(step, ctx) ??
    openEndPage(step.target, ctx) ??
    reverseSort(ctx) ??
    openGroupedEntry(step, ctx) ??
    (/\bthen\b/iu.test(step.target.text) ? useSplitName(step, ctx) : null);
  if (firstMove) return firstMove;
  const missingInputMove =
    ctx.run.stage === 'act' ? (askAfterPageNotice(ctx) ?? askAfterBrowserValidation(ctx)) : null;
  if (missingInputMove) return missingInputMove;
  const menu = step.target.pronoun ? null : findOpenMenu(ctx);
  const isMenuGuessed = menu !== null && isGuessedMenu(menu, target, ctx);
  const unopenedMenu = menu ? null : findUnopenedMenu(ctx);
  if (unopenedMenu) return act('reveal', { intent: 'click', uid: unopenedMenu.uid });
  const joinedNameMove = useJoinedName(step, ctx);
  if (joinedNameMove) return joinedNameMove;
  const resolvedStep = { ...step, target };
  if (!ctx.recentActions.length && findConfirmation(ctx.view)) ctx.run.handlerState = 'dialog';
  const confirmMove =
    ctx.recentActions.length && judgeOutcome(ctx.recentActions.at(-1)!).kind === 'ok'
      ? (confirmInDialog(resolvedStep, ctx) ??
        confirmOnNextPage(resolvedStep, ctx) ??
        confirmRemovalInPlace(ctx) ??
        relayPageQuestion(resolvedStep, ctx))
      : null;
  if (confirmMove) return confirmMove;
  const task: ElementTask = {
    target,
    scoreSuitability: (c) =>
      isOpenedGroup(c, step, ctx) || (menu && !menu.uids.has(c.uid))
        ? 0
        : Math.max(
            createSuitabilityScorer(step, ctx.view)(c),
            menu && isMenuEntry(c, menu, ctx.view) && (c.interactive || !isMenuGuessed) ? 0.97 : 0,
          ),
    ...(step.kind === 'bare'
      ? { minScore: 0.9, skipsOpeningMenus: true }
      : step.kind === 'find'
        ? { minScore: target.interpretations[0].role ? 0.8 : 0.93 }
        : {}),
    allowsPaging: step.kind === 'click' || step.kind === 'open' || step.kind === 'find',
    notFoundPrefix: 'anything called',
    createActions: (c) => {
      nameRowOfRepeatedControl(c, target, ctx);
      rememberEntry(step, c, ctx);
      return [{ intent: 'click', uid: c.uid }];
    },
    reportAlreadyDone: (c) =>
      describeExpandedState(step.kind, c) ??
      (step.kind === 'open' && c.states.expanded === true && !leadsToOtherPage(c, ctx.view)
        ? `found “${clip(getName(c), 60)}” already open`
        : null) ??
      (isCurrentPage(c, ctx) &&
      step.kind !== 'command' &&
      !c.states.pressed &&
      isUnrestrictedMatch(target.text, c)
        ? `saw that the page “${clip(getName(c), 60)}” is already open`
        : null),
    redirect: (c) =>
      askIfStateUnknown(c, ctx) ??
      setSliderInsteadOfClicking(c, ctx) ??
      openRowPage(c, resolvedStep, ctx) ??
      openSubmenuFirst(c, ctx) ??
      chooseInsteadOfClickingList(c, resolvedStep, ctx) ??
      expandGroupFirst(c, resolvedStep, ctx),
    describeDone: (element, judgement) => {
      const extra = judgement.kind === 'ok' ? judgement.extra : '';
      const confirmation = describeConfirmation(ctx);
      if (confirmation !== null) return `${confirmation}${extra}${quoteNewNotice(ctx, extra)}`;
      const clickPhrase = `${choosePastVerb(step, ctx)} ${describeClickedElement(target, element)}`;
      return `${clickPhrase}${describeSection(target, ctx)}${extra}${quoteNewNotice(ctx, extra) || quoteOpenedQuestion(ctx)}`;
    },
    verify: (newCtx, element) =>
      describeWrongExpandedState(step.kind, newCtx, element) ??
      findErrorAfterClick(newCtx, element) ??
      describeRemainingEntry(newCtx, element),
    ...(step.kind === 'command'
      ? {
          isCommand: true,
          canOffer: (c: Candidate) => matchesCommand(step, c) && isAboutObject(step, c, ctx.view),
        }
      : {}),
    extraSuccess: { allowFocus: true, allowDeadLink: step.kind === 'click' },
    beforeAsking: () => hoverEntry(resolvedStep, ctx) ?? tryContextMenu(resolvedStep, ctx),
    tryFallbacks: (closest) =>
      expandOnlyCollapsed(step, ctx) ??
      openNextPlace(step, ctx) ??
      (menu && !isMenuGuessed ? reportNotInMenu(menu, target.text, ctx) : null) ??
      switchToBrowserTab(resolvedStep, ctx) ??
      reinterpretMoveAsDrag(resolvedStep, ctx) ??
      openHomePage(resolvedStep, ctx) ??
      submitInsteadOfClicking(resolvedStep, ctx) ??
      useSplitName(resolvedStep, ctx) ??
      clearEarlierSearch(ctx) ??
      replaceSaveWithSubmit(resolvedStep, ctx) ??
      pressVerbButton(resolvedStep, ctx) ??
      useBulkAction(resolvedStep, ctx) ??
      useMentionedRow(resolvedStep, ctx) ??
      openObjectFirst(resolvedStep, ctx) ??
      undoInsteadOfCancelling(step, ctx) ??
      turnOffInsteadOfRemoving(step, ctx) ??
      ((closest[0]?.score ?? 0) < MIN_FULL_NAME_SCORE ? useButtonInNamedRow(resolvedStep, ctx) : null) ??
      openNamedEntry(resolvedStep, ctx) ??
      searchInsteadOfClicking(resolvedStep, ctx) ??
      scrollOrAnswerInsteadOfClicking(resolvedStep, ctx, closest),
    ...(step.kind === 'bare' && !PURCHASE.test(target.text)
      ? { giveUp: (closest: readonly ScoredCandidate[]) => askAboutUnclearInstruction(ctx, closest) }
      : {}),
  };
  return useElement(task, ctx);
}

/** The instructor says "I'll take the second one", which selects an entry. */
const TAKE_ENTRY = /^(?:i(?:['’]ll| will)? )?(?:take|have) (.+)$/iu;

/** Splits "delete the mug and the tea" into two commands. */
function splitObjectsOfCommand({ command }: ClickStep, ctx: Context): Move | null {
  const { run, view } = ctx;
  const object = command?.object;
  if (run.stage !== '' || run.pickedUid || !object || object.quoted || object.each || object.not) return null;
  const steps =
    splitObjects(command.name, object.text, view) ?? splitIntoEntryCommands(command.name, object.text, ctx);
  if (steps && !Array.isArray(steps)) return steps;
  return steps && { kind: 'replace', steps: steps.map((step) => ({ ...run.spokenStep, step })) };
}

/** Adds the row's name to the report if the page has several controls with this name and the line names no section. */
function nameRowOfRepeatedControl(c: Candidate, target: Target, ctx: Context): void {
  const { run, view } = ctx;
  if (rememberCell(c, ctx) || run.target?.row || isField(c) || isTickable(c) || describeSection(target, ctx))
    return;
  const sameNameControls = view.candidates.filter(
    (o) => o.visible && o.interactive && getName(o) === getName(c) && o.role === c.role,
  );
  const row = sameNameControls.length > 1 ? findOwnRow(c, sameNameControls, view) : null;
  const rowName = row && findRowName(c, view.getAncestors(c).indexOf(row), view);
  if (rowName && rowName !== getName(c)) rememberRowControl(ctx, c, rowName);
}

function expandOnlyCollapsed(step: ClickStep, { run, view }: Context): Move | null {
  const collapsedElement =
    step.kind === 'expand' && run.pickedUid === null ? findOnlyCollapsed(step.target, view) : null;
  const prepare = ([newRun]: StepRun[]): void =>
    void (newRun && collapsedElement && (newRun.pickedUid = collapsedElement.uid));
  return collapsedElement ? { kind: 'replace', steps: [run.spokenStep], prepare } : null;
}

/** For "go through the tabs", opens one tab after another until the target appears. */
function openNextPlace(step: ClickStep, { run, view }: Context): Move | null {
  const nextElement = step.through ? findNextPlace(step.through, view, run.revealedUids) : null;
  if (!nextElement) return null;
  run.revealedUids.add(nextElement.uid);
  run.decisionCount = Math.min(run.decisionCount, 2);
  return { kind: 'act', stage: 'reveal', actions: [{ intent: 'click', uid: nextElement.uid }] };
}

const MAX_COMMAND_NAME_LENGTH = 100;

/**
 * Whether the element's name contains the command's verb. “Watch this article” does not match "download this article".
 */
function matchesCommand(step: ClickStep, c: Candidate): boolean {
  const verb = tokenize(step.command?.name ?? step.target.text)[0];
  // An element with a long name is a container, not the control for a command.
  if (getName(c).length > MAX_COMMAND_NAME_LENGTH) return false;
  return verb === undefined || scoreAgreement(verb, getName(c)).coverage >= 0.6;
}

/** Whether the element is about the command's object. "Delete the bill for the flight" must not offer other bills. */
function isAboutObject({ command }: ClickStep, element: Candidate, view: Context['view']): boolean {
  const object = command?.object;
  if (!object || object.pronoun) return true;
  const row = view.getAncestors(element).find(({ text }) => text.length > element.text.length);
  return (
    scoreAgreement(object.text, `${getName(element)} ${element.section} ${row?.text ?? ''}`).coverage > 0
  );
}

const isOpenedGroup = (c: Candidate, step: ClickStep, ctx: Context): boolean =>
  step.kind === 'open' && step.target.interpretations[0].role === 'page' && ctx.run.revealedUids.has(c.uid);

/** For "open the Tables page", expands the group of links “Tables”, because the page may be one of its links. */
function expandGroupFirst(element: Candidate, step: ClickStep, ctx: Context): Move | null {
  if (
    step.kind !== 'open' ||
    step.target.interpretations[0].role !== 'page' ||
    element.states.expanded !== false ||
    leadsToOtherPage(element, ctx.view)
  )
    return null;
  ctx.run.revealedUids.add(element.uid);
  return { kind: 'act', stage: 'reveal', actions: [{ intent: 'click', uid: element.uid }] };
}

/**
 * Returns the page's new message after a button was pressed, as an addition to the report; '' if there is none, or if
 * the report already contains it.
 */
function quoteNewNotice(ctx: Context, report: string): string {
  const pressedElement = ctx.recentActions.at(-1)?.target ?? ctx.memory.performedActions.at(-1)?.element;
  if (!/^(?:button|menuitem)$/u.test(pressedElement?.role ?? '')) return '';
  const buttons = ctx.view.candidates.filter((c) => c.visible && isButton(c));
  const notice = findNewNotices(ctx)
    .map((text) => removeTrailingNames(text, buttons))
    .findLast((text) => text !== '' && !report.includes(text));
  return notice ? `; the page says “${clip(notice, 160).replace(/[.]$/u, '')}”` : '';
}
