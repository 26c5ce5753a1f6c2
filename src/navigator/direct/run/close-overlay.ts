/** Closes the overlay that the instructor names or that covers the page: a dialog, window, menu or message. */
import type { Candidate } from '../../../contract/index.js';
import { describeBriefly } from '../ground/describe.js';
import { scoreClickable, ground } from '../ground/ground.js';
import { getName } from '../ground/names.js';
import { createTarget } from '../language/target.js';
import type { StepOf, Target } from '../language/steps.js';
import { scoreAgreement, clip, tokenizeContent } from '../text.js';
import { findBannerButton, findCloseButton, findCloseButtons } from './find-close-button.js';
import { uncoverElement } from './clear-obstruction.js';
import { judgeOutcome } from './judge-outcome.js';
import { StepVariable } from './step-variable.js';
import { act, rememberTarget, done, fail, type Context, type Move } from './types.js';
import { formatOverlayButtons, findOpenOverlay, findCloseControl } from './open-overlay.js';

const GENERAL_WORDS =
  /^(?:it|this|that)$|\b(?:dialog|dialogue|modal|popup|pop-up|popover|window|overlay|message|notification|alert|banner|toast|menu|panel|drawer|sidebar|tray|tour|ad|box)\b/iu;

export async function closeOverlay(step: StepOf<'close'>, ctx: Context): Promise<Move> {
  const { run, view } = ctx;
  const lastTurn = ctx.recentActions.at(-1);
  const requestedName = step.target?.text ?? 'it';
  if (lastTurn && run.stage !== 'uncover') {
    const judgement = judgeOutcome(lastTurn);
    // An element that fades out counts as closed once it is gone.
    if (judgement.kind === 'ok' || (judgement.kind === 'nothing' && isOverlayGone(ctx)))
      return checkClosed(step, ctx);
    if (judgement.kind === 'covered') return uncoverElement(ctx, judgement.detail);
    return fail(`I tried to close ${describeRequested(step)}, but I saw no change`);
  }
  // "Close it" means the open overlay, not the element mentioned last.
  const isGenericName =
    !step.target ||
    GENERAL_WORDS.test(requestedName) ||
    /\s(?:it|this|that)$/iu.test(run.spokenStep.clause.text.trim());
  const isPronoun = !step.target || step.target.pronoun;
  // First tries a button with the whole name: "close sidebar", "close account".
  if (step.target && run.decisionCount <= 1 && !(isPronoun && view.isDialogOpen)) {
    const closeButtonGrounding = ground(
      { target: createTarget(`close ${requestedName}`), scoreSuitability: scoreClickable },
      view,
    );
    if (closeButtonGrounding.kind === 'one' && closeButtonGrounding.hit.score >= 0.95)
      return clickToClose(closeButtonGrounding.hit.candidate, ctx);
  }
  const nth = step.target?.interpretations.find((r) => r.nth !== null)?.nth ?? null;
  if (nth !== null) {
    const closeButtons = findCloseButtons(view);
    const chosenButton = nth > 0 ? closeButtons[nth - 1] : closeButtons.at(nth);
    return chosenButton
      ? clickToClose(chosenButton, ctx)
      : fail(`I can't find anything called “${clip(requestedName, 60)}” to close`);
  }
  const hasNameNearby = step.target
    ? (c: Candidate): boolean => hasWordsAround(c, requestedName, ctx)
    : () => true;
  const openOverlay = findOpenOverlay(view);
  const isOpenOverlayMeant =
    openOverlay !== null &&
    (isGenericName || scoreAgreement(requestedName, openOverlay.name).coverage >= 0.85);
  const dialogButton =
    findCloseButton(view, (c) => view.isInDialog(c) && (isGenericName || hasNameNearby(c))) ??
    (isOpenOverlayMeant ? findCloseControl(view) : null);
  const closeButton =
    dialogButton ??
    (step.target ? findCloseButton(view, hasNameNearby) : null) ??
    (isPronoun ? null : isGenericName ? findBannerButton(view, 'close', false) : null) ??
    (isGenericName && !(isPronoun && hasOpenedSomething(ctx)) ? findOnlyCloseButton(ctx) : null);
  if (closeButton) return clickToClose(closeButton, ctx, dialogButton !== null);
  const expandedGrounding = step.target
    ? ground({ target: step.target, scoreSuitability: (c) => (isOpenedBy(c, step.target!) ? 1 : 0) }, view)
    : null;
  if (expandedGrounding?.kind === 'one') return clickToClose(expandedGrounding.hit.candidate, ctx);
  if (!openOverlay && isPronoun) return fail('Nothing is open here that I could close');
  if (!isGenericName || !openOverlay)
    return fail(`I can't find anything${step.target ? ` called “${clip(requestedName, 60)}”` : ''} to close`);
  rememberOverlay(ctx);
  return act('escape', { intent: 'press', key: 'Escape' });
}

/**
 * Returns "it" for "close it". The report must not name the element mentioned last, because something else may have
 * been closed.
 */
