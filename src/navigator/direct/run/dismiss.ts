/** Closing what lies over the page: banners, dialogs, menus. */
import type { Candidate } from '../../../contract/index.js';
import { short } from '../ground/describe.js';
import { clickable, ground } from '../ground/ground.js';
import { nameOf } from '../ground/names.js';
import { named } from '../language/target.js';
import { clip } from '../text.js';
import { bannerButton, closer, closers } from './banner.js';
import { uncover } from './uncover.js';
import { judge } from './judge.js';
import type { StepOf } from '../language/steps.js';
import { act, aim, done, fail, type Context, type Move } from './types.js';

export function cookies(step: StepOf<'cookies'>, ctx: Context): Move {
  const { run, view } = ctx;
  const turn = ctx.last.at(-1);
  if (turn) {
    const judged = judge(turn);
    if (judged.kind === 'ok') return done(`clicked ${run.target!.said} in the cookie banner`);
    return fail(
      `I clicked ${run.target!.said}, but ${'detail' in judged ? judged.detail : 'nothing happened that I could see'}`,
    );
  }
  const button = bannerButton(view, step.choice);
  if (!button)
    return fail(
      step.choice === 'reject' && bannerButton(view, 'close')
        ? 'The cookie banner has no button that rejects'
        : 'I see no cookie banner on this page',
    );
  aim(ctx, button, short(button), nameOf(button));
  return act('cookies', { intent: 'click', uid: button.uid });
}

export async function close(step: StepOf<'close'>, ctx: Context): Promise<Move> {
  const { run, view } = ctx;
  const turn = ctx.last.at(-1);
  const what = step.target?.text ?? 'it';
  if (turn && run.stage !== 'uncover') {
    const judged = judge(turn);
    if (judged.kind === 'ok')
      return done(
        run.stage === 'escape'
          ? `closed “${clip(what, 60)}” with Escape`
          : `clicked ${run.target!.said} to close ${step.target ? `the ${what}` : 'it'}`,
      );
    if (judged.kind === 'covered') return uncover(ctx, judged.detail);
    return fail(
      `I tried to close ${step.target ? `the ${what}` : 'it'}, but nothing happened that I could see`,
    );
  }
  const general =
    !step.target ||
    /^(?:it|this|that)$|\b(?:dialog|dialogue|modal|popup|pop-up|window|overlay|message|notification|alert|banner|toast|menu|panel|drawer|sidebar|ad|box)\b/iu.test(
      what,
    );
  // A button that is called so comes first: "close sidebar", "close account".
  if (step.target && run.moves <= 1) {
    const named_ = ground({ target: named(`close ${what}`), suits: clickable }, view);
    if (named_.kind === 'one' && named_.hit.score >= 0.95) return clickIt(named_.hit.candidate, ctx);
  }
  const nth = step.target?.readings.find((r) => r.nth !== null)?.nth ?? null;
  if (nth !== null) {
    const list = closers(view);
    const chosen = nth > 0 ? list[nth - 1] : list.at(nth);
    return chosen ? clickIt(chosen, ctx) : fail(`I see nothing to close called “${clip(what, 60)}”`);
  }
  const words = step.target ? (c: Candidate): boolean => around(c, what, ctx) : () => true;
  const inDialog = closer(view, (c) => view.inDialog(c) && (general || words(c)));
  const hit =
    inDialog ??
    (step.target ? closer(view, words) : null) ??
    (general ? (bannerButton(view, 'close', true) ?? onlyCloser(ctx)) : null);
  if (hit) return clickIt(hit, ctx);
  const open = step.target
    ? ground({ target: step.target, suits: (c) => (c.states.expanded === true ? 1 : 0) }, view)
    : null;
  if (open?.kind === 'one') return clickIt(open.hit.candidate, ctx);
  return general && view.dialogOpen
    ? act('escape', { intent: 'press', key: 'Escape' })
    : fail(`I see nothing to close${step.target ? ` called “${clip(what, 60)}”` : ''}`);
}

function clickIt(c: Candidate, ctx: Context): Move {
  aim(ctx, c, short(c), nameOf(c));
  return act('close', { intent: 'click', uid: c.uid });
}

const around = (c: Candidate, what: string, ctx: Context): boolean => {
  const words = what
    .toLowerCase()
    .split(' ')
    .filter((w) => w.length > 3);
  return (
    words.length > 0 &&
    ctx.view
      .ancestors(c)
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
    (c) => c.visible && c.interactive && c.inViewport && /^(?:close|dismiss|×|✕|✖)\b/iu.test(nameOf(c)),
  );
  return list.length === 1 ? list[0]! : null;
}
