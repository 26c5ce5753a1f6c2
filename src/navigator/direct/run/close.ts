/** Closes what the instructor names, or what covers the page: dialogs, windows, menus, messages. */
import type { Candidate } from '../../../contract/index.js';
import { describeBriefly } from '../ground/describe.js';
import { scoreClickable, ground } from '../ground/ground.js';
import { getName } from '../ground/names.js';
import { createTarget } from '../language/target.js';
import type { StepOf } from '../language/steps.js';
import { scoreAgreement, clip, tokenizeContent } from '../text.js';
import { findBannerButton, findCloser, findClosers } from './banner.js';
import { uncover } from './clear-obstruction.js';
import { judgeOutcome } from './judge-outcome.js';
import { act, rememberTarget, done, fail, type Context, type Move } from './types.js';
import { formatOverlayButtons, findOpenOverlay, findCloseControl } from './open-overlay.js';

const GENERAL =
  /^(?:it|this|that)$|\b(?:dialog|dialogue|modal|popup|pop-up|popover|window|overlay|message|notification|alert|banner|toast|menu|panel|drawer|sidebar|tray|tour|ad|box)\b/iu;

export async function closeWindow(step: StepOf<'close'>, ctx: Context): Promise<Move> {
  const { run, view } = ctx;
  const turn = ctx.recentActions.at(-1);
  const what = step.target?.text ?? 'it';
  if (turn && run.stage !== 'uncover') {
    const judged = judgeOutcome(turn);
    // An element that fades out counts as closed once it is gone, whenever that began.
    if (judged.kind === 'ok' || (judged.kind === 'nothing' && isGone(ctx))) return closed(step, ctx);
    if (judged.kind === 'covered') return uncover(ctx, judged.detail);
    return fail(`I tried to close ${step.target ? `the ${what}` : 'it'}, but I saw no change`);
  }
  // "Close it" means what is open, whatever was mentioned last.
  const general =
    !step.target || GENERAL.test(what) || /\s(?:it|this|that)$/iu.test(run.spokenStep.clause.text.trim());
  // A button with that name is tried first: "close sidebar", "close account".
  if (step.target && run.decisionCount <= 1) {
    const named_ = ground({ target: createTarget(`close ${what}`), scoreSuitability: scoreClickable }, view);
    if (named_.kind === 'one' && named_.hit.score >= 0.95) return clickIt(named_.hit.candidate, ctx);
  }
  const nth = step.target?.readings.find((r) => r.nth !== null)?.nth ?? null;
  if (nth !== null) {
    const list = findClosers(view);
    const chosen = nth > 0 ? list[nth - 1] : list.at(nth);
    return chosen ? clickIt(chosen, ctx) : fail(`I can't find anything called “${clip(what, 60)}” to close`);
  }
  const words = step.target ? (c: Candidate): boolean => isAround(c, what, ctx) : () => true;
  const open = findOpenOverlay(view);
  const meant = open !== null && (general || scoreAgreement(what, open.name).coverage >= 0.85);
  const inDialog =
    findCloser(view, (c) => view.isInDialog(c) && (general || words(c))) ??
    (meant ? findCloseControl(view) : null);
  const hit =
    inDialog ??
    (step.target ? findCloser(view, words) : null) ??
    (general ? (findBannerButton(view, 'close', false) ?? onlyCloser(ctx)) : null);
  if (hit) return clickIt(hit, ctx, inDialog !== null);
  const unfolded = step.target
    ? ground({ target: step.target, scoreSuitability: (c) => (c.states.expanded === true ? 1 : 0) }, view)
    : null;
  if (unfolded?.kind === 'one') return clickIt(unfolded.hit.candidate, ctx);
  if (!general || !open)
    return fail(`I can't find anything${step.target ? ` called “${clip(what, 60)}”` : ''} to close`);
  noteWindow(ctx);
  return act('escape', { intent: 'press', key: 'Escape' });
}

const WINDOW = 'window:name';
const PARTS = 'window:parts';

/** Remembers what to close, so that its disappearance can be verified. */
function noteWindow({ run, view }: Context): void {
  const open = findOpenOverlay(view);
  if (!open) return;
  run.givenValues.set(WINDOW, open.name);
  run.givenValues.set(PARTS, open.elements.map((c) => c.uid).join(' '));
}

const isGone = ({ run, view }: Context): boolean =>
  run.givenValues.has(PARTS) &&
  !run.givenValues
    .get(PARTS)!
    .split(' ')
    .some((uid) => view.byUid.get(uid)?.visible);

/** Maximum number of windows: several may appear one after another, and the line may mean a later one. */
const MAX_WINDOWS = 4;

function closed(step: StepOf<'close'>, ctx: Context): Move {
  const { run, view } = ctx;
  const what = step.target?.text ?? 'it';
  const by = run.stage === 'escape' ? 'Escape' : run.target!.description;
  const name = run.givenValues.get(WINDOW);
  const before = new Set(run.givenValues.get(PARTS)?.split(' '));
  const open = findOpenOverlay(view);
  const still = open !== null && before.size > 0 && open.elements.some((c) => before.has(c.uid));
  if (still && (run.stage === 'escape' || open.name === name))
    return fail(
      `I tried to close ${open.description} with ${by}, but it is still open.${formatOverlayButtons(open)}`,
    );
  const phrase = name ? `the “${name}” window` : step.target ? `the ${what}` : 'it';
  const meant = step.target ? tokenizeContent(what.replace(new RegExp(GENERAL, 'giu'), ' ')) : [];
  const calls = (called: string): boolean =>
    meant.length > 0 && scoreAgreement(meant.join(' '), called).coverage >= 0.8;
  if (open && !still && calls(open.name) && !calls(name ?? '') && run.retryCount++ < MAX_WINDOWS) {
    const next = findCloseControl(view);
    run.sideActions.push(`closed ${phrase} with ${by}`);
    if (next) return clickIt(next, ctx, true);
  }
  const asides = run.sideActions.length ? `${run.sideActions.join(', ')} and ` : '';
  if (run.stage === 'escape') return done(`${asides}closed ${phrase} with Escape`);
  return done(`${asides}${name ? `closed ${phrase} with ${by}` : `clicked ${by} to close ${phrase}`}`);
}

function clickIt(c: Candidate, ctx: Context, ofWindow = false): Move {
  ctx.run.givenValues.delete(WINDOW);
  ctx.run.givenValues.delete(PARTS);
  if (ofWindow) noteWindow(ctx);
  rememberTarget(ctx, c, describeBriefly(c), getName(c));
  return act('close', { intent: 'click', uid: c.uid });
}

const isAround = (c: Candidate, what: string, ctx: Context): boolean => {
  const words = what
    .toLowerCase()
    .split(' ')
    .filter((w) => w.length > 3);
  return (
    words.length > 0 &&
    ctx.view
      .getAncestors(c)
      .slice(0, 5)
      .some(
        (a) =>
          a.text.length < 300 &&
          words.every((w) =>
            `${a.text} ${a.name} ${a.attributes.class ?? ''} ${a.attributes.id ?? ''} ${a.role}`
              .toLowerCase()
              .includes(w),
          ),
      )
  );
};

function onlyCloser(ctx: Context): Candidate | null {
  const { view } = ctx;
  const list = view.candidates.filter(
    (c) => c.visible && c.interactive && c.inViewport && /^(?:close|dismiss|×|✕|✖)\b/iu.test(getName(c)),
  );
  return list.length === 1 ? list[0]! : null;
}