const describeRequested = ({ target }: StepOf<'close'>): string =>
  target && !target.pronoun ? `the ${target.text}` : 'it';

/** The open overlay's name and the uids of its elements. */
const overlayVariable = new StepVariable<{ name: string; uids: ReadonlySet<string> }>();

/** Remembers the open overlay, so that its disappearance can be verified. */
function rememberOverlay({ run, view }: Context): void {
  const openOverlay = findOpenOverlay(view);
  if (!openOverlay) return;
  overlayVariable.set(run, { name: openOverlay.name, uids: new Set(openOverlay.elements.map((c) => c.uid)) });
}

const isOverlayGone = ({ run, view }: Context): boolean => {
  const uids = overlayVariable.get(run)?.uids;
  return uids !== undefined && ![...uids].some((uid) => view.byUid.get(uid)?.visible);
};

/** Maximum number of overlays to close until the requested one appears. Several may appear one after another. */
const MAX_OVERLAYS = 4;

/**
 * Reports that the overlay was closed, or fails if it is still open. If the line names an overlay that appeared
 * meanwhile, closes that too.
 */
function checkClosed(step: StepOf<'close'>, ctx: Context): Move {
  const { run, view } = ctx;
  const requestedName = step.target?.text ?? 'it';
  const closingMethod = run.stage === 'escape' ? 'Escape' : run.target!.description;
  const overlayBefore = overlayVariable.get(run);
  const overlayName = overlayBefore?.name;
  const openOverlay = findOpenOverlay(view);
  const isStillOpen =
    openOverlay !== null && openOverlay.elements.some((c) => overlayBefore?.uids.has(c.uid) ?? false);
  if (isStillOpen && (run.stage === 'escape' || openOverlay.name === overlayName))
    return fail(
      `I tried to close ${openOverlay.description} with ${closingMethod}, but it is still open.${formatOverlayButtons(openOverlay)}`,
    );
  const closedName = overlayName ? `the “${overlayName}” window` : describeRequested(step);
  const requestedWords = step.target
    ? tokenizeContent(requestedName.replace(new RegExp(GENERAL_WORDS, 'giu'), ' '))
    : [];
  const isRequestedName = (name: string): boolean =>
    requestedWords.length > 0 && scoreAgreement(requestedWords.join(' '), name).coverage >= 0.8;
  if (
    openOverlay &&
    !isStillOpen &&
    isRequestedName(openOverlay.name) &&
    !isRequestedName(overlayName ?? '') &&
    run.retryCount++ < MAX_OVERLAYS
  ) {
    const nextCloseControl = findCloseControl(view);
    run.sideActions.push(`closed ${closedName} with ${closingMethod}`);
    if (nextCloseControl) return clickToClose(nextCloseControl, ctx, true);
  }
  const sideActionsPrefix = run.sideActions.length ? `${run.sideActions.join(', ')} and ` : '';
  if (run.stage === 'escape') return done(`${sideActionsPrefix}closed ${closedName} with Escape`);
  return done(
    `${sideActionsPrefix}${overlayName ? `closed ${closedName} with ${closingMethod}` : `clicked ${closingMethod} to close ${closedName}`}`,
  );
}

function clickToClose(element: Candidate, ctx: Context, closesOpenOverlay = false): Move {
  overlayVariable.delete(ctx.run);
  if (closesOpenOverlay) rememberOverlay(ctx);
  rememberTarget(ctx, element, describeBriefly(element), getName(element));
  return act('close', { intent: 'click', uid: element.uid });
}

/** Whether the control has opened what the target names; for "the menu", a control “Toggle sidebar” has not. */
const isOpenedBy = (c: Candidate, { description }: Target): boolean =>
  c.states.expanded === true &&
  (description?.name !== '' || /\bmenu\b/iu.test(getName(c)) || (c.states.haspopup ?? false) !== false);

const hasWordsAround = (c: Candidate, requestedName: string, ctx: Context): boolean => {
  const requestedWords = requestedName
    .toLowerCase()
    .split(' ')
    .filter((w) => w.length > 3);
  return (
    requestedWords.length > 0 &&
    ctx.view
      .getAncestors(c)
      .slice(0, 5)
      .some(
        (a) =>
          a.text.length < 300 &&
          requestedWords.every((w) =>
            `${a.text} ${a.name} ${a.attributes.class ?? ''} ${a.attributes.id ?? ''} ${a.role}`
              .toLowerCase()
              .includes(w),
          ),
      )
  );
};

/**
 * Whether the last step opened a page or an entry. Then "it" means that page or entry, not a message that is also
 * shown.
 */
const hasOpenedSomething = ({ memory }: Context): boolean => {
  const lastStep = memory.lastStep?.step;
  return lastStep?.do === 'load' || (lastStep?.do === 'click' && /^(?:open|find|bare)$/u.test(lastStep.kind));
};

function findOnlyCloseButton({ view }: Context): Candidate | null {
  const closeButtons = findCloseButtons(view).filter((c) => c.inViewport);
  return closeButtons.length === 1 ? closeButtons[0]! : null;
}
