/** Clicks, opens and expands elements, and performs commands through buttons of that name. */
import type { Candidate } from '../../../contract/index.js';
import { scoreClickable } from '../ground/ground.js';
import { MIN_FULL_NAME_SCORE, type ScoredCandidate } from '../ground/score.js';
import { isField, isLink, isSelect, isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { scoreAgreement, scoreSimilarity, tokenize, clip } from '../text.js';
import {
  type Click,
  findWrongFoldState,
  describeFoldState,
  describeTarget,
  choosePastVerb,
  describePosition,
} from './click-speech.js';
import { useBulkAction } from './bulk-action.js';
import { useContextMenu } from './context-menu.js';
import { confirmOnNextPage } from './confirm-page.js';
import { openFirst, confirmAfterCommand, findRefusal, takeBackInstead } from './command.js';
import { useElement, type ElementWork } from './element.js';
import { setAmountFirst } from './amount.js';
import {
  useJoinedName,
  useSplitName,
  searchInstead,
  scrollOrAnswerInstead,
  chooseFromListInstead,
  openHomeInstead,
  submitInstead,
} from './click-fallbacks.js';
import { openGroupedEntry } from './open-grouped-entry.js';
import { judgeOutcome } from './judge-outcome.js';
import {
  askForEmptyField,
  askForMissingValue,
  findNewNotices,
  enterValueAndRetry,
} from './ask-missing-input.js';
import { replyOrForward } from './reply-or-forward.js';
import { pressVerbButton, submitForSave } from './reinterpret-command.js';
import { isGuessedMenu, isMenuEntry, findOpenMenu, reportNotInMenu, findUnopenedMenu } from './open-menu.js';
import { dragInstead } from './mouse-actions.js';
import { hoverEntry } from './hover-entry.js';
import { finishOpeningSubmenu, openSubmenuFirst } from './open-before-choosing.js';
import { relayPageQuestion } from './relay-page-question.js';
import { resolvePronoun } from './resolve-pronoun.js';
import { confirmRemovalInPlace, rememberEntry, findRemainingEntry } from './verify-removal.js';
import { findOnlyCollapsed } from '../ground/collapsed.js';
import { findNextPlace } from './reveal.js';
import { useRowInstead } from './rows.js';
import { askAboutUnclearInstruction } from './unclear-instruction.js';
import { clearEarlierSearch } from './clear-earlier-search.js';
import { useRowControl, openRowPage, useReferredRow } from './row-control.js';
import { useBrowserTabInstead } from './tabs.js';
import { act, done, type Context, type Move, type StepRun } from './types.js';

/** Whether the page that a link leads to is already open. */
function isHere(c: Candidate, ctx: Context): boolean {
  const to = ctx.view.getUrl(c);
  return (
    to !== '' &&
    !to.includes('#') &&
    to.replace(/\/$/u, '') === ctx.view.observation.url.replace(/[#].*$/u, '').replace(/\/$/u, '')
  );
}

/** "The products that are not active" are not just the page of products. */
const isWhole = (phrase: string, c: Candidate): boolean =>
  !RESTRICTED.test(phrase) || scoreAgreement(phrase, getName(c)).coverage >= 0.9;
const RESTRICTED = /\b(?:that|which|who|whose|where|not|without|only)\b/iu;

/** A link to another page does not expand anything. */
const leadsAway = (c: Candidate, view: Context['view']): boolean =>
  view.getUrl(c).replace(/#.*$/u, '') !== '' &&
  view.getUrl(c).replace(/#.*$/u, '') !== view.observation.url.replace(/#.*$/u, '');

const FIELDS: ReadonlySet<string> = new Set(['field', 'search', 'date', 'time']);

/** "Download it as CSV". */
const AS_FORM = /^(?:export|download|save) .*\b(?:as|to) (?:an? )?(\p{L}[\p{L}\d]{1,5})(?: file| format)?$/iu;

function suitsFor(step: Click, view: Context['view']): (c: Candidate) => number {
  const form = step.how === 'command' ? AS_FORM.exec(step.target.text)?.[1] : undefined;
  return (c) => {
    const plain = scoreClickable(c);
    if (plain === 0) return 0;
    // "Click the text box" means the field itself.
    const base =
      isField(c) && step.target.readings.some((r) => r.phrase === '' && FIELDS.has(r.role ?? '')) ? 1 : plain;
    if (step.how === 'expand' || step.how === 'collapse')
      return c.states.expanded !== undefined || c.tag === 'summary'
        ? 1
        : leadsAway(c, view)
          ? base * 0.7
          : base * 0.95;
    // A command does not choose from a list unless the list is named.
    if (step.how === 'command' && isSelect(c)) return base * 0.8;
    if (step.how === 'command' && isField(c)) return base * 0.9;
    // A check box only sets an option. If a format is requested ("as CSV"), a box without that format is less likely.
    if (form && isTickable(c) && scoreAgreement(form, getName(c)).coverage < 0.9) return base * 0.6;
    // A link must match literally, not by a synonym: "Trash" is a folder and does not delete anything.
    if (step.how === 'command' && isLink(c)) {
      const verb = tokenize(step.target.text)[0] ?? '';
      // Nor by a past participle: "Cancelled" is a list and does not cancel anything.
      const says = (word: string): boolean =>
        scoreSimilarity(verb, word) >= 0.9 && !(word !== verb && /ed$/u.test(word) && !/ed$/u.test(verb));
      if (!tokenize(getName(c)).some(says)) return base * 0.8;
      // "Archive it" means the button if there is one; the link with that name is a place.
      return base * 0.96;
    }
    if (step.how === 'find' && !isLink(c)) return base * 0.97;
    // A check box does not open anything.
    if (step.how === 'open' && isTickable(c)) return base * 0.9;
    return base;
  };
}

export async function clickElement(step: Click, ctx: Context): Promise<Move> {
  if (step.command?.fields) return replyOrForward(step, ctx);
  const target = resolvePronoun(step.target, ctx);
  if (step.target.pronoun && !ctx.memory.lastTarget && !ctx.run.pickedUid)
    return {
      kind: 'ask',
      text: `What should I ${step.how === 'command' ? 'use' : 'click'}?`,
      openQuestion: { kind: 'what' },
    };
  const got = ctx.recentActions
    .flatMap((t) => (t.outcome.status === 'done' ? t.outcome.effects : []))
    .find((e) => e.type === 'download');
  if (got?.type === 'download' && ctx.run.stage === 'reveal')
    return done(`downloaded “${clip(got.file, 80)}”`);
  const way = finishOpeningSubmenu(ctx);
  if (way) return way;
  const first =
    enterValueAndRetry(ctx) ??
    setAmountFirst(step, ctx) ??
    useRowControl(step, ctx) ??
    openGroupedEntry(step, ctx);
  if (first) return first;
  const lacking = ctx.run.stage === 'act' ? (askForMissingValue(ctx) ?? askForEmptyField(ctx)) : null;
  if (lacking) return lacking;
  const menu = step.target.pronoun ? null : findOpenMenu(ctx);
  const guess = menu !== null && isGuessedMenu(menu, target, ctx);
  const shut = menu ? null : findUnopenedMenu(ctx);
  if (shut) return act('reveal', { intent: 'click', uid: shut.uid });
  const joined = menu ? null : useJoinedName(step, ctx);
  if (joined) return joined;
  const wish = { ...step, target };
  if (ctx.view.isDialogOpen && !ctx.recentActions.length) ctx.run.pageStateBefore = 'dialog';
  const confirm =
    ctx.recentActions.length && judgeOutcome(ctx.recentActions.at(-1)!).kind === 'ok'
      ? (confirmAfterCommand(wish, ctx) ??
        confirmOnNextPage(wish, ctx) ??
        confirmRemovalInPlace(ctx) ??
        relayPageQuestion(wish, ctx))
      : null;
  if (confirm) return confirm;
  const work: ElementWork = {
    target,
    scoreSuitability: (c) =>
      isGroup(c, step, ctx) || (menu && !menu.uids.has(c.uid))
        ? 0
        : Math.max(
            suitsFor(step, ctx.view)(c),
            menu && isMenuEntry(c, menu, ctx.view) && (c.interactive || !guess) ? 0.97 : 0,
          ),
    ...(step.how === 'bare'
      ? { atLeast: 0.9, noReveal: true }
      : step.how === 'find'
        ? { atLeast: target.readings[0].role ? 0.8 : 0.93 }
        : {}),
    allowsPaging: step.how === 'click' || step.how === 'open' || step.how === 'find',
    kindPhrase: 'anything called',
    acts: (c) => {
      rememberEntry(step, c, ctx);
      return [{ intent: 'click', uid: c.uid }];
    },
    holds: (c) =>
      describeFoldState(step.how, c) ??
      (isHere(c, ctx) && step.how !== 'command' && !c.states.pressed && isWhole(target.text, c)
        ? `saw that the page “${clip(getName(c), 60)}” is the one already open`
        : null),
    redirect: (c) =>
      openRowPage(c, wish, ctx) ??
      openSubmenuFirst(c, ctx) ??
      chooseFromListInstead(c, wish, ctx) ??
      groupFirst(c, wish, ctx),
    did: ({ name, description }, judged) =>
      `${choosePastVerb(step, ctx)} ${describeTarget(target, name, description)}${describePosition(target, ctx)}${judged.kind === 'ok' ? judged.extra : ''}${heard(ctx)}`,
    verify: (c, t) => findWrongFoldState(step.how, c, t) ?? findRefusal(c, t) ?? findRemainingEntry(c, t),
    ...(step.how === 'command'
      ? {
          command: true,
          canOffer: (c: Candidate) => doesSo(step, c) && concernsObject(step, c, ctx.view),
        }
      : {}),
    counting: { allowFocus: true, allowDeadLink: step.how === 'click' },
    beforeAsking: () => hoverEntry(wish, ctx) ?? useContextMenu(wish, ctx),
    otherwise: (closest) =>
      unfoldOnly(step, ctx) ??
      lookThrough(step, ctx) ??
      (menu && !guess ? reportNotInMenu(menu, target.text, ctx) : null) ??
      useBrowserTabInstead(wish, ctx) ??
      dragInstead(wish, ctx) ??
      openHomeInstead(wish, ctx) ??
      submitInstead(wish, ctx) ??
      useSplitName(wish, ctx) ??
      clearEarlierSearch(ctx) ??
      submitForSave(wish, ctx) ??
      pressVerbButton(wish, ctx) ??
      useBulkAction(wish, ctx) ??
      useReferredRow(wish, ctx) ??
      openFirst(wish, ctx) ??
      takeBackInstead(step, ctx) ??
      ((closest[0]?.score ?? 0) < MIN_FULL_NAME_SCORE ? useRowInstead(wish, ctx) : null) ??
      searchInstead(wish, ctx) ??
      scrollOrAnswerInstead(wish, ctx, closest),
    ...(step.how === 'bare'
      ? { giveUp: (closest: readonly ScoredCandidate[]) => askAboutUnclearInstruction(ctx, closest) }
      : {}),
  };
  return useElement(work, ctx);
}

function unfoldOnly(step: Click, { run, view }: Context): Move | null {
  const c = step.how === 'expand' && run.pickedUid === null ? findOnlyCollapsed(step.target, view) : null;
  const prepare = ([fresh]: StepRun[]): void => void (fresh && c && (fresh.pickedUid = c.uid));
  return c ? { kind: 'replace', steps: [run.spokenStep], prepare } : null;
}

/** "Go through the tabs": opens one after another until the target appears. */
function lookThrough(step: Click, { run, view }: Context): Move | null {
  const next = step.through ? findNextPlace(step.through, view, run.revealedUids) : null;
  if (!next) return null;
  run.revealedUids.add(next.uid);
  run.decisionCount = Math.min(run.decisionCount, 2);
  return { kind: 'act', stage: 'reveal', actions: [{ intent: 'click', uid: next.uid }] };
}

/** "Download this article" is not "Watch this article": the element must do what was requested. */
function doesSo(step: Click, c: Candidate): boolean {
  const verb = tokenize(step.command?.name ?? step.target.text)[0];
  return verb === undefined || scoreAgreement(verb, getName(c)).coverage >= 0.6;
}

/** "Delete the bill for the helicopter flight" does not offer to delete other bills. */
function concernsObject({ command }: Click, c: Candidate, view: Context['view']): boolean {
  const object = command?.object;
  if (!object || object.pronoun) return true;
  const row = view.getAncestors(c).find(({ text }) => text.length > c.text.length);
  return scoreAgreement(object.text, `${getName(c)} ${c.section} ${row?.text ?? ''}`).coverage > 0;
}

const isGroup = (c: Candidate, step: Click, ctx: Context): boolean =>
  step.how === 'open' && step.target.readings[0].role === 'page' && ctx.run.revealedUids.has(c.uid);

/** "the Tables page" is not the group of links called "Tables", but may be one of the links. */
function groupFirst(c: Candidate, step: Click, ctx: Context): Move | null {
  if (
    step.how !== 'open' ||
    step.target.readings[0].role !== 'page' ||
    c.states.expanded !== false ||
    leadsAway(c, ctx.view)
  )
    return null;
  ctx.run.revealedUids.add(c.uid);
  return { kind: 'act', stage: 'reveal', actions: [{ intent: 'click', uid: c.uid }] };
}

/** Returns the page's message after a button was pressed, which is the outcome, good or bad. */
function heard(ctx: Context): string {
  const c = ctx.recentActions.at(-1)?.target;
  if (c?.role !== 'button') return '';
  const phrase = findNewNotices(ctx).at(-1);
  return phrase ? `; the page says “${clip(phrase, 160).replace(/[.]$/u, '')}”` : '';
}
